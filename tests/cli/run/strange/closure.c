/* right: a closure of libffi */
#include "code.h"

#include <ffi.h>

static void
swap(ffi_cif *cif, void *result, void **args, void *arg)
{
	lock *l = *(lock **)args[0];
	*(ffi_arg *)result = __sync_lock_test_and_set(&l->held, 1) == 0;
}

static int
try_to(lock *l)
{
	static ffi_cif cif;
	static ffi_type *types[] = {&ffi_type_pointer};
	void *code;
	ffi_closure *c = ffi_closure_alloc(sizeof *c, &code);
	ffi_prep_cif(&cif, FFI_DEFAULT_ABI, 1, &ffi_type_sint, types);
	ffi_prep_closure_loc(c, &cif, swap, NULL, code);
	int taken = ((taking *)code)(l);
	ffi_closure_free(c);
	return taken;
}
