#include "lang/type.h"

#include <string.h>

const struct type type_nothing = {.kind = TYPE_NOTHING, .name = "nothing", .flat = true};
const struct type type_bool = {.kind = TYPE_BOOL, .name = "bool", .count = 2, .flat = true};
const struct type type_int = {.kind = TYPE_INT, .name = "int", .min = INT64_MIN, .max = INT64_MAX, .flat = true};
const struct type type_nat = {.kind = TYPE_INT, .name = "nat", .min = 0, .max = INT64_MAX, .flat = true};
const struct type type_byte = {.kind = TYPE_INT, .min = 0, .max = 255, .count = 256, .flat = true};
const struct type type_char = {.kind = TYPE_CHAR, .name = "char", .count = 256, .flat = true};
const struct type type_string = {.kind = TYPE_SEQ, .name = "string", .elem = &type_char};
const struct type type_bytes = {.kind = TYPE_SEQ, .name = "bytes", .elem = &type_byte};
const struct type type_braces = {.kind = TYPE_BRACES, .elem = &type_nothing, .key = &type_nothing};

static struct type *
make(struct arena *a, struct type t)
{
	struct type *copy = arena_new(a, struct type);
	*copy = t;
	return copy;
}

const struct type *
type_range(struct arena *a, int64_t min, int64_t max)
{
	uint64_t span = (uint64_t)max - (uint64_t)min;
	uint64_t count = max < min ? 0 : span < UINT32_MAX ? span + 1 : 0;
	return make(a, (struct type){.kind = TYPE_INT, .min = min, .max = max, .count = count, .flat = true});
}

const struct type *
type_enum(struct arena *a, const char *const *names, size_t n)
{
	return make(a, (struct type){.kind = TYPE_ENUM, .names = names, .n = n, .count = n, .flat = true});
}

const struct type *
type_record(struct arena *a, const struct field *fields, size_t n)
{
	uint64_t count = 1;
	for (size_t i = 0; i < n && count; i++) {
		uint64_t c = fields[i].type->count;
		count = c && count <= UINT32_MAX / c ? count * c : 0;
	}
	return make(a, (struct type){.kind = TYPE_RECORD, .fields = fields, .n = n, .count = count});
}

const struct type *
type_of(struct arena *a, enum type_kind kind, const struct type *elem)
{
	uint64_t count = kind == TYPE_OPTION && elem->count ? elem->count + 1 : 0;
	return make(a, (struct type){.kind = kind, .elem = elem, .count = count});
}

const struct type *
type_map_partial(struct arena *a, const struct type *key, const struct type *value)
{
	return make(a, (struct type){.kind = TYPE_MAP, .key = key, .elem = value});
}

const struct type *
type_map(struct arena *a, const struct type *key, const struct type *value)
{
	bool total = key->count > 0 && key->count <= TOTAL_MAP_KEYS;
	return make(a, (struct type){.kind = TYPE_MAP, .key = key, .elem = value, .total = total});
}

const struct type *
type_named(struct arena *a, const char *name, const struct type *t)
{
	struct type *copy = make(a, *t);
	copy->name = name;
	return copy;
}

static bool
same_names(const struct type *a, const struct type *b)
{
	if (a->n != b->n)
		return false;
	for (size_t i = 0; i < a->n; i++)
		if (strcmp(a->kind == TYPE_ENUM ? a->names[i] : a->fields[i].name,
			b->kind == TYPE_ENUM ? b->names[i] : b->fields[i].name) != 0)
			return false;
	return true;
}

/* How two types compare part by part: `within` asks for every value, else for the kind only. */
static bool
compatible(const struct type *from, const struct type *to, bool within)
{
	if (from == to || from->kind == TYPE_NOTHING)
		return true;
	if (from->kind == TYPE_BRACES)
		return to->kind == TYPE_SET || to->kind == TYPE_BAG || (to->kind == TYPE_MAP && !to->total) || to->kind == TYPE_BRACES;
	if (from->kind != to->kind)
		return false;
	switch (from->kind) {
	case TYPE_INT:
		return !within || (from->min >= to->min && from->max <= to->max) || from->min > from->max;
	case TYPE_ENUM:
		return same_names(from, to);
	case TYPE_RECORD:
		if (!same_names(from, to))
			return false;
		for (size_t i = 0; i < from->n; i++)
			if (!compatible(from->fields[i].type, to->fields[i].type, within))
				return false;
		return true;
	case TYPE_MAP:
		if (from->total != to->total)
			return false;
		if (to->total && !(type_within(from->key, to->key) && type_within(to->key, from->key)))
			return false;
		return compatible(from->key, to->key, within) && compatible(from->elem, to->elem, within);
	case TYPE_OPTION:
	case TYPE_SEQ:
	case TYPE_SET:
	case TYPE_BAG:
		return compatible(from->elem, to->elem, within);
	case TYPE_NOTHING:
	case TYPE_BOOL:
	case TYPE_CHAR:
	case TYPE_BRACES:
		return true;
	}
	return false;
}

