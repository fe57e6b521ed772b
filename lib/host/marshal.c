#include "host/marshal.h"

#include <stdlib.h>
#include <string.h>

/* --- types of C as types of the protocol --- */

static enum srtest_ctype
integer_kind(const struct ctype *t)
{
	static const enum srtest_ctype kinds[][2] = {
		{SRTEST_U8, SRTEST_I8}, {SRTEST_U16, SRTEST_I16}, {SRTEST_U32, SRTEST_I32}, {SRTEST_U64, SRTEST_I64},
	};
	size_t size = ctype_size(t);
	return kinds[size == 1 ? 0 : size == 2 ? 1 : size == 4 ? 2 : 3][ctype_is_signed(t)];
}

static void write_type(struct text *, const struct ctype *);

/* How a struct is passed depends on what is in its first 16 bytes at most. */
static void
write_array(struct text *out, const struct ctype *t)
{
	wire_int(out, SRTEST_STRUCT);
	wire_uint(out, ctype_size(t));
	wire_uint(out, ctype_align(t));
	for (int64_t i = 0; i < (int64_t)t->array.length && i < 16; i++) {
		wire_uint(out, (uint64_t)i * ctype_size(t->array.element));
		write_type(out, t->array.element);
	}
}

static void
write_type(struct text *out, const struct ctype *t)
{
	size_t list = wire_open_list(out);
	if (ctype_is_integer(t)) {
		wire_int(out, integer_kind(t));
	} else if (ctype_is_floating(t)) {
		wire_int(out, t->kind == CTYPE_FLOAT ? SRTEST_F32 : t->kind == CTYPE_DOUBLE ? SRTEST_F64 : SRTEST_LONG_DOUBLE);
	} else if (t->kind == CTYPE_STRUCT) {
		wire_int(out, SRTEST_STRUCT);
		wire_uint(out, ctype_size(t));
		wire_uint(out, ctype_align(t));
		for (size_t i = 0; i < t->record->n_members; i++) {
			wire_uint(out, t->record->members[i].offset);
			write_type(out, t->record->members[i].type);
		}
	} else if (t->kind == CTYPE_ARRAY) {
		write_array(out, t);
	} else {
		wire_int(out, ctype_is_void(t) ? SRTEST_VOID : SRTEST_POINTER);
	}
	wire_close_list(out, list);
}

static void
write_special(struct text *out, enum srtest_ctype kind, const struct ctype *element)
{
	size_t list = wire_open_list(out);
	wire_int(out, kind);
	if (element)
		write_type(out, element);
	wire_close_list(out, list);
}

static void write_behind(struct text *, const struct type *, const struct ctype *);

/* What comes out as a value of the model: what is behind its pointers comes with it. */
static void
write_out_type(struct text *out, const struct type *t, const struct ctype *c)
{
	if (c->kind == CTYPE_POINTER) {
		write_behind(out, t, c);
		return;
	}
	if (t->kind != TYPE_RECORD || c->kind != CTYPE_STRUCT) {
		write_type(out, c);
		return;
	}
	size_t list = wire_open_list(out);
	wire_int(out, SRTEST_STRUCT);
	wire_uint(out, ctype_size(c));
	wire_uint(out, ctype_align(c));
	for (size_t i = 0; i < c->record->n_members; i++) {
		const struct cmember *m = &c->record->members[i];
		int field = m->name ? type_field(t, m->name) : -1;
		wire_uint(out, m->offset);
		if (field >= 0)
			write_out_type(out, t->fields[field].type, m->type);
		else
			write_type(out, m->type);
	}
	wire_close_list(out, list);
}

static bool
keeps_pointer(const struct type *elem)
{
	return type_is_text(elem) || elem->kind == TYPE_RECORD;
}

static void
write_behind(struct text *out, const struct type *t, const struct ctype *c)
{
	if (t->kind == TYPE_OPTION && keeps_pointer(t->elem))
		t = t->elem;
	if (type_is_text(t)) {
		write_special(out, SRTEST_STRING, NULL);
		return;
	}
	size_t list = wire_open_list(out);
	wire_int(out, SRTEST_BEHIND);
	write_out_type(out, t->kind == TYPE_OPTION ? t->elem : t, c->target);
	wire_close_list(out, list);
}

