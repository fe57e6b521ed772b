#include "drivers/native/plan.h"

#include "drivers/native/real.h"

#include <ffi.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

enum { MOST_ARGS = 127, MOST_DEPTH = 16 };

struct type {
	enum srtest_ctype kind;
	ffi_type *ffi;
	size_t size, align;
	/* SRTEST_STRUCT: members; SRTEST_BUFFER: one, the element; SRTEST_BEHIND: one, the value */
	size_t n;
	struct type **member;
	size_t *offset;
	ffi_type record; /* of a struct */
};

struct arg {
	enum srtest_direction direction;
	bool is_self;
	struct type *type;
};

struct plan {
	char *symbol;
	void (*function)(void);
	struct type *result;
	size_t n;
	struct arg args[MOST_ARGS];
	ffi_type *ffi[MOST_ARGS];
	ffi_cif cif;
};

/* What is written over memory that a function was lent, and over so much of its stack. */
enum { SPOILED = 0xdb, STACK_SPOILED = 2048, LENT = 1 << 26, LENT_UNIT = 16, LENT_GUARD = 64 };

struct c_call {
	const struct plan *plan;
	/* by argument, each a part of `room`: */
	void **values; /* what libffi is given: where each argument is */
	void **pointers; /* the arguments that are pointers to memory of ours */
	void **memory;
	size_t *length; /* of buffers, in elements */
	unsigned char *result;
	void *room[];
};

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

/* --- memory that functions are lent --- */

/* At the same addresses in each test: what becomes of a schedule may depend on which of them are looked at. */
static unsigned char region[LENT] __attribute__((aligned(LENT_UNIT)));
static size_t used; /* of it */

void
plans_begin(void)
{
	used = 0;
}

/* In front of what is lent; behind it stand bytes that nobody may write to. */
struct lent {
	size_t n, complement; /* of n, if nobody has written here */
};
_Static_assert(sizeof(struct lent) == LENT_UNIT, "what is lent is aligned");

static size_t
with_guard(size_t n)
{
	return (n + LENT_GUARD + LENT_UNIT - 1) / LENT_UNIT * LENT_UNIT;
}

/* All zero. NULL: there is not enough. */
static void *
lend(size_t n)
{
	size_t whole = LENT_UNIT + with_guard(n);
	bool fits = whole <= sizeof region - used;
	unsigned char *at = fits ? memset(region + used, 0, whole) : real_calloc(1, whole);
	if (!at)
		return NULL;
	used += fits ? whole : 0;
	memcpy(at, &(struct lent){n, ~n}, LENT_UNIT);
	memset(at + LENT_UNIT + n, SPOILED, whole - LENT_UNIT - n);
	return at + LENT_UNIT;
}

/* Without its guard; 0 where that cannot be known any more. */
static size_t
lent_size(const void *lent)
{
	struct lent l;
	memcpy(&l, (const unsigned char *)lent - LENT_UNIT, sizeof l);
	return l.complement == ~l.n ? l.n : 0;
}

static bool
is_intact(const void *lent)
{
	struct lent l;
	memcpy(&l, (const unsigned char *)lent - LENT_UNIT, sizeof l);
	if (l.complement != ~l.n)
		return false;
	const unsigned char *guard = (const unsigned char *)lent + l.n;
	for (size_t i = 0; i < with_guard(l.n) - l.n; i++)
		if (guard[i] != SPOILED)
			return false;
	return true;
}