bool
type_within(const struct type *from, const struct type *to)
{
	return compatible(from, to, true);
}

bool
type_meets(const struct type *from, const struct type *to)
{
	return compatible(from, to, false);
}

bool
type_either_meets(const struct type *a, const struct type *b)
{
	return type_meets(a, b) || type_meets(b, a);
}

bool
type_is_bag_like(const struct type *t)
{
	return t->kind == TYPE_SET || t->kind == TYPE_BAG || t->kind == TYPE_BRACES;
}


static const struct type *
join_records(struct arena *a, const struct type *x, const struct type *y)
{
	if (!same_names(x, y))
		return NULL;
	struct field *fields = arena_array(a, struct field, x->n);
	for (size_t i = 0; i < x->n; i++) {
		fields[i].name = x->fields[i].name;
		fields[i].type = type_join(a, x->fields[i].type, y->fields[i].type);
		if (!fields[i].type)
			return NULL;
	}
	return type_record(a, fields, x->n);
}

const struct type *
type_join(struct arena *a, const struct type *x, const struct type *y)
{
	if (type_within(x, y))
		return y;
	if (type_within(y, x))
		return x;
	if (x->kind != y->kind)
		return NULL;
	if (x->kind == TYPE_INT)
		return type_range(a, x->min < y->min ? x->min : y->min, x->max > y->max ? x->max : y->max);
	if (x->kind == TYPE_RECORD)
		return join_records(a, x, y);
	if (x->kind == TYPE_MAP && x->total)
		return type_meets(x, y) ? type_map(a, x->key, type_join(a, x->elem, y->elem)) : NULL;
	if (!x->elem)
		return NULL;
	const struct type *elem = type_join(a, x->elem, y->elem);
	if (!elem)
		return NULL;
	if (x->kind != TYPE_MAP)
		return type_of(a, x->kind, elem);
	const struct type *key = type_join(a, x->key, y->key);
	return key ? type_map_partial(a, key, elem) : NULL;
}

int
type_field(const struct type *t, const char *name)
{
	for (size_t i = 0; t->kind == TYPE_RECORD && i < t->n; i++)
		if (strcmp(t->fields[i].name, name) == 0)
			return (int)i;
	return -1;
}

bool
type_is_text(const struct type *t)
{
	return t->kind == TYPE_SEQ && t->elem->kind == TYPE_CHAR;
}

static void
print_parts(struct text *out, const struct type *t)
{
	switch (t->kind) {
	case TYPE_INT:
		if (t->min == INT64_MIN && t->max == INT64_MAX)
			text_str(out, "int");
		else if (t->max == INT64_MAX)
			text_printf(out, "%lld..", (long long)t->min);
		else
			text_printf(out, "%lld..%lld", (long long)t->min, (long long)t->max);
		break;
	case TYPE_ENUM:
		text_str(out, "enum(");
		for (size_t i = 0; i < t->n; i++)
			text_printf(out, "%s%s", i ? ", " : "", t->names[i]);
		text_char(out, ')');
		break;
	case TYPE_RECORD:
		text_str(out, "record(");
		for (size_t i = 0; i < t->n; i++) {
			text_printf(out, "%s%s: ", i ? ", " : "", t->fields[i].name);
			type_print(out, t->fields[i].type);
		}
		text_char(out, ')');
		break;
	case TYPE_OPTION:
	case TYPE_SEQ:
	case TYPE_SET:
	case TYPE_BAG:
		text_str(out, t->kind == TYPE_OPTION ? "option " : t->kind == TYPE_SEQ ? "seq of " : t->kind == TYPE_SET ? "set of " : "bag of ");
		type_print(out, t->elem);
		break;
	case TYPE_MAP:
		text_str(out, "map[");
		type_print(out, t->key);
		text_str(out, "] ");
		type_print(out, t->elem);
		break;
	case TYPE_BRACES:
		text_str(out, "{}");
		break;
	case TYPE_BOOL:
		text_str(out, "bool");
		break;
	case TYPE_CHAR:
		text_str(out, "char");
		break;
	case TYPE_NOTHING:
		text_str(out, "nothing");
		break;
	}
}

void
type_print(struct text *out, const struct type *t)
{
	if (t->name)
		text_str(out, t->name);
	else
		print_parts(out, t);
}

const char *
type_text(struct arena *a, const struct type *t)
{
	struct text out = {0};
	type_print(&out, t);
	return text_take(&out, a);
}