/* How an argument travels. */
enum passage { PASS_SELF, PASS_VALUE, PASS_STRING, PASS_BUFFER, PASS_POINTER };

static enum passage
passage_of(const struct binding_arg *a)
{
	if (a->is_self)
		return PASS_SELF;
	if (a->ctype->kind != CTYPE_POINTER)
		return PASS_VALUE;
	if (a->length.code)
		return PASS_BUFFER;
	const struct type *t = a->type->kind == TYPE_OPTION && type_is_text(a->type->elem) && a->direction == DIRECTION_IN ? a->type->elem : a->type;
	if (t->kind != TYPE_SEQ)
		return PASS_POINTER;
	bool text = type_is_text(t) && a->direction == DIRECTION_IN && ctype_size(a->ctype->target) == 1;
	return text ? PASS_STRING : PASS_BUFFER;
}

/* What a buffer behind a `void *` has are bytes. */
static const struct ctype *
element_of(const struct binding_arg *a)
{
	static const struct ctype byte = {.kind = CTYPE_UCHAR};
	return ctype_is_void(a->ctype->target) ? &byte : a->ctype->target;
}

static void
write_arg_plan(struct text *out, const struct binding_arg *a)
{
	size_t list = wire_open_list(out);
	enum passage passage = passage_of(a);
	int direction = a->direction == DIRECTION_OUT ? SRTEST_OUT : a->direction == DIRECTION_INOUT ? SRTEST_INOUT : SRTEST_IN;
	if (passage == PASS_SELF)
		wire_none(out);
	else
		wire_int(out, passage == PASS_VALUE || passage == PASS_STRING ? SRTEST_BY_VALUE : direction);
	if (passage == PASS_VALUE)
		write_type(out, a->ctype);
	else if (passage == PASS_STRING)
		write_special(out, SRTEST_STRING, NULL);
	else if (passage == PASS_BUFFER)
		write_special(out, SRTEST_BUFFER, element_of(a));
	else if (passage == PASS_POINTER && a->direction == DIRECTION_OUT)
		write_out_type(out, a->type, a->ctype->target);
	else if (passage == PASS_POINTER)
		write_type(out, a->ctype->target);
	wire_close_list(out, list);
}

void
marshal_plan(struct text *out, const struct binding *b, const struct type *returns)
{
	if (!b->given) {
		wire_none(out);
		return;
	}
	size_t list = wire_open_list(out);
	wire_string(out, b->function->name);
	if (b->target == TARGET_RESULT)
		write_out_type(out, b->field >= 0 ? returns->fields[b->field].type : returns, b->function->result);
	else
		write_type(out, b->function->result);
	for (size_t i = 0; i < b->n; i++)
		write_arg_plan(out, &b->args[i]);
	wire_close_list(out, list);
}

/* --- values into C --- */

struct writer {
	struct text *out;
	const struct spec *spec;
	const char *wrong;
};

static bool
wrong(struct writer *w, const char *message)
{
	w->wrong = message;
	return false;
}

/* The largest value of a char, which may have a sign. */
static int64_t
range_top(const struct ctype *c)
{
	return ctype_is_signed(c) ? 127 : 255;
}

static bool
write_integer(struct writer *w, const struct type *t, const struct ctype *c, word value)
{
	int64_t number = value;
	if (t->kind == TYPE_ENUM && c->kind == CTYPE_ENUM)
		binding_enum_value(&w->spec->implementation.table, c->enumeration, t->names[value], &number);
	if (!ctype_is_integer(c)) {
		if (ctype_is_floating(c))
			wire_float(w->out, (double)number);
		return ctype_is_floating(c) || wrong(w, "a number is passed for something else");
	}
	struct crange range = ctype_range(c);
	bool unsigned_char = t->kind == TYPE_CHAR && c->kind == CTYPE_CHAR; /* a byte, whatever the sign of char */
	if (unsigned_char)
		number = number > range_top(c) ? number - 256 : number;
	else if (number < range.min || (number > 0 && (uint64_t)number > range.max))
		return wrong(w, "a value does not fit the C type of its argument");
	wire_int(w->out, number);
	return true;
}

