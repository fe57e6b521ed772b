#include "drivers/native/caller.h"

#include "drivers/native/settled.h"

#include <ffi.h>
#include <link.h>
#include <stddef.h>
#include <stdint.h>

enum { MOST_OBJECTS = 64 };

static struct object {
	uintptr_t from, to;
} objects[MOST_OBJECTS] SETTLED; /* code that is not the implementation's */
static size_t nobjects SETTLED;

/* The linker's names for the functions that are marked. */
extern const char __start_calls_implementation[], __stop_calls_implementation[];
static const struct object callers = {(uintptr_t)__start_calls_implementation, (uintptr_t)__stop_calls_implementation};

static bool
is_in(const struct object *o, uintptr_t at)
{
	return at >= o->from && at < o->to;
}

/* It is libffi, which allocates nothing itself in a call. */
static bool
makes_calls(const struct object *o)
{
	return is_in(o, (uintptr_t)ffi_call) && !is_in(o, (uintptr_t)callers_init);
}

static int
note_object(struct dl_phdr_info *info, size_t size, void *arg)
{
	(void)size;
	(void)arg;
	for (size_t i = 0; i < info->dlpi_phnum && nobjects < MOST_OBJECTS; i++) {
		const ElfW(Phdr) *p = &info->dlpi_phdr[i];
		uintptr_t from = info->dlpi_addr + p->p_vaddr;
		struct object o = {from, from + p->p_memsz};
		if (p->p_type == PT_LOAD && (p->p_flags & PF_X) && !makes_calls(&o))
			objects[nobjects++] = o;
	}
	return 0;
}

void
callers_init(void)
{
	dl_iterate_phdr(note_object, NULL);
}

bool
caller_is_implementation(const void *place)
{
	uintptr_t at = (uintptr_t)place;
	for (size_t i = 0; i < nobjects; i++)
		if (is_in(&objects[i], at))
			return is_in(&callers, at);
	return nobjects > 0; /* before they are known, there is no implementation */
}
