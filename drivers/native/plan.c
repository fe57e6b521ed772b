#include "drivers/native/plan.h"

#include "drivers/native/real.h"

#include <string.h>

enum { MOST_DEPTH = 16 };

/* --- types --- */

static const struct {
	ffi_type *ffi;
	size_t size;
} scalars[] = {
	[SRTEST_VOID] = {&ffi_type_void, 0}, [SRTEST_I8] = {&ffi_type_sint8, 1}, [SRTEST_U8] = {&ffi_type_uint8, 1}, [SRTEST_I16] = {&ffi_type_sint16, 2},
	[SRTEST_U16] = {&ffi_type_uint16, 2}, [SRTEST_I32] = {&ffi_type_sint32, 4}, [SRTEST_U32] = {&ffi_type_uint32, 4}, [SRTEST_I64] = {&ffi_type_sint64, 8},
	[SRTEST_U64] = {&ffi_type_uint64, 8}, [SRTEST_F32] = {&ffi_type_float, 4}, [SRTEST_F64] = {&ffi_type_double, 8},
	[SRTEST_LONG_DOUBLE] = {&ffi_type_longdouble, 16}, [SRTEST_POINTER] = {&ffi_type_pointer, 8}, [SRTEST_STRING] = {&ffi_type_pointer, 8},
};

static struct type *read_type(struct wire *, int depth);

static bool
read_members(struct wire *r, struct type *t, int depth)
{
	t->size = wire_read_uint(r);
	t->align = wire_read_uint(r);
	t->member = real_calloc(MOST_ARGS, sizeof *t->member);
	t->offset = real_calloc(MOST_ARGS, sizeof *t->offset);
	t->record.elements = real_calloc(MOST_ARGS + 1, sizeof *t->record.elements);
	if (!t->member || !t->offset || !t->record.elements)
		return false;
	while (wire_more(r) && t->n < MOST_ARGS) {
		t->offset[t->n] = wire_read_uint(r);
		struct type *m = t->member[t->n] = read_type(r, depth + 1);
		if (!m || m->size > t->size || t->offset[t->n] > t->size - m->size)
			return false;
		t->record.elements[t->n++] = m->ffi;
	}
	t->record.type = FFI_TYPE_STRUCT;
	t->record.size = t->size;
	t->record.alignment = (unsigned short)t->align;
	t->ffi = &t->record;
	return !r->bad && t->n > 0;
}

static struct type *
read_type(struct wire *from, int depth)
{
	struct wire r = wire_read_list(from);
	struct type *t = real_calloc(1, sizeof *t);
	int64_t kind = wire_read_int(&r);
	if (!t || r.bad || depth > MOST_DEPTH || kind < 0 || kind > SRTEST_BEHIND)
		return NULL;
	t->kind = (enum srtest_ctype)kind;
	if (t->kind == SRTEST_STRUCT)
		return read_members(&r, t, depth) ? t : NULL;
	if (t->kind == SRTEST_BUFFER || t->kind == SRTEST_BEHIND) {
		t->member = real_calloc(1, sizeof *t->member);
		t->n = 1;
		t->ffi = &ffi_type_pointer;
		t->size = t->align = sizeof(void *);
		return t->member && (t->member[0] = read_type(&r, depth + 1)) ? t : NULL;
	}
	t->ffi = scalars[kind].ffi;
	t->size = t->align = scalars[kind].size;
	return t;
}

/* --- plans --- */

static bool
read_arg(struct wire *from, struct plan *p)
{
	struct wire r = wire_read_list(from);
	struct arg *a = &p->args[p->n];
	if (wire_tag(&r) == SRTEST_NONE) {
		a->is_self = true;
		p->ffi[p->n++] = &ffi_type_pointer;
		return !r.bad;
	}
	int64_t direction = wire_read_int(&r);
	a->type = read_type(&r, 0);
	if (r.bad || !a->type || direction < SRTEST_BY_VALUE || direction > SRTEST_INOUT)
		return false;
	a->direction = (enum srtest_direction)direction;
	bool buffer = a->type->kind == SRTEST_BUFFER;
	p->ffi[p->n++] = a->direction != SRTEST_BY_VALUE || buffer ? &ffi_type_pointer : a->type->ffi;
	return !(buffer && a->direction == SRTEST_BY_VALUE);
}

bool
plan_is_program(const struct plan *p)
{
	return strcmp(p->symbol, "main") == 0;
}

/* `main` may take arguments or none: it does no harm to pass them. */
static unsigned
add_program_args(struct plan *p)
{
	if (!plan_is_program(p) || p->n)
		return (unsigned)p->n;
	p->ffi[0] = &ffi_type_sint32;
	p->ffi[1] = p->ffi[2] = &ffi_type_pointer;
	return 3;
}

struct plan *
plan_read(struct wire *from, void *(*find)(const char *, const char **), const char **why)
{
	struct wire r = wire_read_list(from);
	struct plan *p = real_calloc(1, sizeof *p);
	size_t n;
	const char *symbol = wire_read_bytes(&r, &n);
	*why = "a plan is malformed";
	if (!p || !symbol || !(p->symbol = real_calloc(1, n + 1)))
		return NULL;
	memcpy(p->symbol, symbol, n);
	p->result = read_type(&r, 0);
	while (wire_more(&r)) {
		if (p->n == MOST_ARGS || !read_arg(&r, p))
			return NULL;
	}
	if (r.bad || !p->result || !p->result->ffi)
		return NULL;
	void *address = find(p->symbol, why);
	if (!address)
		return NULL;
	memcpy(&p->function, &address, sizeof p->function);
	*why = "a type cannot be passed";
	return ffi_prep_cif(&p->cif, FFI_DEFAULT_ABI, add_program_args(p), p->result->ffi, p->ffi) == FFI_OK ? p : NULL;
}