static bool write_value(struct writer *, const struct type *, const struct ctype *, word);

static bool
write_record(struct writer *w, const struct type *t, const struct ctype *c, word value)
{
	size_t list = wire_open_list(w->out);
	bool ok = true;
	for (size_t i = 0; i < c->record->n_members && ok; i++) {
		const struct cmember *m = &c->record->members[i];
		int field = m->name ? type_field(t, m->name) : -1;
		if (field >= 0)
			ok = write_value(w, t->fields[field].type, m->type, block_of(value)->at[field]);
		else if (m->type->kind == CTYPE_POINTER)
			wire_handle(w->out, 0);
		else if (ctype_is_floating(m->type))
			wire_float(w->out, 0);
		else
			wire_int(w->out, 0);
	}
	wire_close_list(w->out, list);
	return ok;
}

static bool
write_value(struct writer *w, const struct type *t, const struct ctype *c, word value)
{
	switch (t->kind) {
	case TYPE_BOOL:
	case TYPE_INT:
	case TYPE_CHAR:
	case TYPE_ENUM:
		return write_integer(w, t, c, value);
	case TYPE_RECORD:
		return c->kind == CTYPE_STRUCT ? write_record(w, t, c, value) : wrong(w, "a record is passed for something else");
	case TYPE_OPTION:
		if (block_of(value)->n)
			return write_value(w, t->elem, c, block_of(value)->at[0]);
		wire_none(w->out);
		return true;
	case TYPE_NOTHING:
	case TYPE_SEQ:
	case TYPE_SET:
	case TYPE_BAG:
	case TYPE_MAP:
	case TYPE_BRACES:
		break;
	}
	return wrong(w, "such a value cannot be passed");
}

static void
write_text(struct text *out, const struct block *b)
{
	struct text bytes = {0};
	for (size_t i = 0; i < b->n; i++)
		text_char(&bytes, (char)b->at[i]);
	wire_bytes(out, bytes.s ? bytes.s : "", bytes.n);
	text_free(&bytes);
}

/* Length, then what is in it; nothing for a buffer that is only written. */
static bool
write_buffer(struct writer *w, const struct binding_arg *a, word value, int64_t length)
{
	size_t list = wire_open_list(w->out);
	bool ok = true;
	if (a->direction == DIRECTION_OUT) {
		wire_int(w->out, length);
		wire_none(w->out);
	} else {
		const struct block *b = block_of(value);
		wire_int(w->out, length > (int64_t)b->n ? length : (int64_t)b->n);
		size_t items = wire_open_list(w->out);
		for (size_t i = 0; i < b->n && ok; i++)
			ok = write_value(w, a->type->elem, element_of(a), b->at[i]);
		wire_close_list(w->out, items);
	}
	wire_close_list(w->out, list);
	return ok;
}

static bool
evaluate(struct writer *w, struct machine *m, const struct clause *c, const struct frame *f, word *value)
{
	if (code_run(m, c->code, f, value) == RUN_OK)
		return true;
	return wrong(w, "an argument cannot be evaluated");
}

static bool
write_arg(struct writer *w, const struct binding_arg *a, struct machine *m, const struct frame *f)
{
	word value = 0, length = 0;
	if (a->value.code && !evaluate(w, m, &a->value, f, &value))
		return false;
	if (a->length.code && !evaluate(w, m, &a->length, f, &length))
		return false;
	if (length < 0 || length > SRTEST_LARGEST_RECORD / 16)
		return wrong(w, "the length of a buffer is out of reason");
	const struct type *t = a->value.expr ? a->value.expr->type : a->type;
	switch (passage_of(a)) {
	case PASS_SELF:
		return true;
	case PASS_VALUE:
		return write_value(w, a->type, a->ctype, value);
	case PASS_STRING:
		if (t->kind == TYPE_OPTION && !block_of(value)->n)
			wire_none(w->out);
		else
			write_text(w->out, block_of(t->kind == TYPE_OPTION ? block_of(value)->at[0] : value));
		return true;
	case PASS_BUFFER:
		return write_buffer(w, a, value, length);
	case PASS_POINTER:
		return a->direction == DIRECTION_OUT || write_value(w, t->kind == TYPE_OPTION ? t : a->type, a->ctype->target, value);
	}
	return false;
}

