#include "drivers/native/call.h"

#include "drivers/native/engine.h"
#include "drivers/native/lent.h"
#include "drivers/native/real.h"

#include <string.h>
#include <unistd.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

enum { STACK_SPOILED = 2048, MOST_GIVEN = 4096, MOST_ARGUMENTS = 64 }; /* so much of its stack is written over when a call is over */

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
	size_t each = element->size ? element->size : 1, behind = c->plan->args[i].direction != SRTEST_OUT && each == 1; /* a NUL, for text */
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

int
c_call_status(const struct c_call *c)
{
	return (int)*(const ffi_sarg *)(const void *)c->result;
}

void
c_call_exit(struct c_call *c, int status)
{
	ffi_arg value = (ffi_arg)(ffi_sarg)status;
	memcpy(c->result, &value, sizeof value);
}

/* Of programs: all that follows their name, one behind the other, each with a zero at its end. */
static char given[MOST_GIVEN];
static size_t given_size;
static int ngiven;
static bool no_status;

bool
c_call_start_programs(struct wire *from)
{
	size_t n;
	for (struct wire list = wire_read_list(from); wire_more(&list); ngiven++) {
		const char *one = wire_read_bytes(&list, &n);
		if (!one || ngiven == MOST_ARGUMENTS || n >= sizeof given - given_size)
			return false;
		memcpy(given + given_size, one, n);
		given_size += n + 1;
	}
	no_status = wire_read_int(from) != 0;
	return !from->bad;
}

/* It may write to its arguments: each run has its own. */
static void
run_program(struct c_call *c)
{
	char name[] = "program", words[MOST_GIVEN], *argv[MOST_ARGUMENTS + 2] = {name}, **args = argv, **environment = environ;
	int n = ngiven + 1;
	memcpy(words, given, given_size);
	for (char *at = words, **to = argv + 1; at < words + given_size; at += strlen(at) + 1)
		*to++ = at;
	void *values[] = {&n, &args, &environment};
	ffi_call((ffi_cif *)(uintptr_t)&c->plan->cif, c->plan->function, c->result, values);
	if (no_status)
		c_call_exit(c, 0);
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
		engine_hand_out(p);
		if (p)
			wire_string(out, p);
		else
			wire_none(out);
		break;
	case SRTEST_BEHIND:
		memcpy(&p, from, sizeof p);
		engine_hand_out(p);
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

/* --- the memory of a call --- */

/* Is the argument a string by itself? */
static bool
is_text(const struct c_call *c, size_t i)
{
	const struct arg *a = &c->plan->args[i];
	return c->memory[i] && !a->is_self && a->type->kind == SRTEST_STRING && a->direction == SRTEST_BY_VALUE;
}

/* NULL: there is none. */
static char *
text_of(const struct c_call *c, size_t i)
{
	char *s = NULL;
	if (is_text(c, i))
		memcpy(&s, c->memory[i], sizeof s);
	return s;
}

uint64_t
c_call_number(const struct c_call *c, uint64_t seed)
{
	for (size_t i = 0; i < c->plan->n; i++) {
		const char *s = text_of(c, i);
		if (c->memory[i])
			seed = XXH3_64bits_withSeed(c->memory[i], lent_size(c->memory[i]), seed);
		seed = s ? XXH3_64bits_withSeed(s, strlen(s), seed) : seed;
	}
	return seed;
}

bool
c_call_is_intact(const struct c_call *c)
{
	for (size_t i = 0; i < c->plan->n; i++) {
		const char *s = text_of(c, i);
		if ((c->memory[i] && !lent_is_intact(c->memory[i])) || (s && !lent_is_intact(s)))
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
		char *s = text_of(c, i);
		if (s)
			lent_end(s, strlen(s));
		else if (c->memory[i] && !is_text(c, i) && c->pointers[i] == c->memory[i])
			lent_end(c->memory[i], lent_size(c->memory[i]));
	}
}

/* The other way round than it was taken, so that the next test is given the same again. */
void
c_call_free(struct c_call *c)
{
	for (size_t i = c->plan->n; i-- > 0;) {
		lent_take_back(text_of(c, i));
		lent_take_back(c->memory[i]);
	}
	real.free(c->result);
	real.free(c);
}