static void
take_back(void *lent)
{
	unsigned char *at = lent;
	if (at && (at < region || at >= region + sizeof region))
		real.free(at - LENT_UNIT);
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

/* --- values to C --- */

static void
store_number(struct wire *r, const struct type *t, void *to)
{
	double d;
	float f;
	long double l;
	uint64_t u;
	switch (t->kind) {
	case SRTEST_F32:
		f = (float)wire_read_float(r);
		memcpy(to, &f, sizeof f);
		break;
	case SRTEST_F64:
		d = wire_read_float(r);
		memcpy(to, &d, sizeof d);
		break;
	case SRTEST_LONG_DOUBLE:
		l = wire_read_float(r);
		memcpy(to, &l, sizeof l);
		break;
	default: /* integers of every width: the machine is little-endian */
		u = wire_tag(r) == SRTEST_INT ? (uint64_t)wire_read_int(r) : wire_read_uint(r);
		memcpy(to, &u, t->size);
	}
}

static bool
store(struct wire *r, const struct type *t, unsigned char *to)
{
	size_t n;
	void *p;
	struct wire inner;
	switch (t->kind) {
	case SRTEST_VOID:
		return false;
	case SRTEST_POINTER:
		p = (void *)(uintptr_t)wire_read_handle(r);
		memcpy(to, &p, sizeof p);
		return !r->bad;
	case SRTEST_STRING: {
		if (wire_tag(r) == SRTEST_NONE) {
			wire_skip(r);
			return !r->bad;
		}
		const void *s = wire_read_bytes(r, &n);
		char *copy = s ? lend(n + 1) : NULL;
		if (copy)
			memcpy(copy, s, n);
		memcpy(to, &copy, sizeof copy);
		return copy != NULL;
	}
	case SRTEST_STRUCT:
		inner = wire_read_list(r);
		for (size_t i = 0; i < t->n; i++)
			if (!store(&inner, t->member[i], to + t->offset[i]))
				return false;
		return !inner.bad;
	case SRTEST_BUFFER:
	case SRTEST_BEHIND:
		return false;
	default:
		store_number(r, t, to);
		return !r->bad;
	}
}

/* Buffers come as length and data: bytes, a list, or nothing for memory that is only written. */
static bool
store_buffer(struct wire *from, struct c_call *c, size_t i, const struct type *element)
{
	size_t each = element->size ? element->size : 1, behind = c->plan->args[i].direction == SRTEST_OUT ? 0 : each; /* a NUL, for text */
	struct wire r = wire_read_list(from), items;
	uint64_t length = wire_read_uint(&r);
	if (r.bad || length > SRTEST_LARGEST_RECORD)
		return false;
	c->length[i] = length;
	c->memory[i] = lend(length * each + behind);
	if (!c->memory[i])
		return false;
	if (wire_tag(&r) == SRTEST_BYTES) {
		size_t n;
		const void *data = wire_read_bytes(&r, &n);
		memcpy(c->memory[i], data, n < length * element->size ? n : length * element->size);
	} else if (wire_tag(&r) == SRTEST_LIST) {
		items = wire_read_list(&r);
		for (size_t k = 0; k < length && wire_more(&items); k++)
			if (!store(&items, element, (unsigned char *)c->memory[i] + k * element->size))
				return false;
	}
	return true;
}

static bool
store_arg(struct c_call *c, size_t i, struct wire *args, void *self)
{
	const struct arg *a = &c->plan->args[i];
	c->values[i] = &c->pointers[i];
	if (a->is_self) {
		c->pointers[i] = self;
		return true;
	}
	if (a->type->kind == SRTEST_BUFFER) {
		bool ok = store_buffer(args, c, i, a->type->member[0]);
		c->pointers[i] = c->memory[i];
		return ok;
	}
	if (a->direction == SRTEST_IN && wire_tag(args) == SRTEST_NONE) {
		wire_skip(args);
		return !args->bad;
	}
	bool roomy = a->direction == SRTEST_BY_VALUE && a->type->size < 16; /* libffi may read more */
	c->memory[i] = lend(roomy ? 16 : a->type->size);
	if (!c->memory[i])
		return false;
	c->pointers[i] = c->memory[i];
	if (a->direction == SRTEST_BY_VALUE)
		c->values[i] = c->memory[i];
	return a->direction == SRTEST_OUT || store(args, a->type, c->memory[i]);
}

struct c_call *
c_call_new(const struct plan *p, struct wire *args, void *self)
{
	struct c_call *c = real_calloc(1, sizeof *c + 4 * p->n * sizeof *c->room);
	size_t room = p->result->size < sizeof(ffi_arg) ? sizeof(ffi_arg) : p->result->size;
	if (!c || !(c->result = real_calloc(1, room + 16)))
		return NULL;
	c->plan = p;
	c->values = c->room;
	c->pointers = c->values + p->n;
	c->memory = c->pointers + p->n;
	c->length = (size_t *)(void *)(c->memory + p->n);
	for (size_t i = 0; i < p->n; i++) {
		if (!store_arg(c, i, args, self)) {
			c_call_free(c);
			return NULL;
		}
	}
	return c;
}

bool
c_call_is_program(const struct c_call *c)
{
	return plan_is_program(c->plan);
}

void
c_call_exit(struct c_call *c, int status)
{
	ffi_arg value = (ffi_arg)(ffi_sarg)status;
	memcpy(c->result, &value, sizeof value);
}

static void
run_program(struct c_call *c)
{
	char name[] = "program", *argv[] = {name, NULL}, **args = argv, **environment = environ;
	int n = 1;
	void *values[] = {&n, &args, &environment};
	ffi_call((ffi_cif *)(uintptr_t)&c->plan->cif, c->plan->function, c->result, values);
}

/* Writes over what a call has left on its stack: who still points there, or reads what it has not written, finds nothing of use. */
static __attribute__((noinline)) void
spoil_stack(void)
{
	unsigned char left[STACK_SPOILED];
	memset(left, SPOILED, sizeof left);
	__asm__ volatile("" : : "r"(left) : "memory");
}

void
c_call_run(struct c_call *c)
{
	if (plan_is_program(c->plan) && c->plan->n == 0) {
		run_program(c);
		return;
	}
	ffi_call((ffi_cif *)(uintptr_t)&c->plan->cif, c->plan->function, c->result, c->values);
	spoil_stack();
}

/* --- C to values --- */

static void
load_number(struct text *out, const struct type *t, const unsigned char *from)
{
	union {
		int8_t i8; uint8_t u8; int16_t i16; uint16_t u16; int32_t i32; uint32_t u32; int64_t i64; uint64_t u64; float f32; double f64; long double f80;
	} n = {0};
	memcpy(&n, from, t->size < sizeof n ? t->size : sizeof n);
	switch (t->kind) {
	case SRTEST_I8: wire_int(out, n.i8); break;
	case SRTEST_U8: wire_int(out, n.u8); break;
	case SRTEST_I16: wire_int(out, n.i16); break;
	case SRTEST_U16: wire_int(out, n.u16); break;
	case SRTEST_I32: wire_int(out, n.i32); break;
	case SRTEST_U32: wire_int(out, n.u32); break;
	case SRTEST_I64: wire_int(out, n.i64); break;
	case SRTEST_U64: wire_uint(out, n.u64); break;
	case SRTEST_F32: wire_float(out, (double)n.f32); break;
	case SRTEST_F64: wire_float(out, n.f64); break;
	case SRTEST_LONG_DOUBLE: wire_float(out, (double)n.f80); break;
	default: wire_none(out); break;
	}
}

static void
load(struct text *out, const struct type *t, const unsigned char *from)
{
	void *p;
	size_t list;
	switch (t->kind) {
	case SRTEST_POINTER:
		memcpy(&p, from, sizeof p);
		wire_handle(out, (uint64_t)(uintptr_t)p);
		break;
	case SRTEST_STRING:
		memcpy(&p, from, sizeof p);
		if (p)
			wire_string(out, p);
		else
			wire_none(out);
		break;
	case SRTEST_BEHIND:
		memcpy(&p, from, sizeof p);
		if (p)
			load(out, t->member[0], p);
		else
			wire_none(out);
		break;
	case SRTEST_STRUCT:
		list = wire_open_list(out);
		for (size_t i = 0; i < t->n; i++)
			load(out, t->member[i], from + t->offset[i]);
		wire_close_list(out, list);
		break;
	default:
		load_number(out, t, from);
	}
}

static void
load_buffer(struct text *out, const struct type *element, const unsigned char *from, size_t length)
{
	if (element->kind == SRTEST_I8 || element->kind == SRTEST_U8) {
		wire_bytes(out, from, length);
		return;
	}
	size_t list = wire_open_list(out);
	for (size_t i = 0; i < length; i++)
		load(out, element, from + i * element->size);
	wire_close_list(out, list);
}

void
c_call_write(const struct c_call *c, struct text *out)
{
	const struct plan *p = c->plan;
	load(out, p->result, c->result);
	for (size_t i = 0; i < p->n; i++) {
		const struct arg *a = &p->args[i];
		if (a->is_self || (a->direction != SRTEST_OUT && a->direction != SRTEST_INOUT))
			continue;
		if (a->type->kind == SRTEST_BUFFER)
			load_buffer(out, a->type->member[0], c->memory[i], c->length[i]);
		else
			load(out, a->type, c->memory[i]);
	}
}

void *
c_call_pointer(const struct c_call *c)
{
	void *p = NULL;
	if (c->plan->result->kind == SRTEST_POINTER)
		memcpy(&p, c->result, sizeof p);
	return p;
}

uint64_t
c_call_number(const struct c_call *c, uint64_t seed)
{
	for (size_t i = 0; i < c->plan->n; i++) {
		const struct arg *a = &c->plan->args[i];
		char *s = NULL;
		if (!c->memory[i] || a->is_self)
			continue;
		if (a->type->kind == SRTEST_STRING && a->direction == SRTEST_BY_VALUE)
			memcpy(&s, c->memory[i], sizeof s);
		seed = XXH3_64bits_withSeed(c->memory[i], lent_size(c->memory[i]), seed);
		seed = s ? XXH3_64bits_withSeed(s, strlen(s), seed) : seed;
	}
	return seed;
}

bool
c_call_is_intact(const struct c_call *c)
{
	for (size_t i = 0; i < c->plan->n; i++) {
		const struct arg *a = &c->plan->args[i];
		char *s = NULL;
		if (!c->memory[i] || a->is_self)
			continue;
		if (a->type->kind == SRTEST_STRING && a->direction == SRTEST_BY_VALUE)
			memcpy(&s, c->memory[i], sizeof s);
		if (!is_intact(c->memory[i]) || (s && !is_intact(s)))
			return false;
	}
	return true;
}

const void *
c_call_place(const struct c_call *c)
{
	const void *place;
	memcpy(&place, &c->plan->function, sizeof place);
	return (const char *)place + 1; /* as if it had called something */
}

void
c_call_spoil(struct c_call *c)
{
	for (size_t i = 0; i < c->plan->n; i++) {
		const struct arg *a = &c->plan->args[i];
		char *s = NULL;
		bool text = c->memory[i] && !a->is_self && a->type->kind == SRTEST_STRING && a->direction == SRTEST_BY_VALUE;
		if (text)
			memcpy(&s, c->memory[i], sizeof s);
		if (s)
			memset(s, SPOILED, strlen(s));
		else if (!text && c->pointers[i] && c->pointers[i] == c->memory[i])
			memset(c->memory[i], SPOILED, lent_size(c->memory[i]));
	}
}

void
c_call_free(struct c_call *c)
{
	/* the other way round than it was taken, so that the next test is given the same again */
	for (size_t i = c->plan->n; i-- > 0;) {
		const struct arg *a = &c->plan->args[i];
		if (c->memory[i] && !a->is_self && a->type->kind == SRTEST_STRING && a->direction == SRTEST_BY_VALUE) {
			void *s;
			memcpy(&s, c->memory[i], sizeof s);
			take_back(s);
		}
		take_back(c->memory[i]);
	}
	real.free(c->result);
	real.free(c);
}