bool
marshal_args(struct text *out, const struct spec *s, const struct binding *b, struct machine *m, const word *params, const word *args, const char **message)
{
	struct writer w = {.out = out, .spec = s};
	struct frame f = {.at = {[SEG_PARAM] = (word *)(uintptr_t)params, [SEG_ARG] = (word *)(uintptr_t)args}};
	bool ok = true;
	for (size_t i = 0; i < b->n && ok; i++)
		ok = write_arg(&w, &b->args[i], m, &f);
	*message = w.wrong;
	return ok;
}

/* --- values out of C --- */

struct taker {
	const struct spec *spec;
	struct heap *heap;
	struct arena *arena;
	const char *wrong;
	const char *where; /* ".job.name", once something is wrong there */
};

static bool take_value(struct taker *, struct wire *, const struct type *, const struct ctype *, word *);

static bool
refuse(struct taker *k, const char *message)
{
	k->wrong = message;
	return false;
}

/* What was wrong was so in this field. */
static bool
within(struct taker *k, const char *field)
{
	k->where = arena_printf(k->arena, ".%s%s", field, k->where ? k->where : "");
	return false;
}

static bool
take_enum(struct taker *k, const struct type *t, const struct ctype *c, int64_t number, word *value)
{
	for (size_t i = 0; i < t->n; i++) {
		int64_t known = (int64_t)i;
		if (c->kind == CTYPE_ENUM)
			binding_enum_value(&k->spec->implementation.table, c->enumeration, t->names[i], &known);
		if (known == number) {
			*value = (word)i;
			return true;
		}
	}
	return refuse(k, "a value came out that is none of the enum");
}

static bool
take_number(struct taker *k, struct wire *w, const struct type *t, const struct ctype *c, word *value)
{
	if (wire_tag(w) == SRTEST_UINT)
		return refuse(k, "a number came out that is larger than the model's");
	if (wire_tag(w) != SRTEST_INT)
		return refuse(k, "no number came out where one should");
	int64_t number = wire_read_int(w);
	if (t->kind == TYPE_ENUM)
		return take_enum(k, t, c, number, value);
	*value = t->kind == TYPE_BOOL ? number != 0 : t->kind == TYPE_CHAR ? number & 0xff : number;
	return true;
}

static bool
take_record(struct taker *k, struct wire *w, const struct type *t, const struct ctype *c, word *value)
{
	if (wire_tag(w) == SRTEST_NONE)
		return refuse(k, "NULL came out where a record should");
	struct wire list = wire_read_list(w);
	if (c->kind == CTYPE_POINTER)
		c = c->target;
	word *at = mem_alloc((t->n + 1) * sizeof *at);
	bool ok = c->kind == CTYPE_STRUCT;
	for (size_t i = 0; ok && i < t->n; i++)
		value_initial(k->heap, t->fields[i].type, &at[i]);
	for (size_t i = 0; ok && i < c->record->n_members; i++) {
		const struct cmember *m = &c->record->members[i];
		int field = m->name ? type_field(t, m->name) : -1;
		if (field < 0)
			wire_skip(&list);
		else
			ok = take_value(k, &list, t->fields[field].type, m->type, &at[field]) || within(k, m->name);
	}
	if (ok)
		*value = heap_block(k->heap, at, t->n);
	free(at);
	return ok && !list.bad;
}

static bool
take_sequence(struct taker *k, struct wire *w, const struct type *t, const struct ctype *element, word *value)
{
	VEC(word) items = {0};
	struct arena a = {0};
	bool ok = true;
	if (wire_tag(w) == SRTEST_BYTES) {
		size_t n;
		const unsigned char *bytes = wire_read_bytes(w, &n);
		for (size_t i = 0; i < n; i++)
			vec_push(&a, &items, bytes[i]);
	} else {
		struct wire list = wire_read_list(w);
		while (ok && wire_more(&list)) {
			word item;
			ok = take_value(k, &list, t->elem, element, &item);
			vec_push(&a, &items, item);
		}
		ok = ok && !list.bad;
	}
	if (ok)
		*value = heap_block(k->heap, items.at, items.n);
	arena_free(&a);
	return ok || refuse(k, "what came out is no sequence");
}

static bool
take_option(struct taker *k, struct wire *w, const struct type *t, const struct ctype *c, word *value)
{
	word inner;
	bool some = wire_tag(w) != SRTEST_NONE;
	if (!some)
		wire_skip(w);
	else if (!take_value(k, w, t->elem, keeps_pointer(t->elem) ? c : c->target, &inner))
		return false;
	*value = heap_block(k->heap, &inner, some);
	return true;
}

static bool
take_value(struct taker *k, struct wire *w, const struct type *t, const struct ctype *c, word *value)
{
	if (t->flat)
		return take_number(k, w, t, c, value);
	if (t->kind == TYPE_RECORD)
		return take_record(k, w, t, c, value);
	if (t->kind == TYPE_OPTION && c->kind == CTYPE_POINTER)
		return take_option(k, w, t, c, value);
	if (t->kind == TYPE_SEQ && c->kind == CTYPE_POINTER && wire_tag(w) != SRTEST_NONE)
		return take_sequence(k, w, t, c->target, value);
	if (wire_tag(w) == SRTEST_NONE)
		return refuse(k, "NULL came out where a value should");
	return refuse(k, "such a value cannot come out of C");
}

/* Puts a part into its field, or makes it the whole. */
static void
put(const struct type *returns, int field, word part, word *fields, word *result)
{
	if (field >= 0 && returns->kind == TYPE_RECORD)
		fields[field] = part;
	else
		*result = part;
}

/* The part that was to be put has no value. */
static bool
lacks(struct taker *k, const struct type *returns, int field)
{
	return field >= 0 && returns->kind == TYPE_RECORD ? within(k, returns->fields[field].name) : false;
}

bool
marshal_result(struct wire *w, const struct spec *s, const struct binding *b, const struct type *returns, struct arena *a, struct heap *heap, word *result,
	const char **message)
{
	struct taker k = {.spec = s, .heap = heap, .arena = a};
	bool record = returns->kind == TYPE_RECORD, whole = false, ok = true;
	word *fields = mem_alloc((returns->n + 1) * sizeof *fields), part;
	for (size_t i = 0; record && i < returns->n; i++)
		value_initial(heap, returns->fields[i].type, &fields[i]);
	value_initial(heap, returns, result);
	if (b->target == TARGET_RESULT) {
		const struct type *t = b->field >= 0 ? returns->fields[b->field].type : returns;
		ok = take_value(&k, w, t, b->function->result, &part) || lacks(&k, returns, b->field);
		put(returns, b->field, ok ? part : 0, fields, result);
		whole = b->field < 0;
	} else {
		wire_skip(w);
	}
	for (size_t i = 0; ok && i < b->n; i++) {
		const struct binding_arg *arg = &b->args[i];
		if (arg->is_self || arg->direction == DIRECTION_IN)
			continue;
		bool buffer = passage_of(arg) == PASS_BUFFER;
		ok = buffer ? take_sequence(&k, w, arg->type, element_of(arg), &part) : take_value(&k, w, arg->type, arg->ctype->target, &part);
		ok = ok || lacks(&k, returns, arg->field);
		put(returns, arg->field, ok ? part : 0, fields, result);
		whole = whole || arg->field < 0;
	}
	if (ok && record && !whole)
		*result = heap_block(heap, fields, returns->n);
	free(fields);
	*message = k.wrong && k.where ? arena_printf(a, "%s, in result%s", k.wrong, k.where) : k.wrong;
	return ok && !w->bad;
}
