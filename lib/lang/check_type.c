#include "lang/checker.h"

#include <string.h>

static const struct type *
basic_type(const char *name)
{
	static const struct type *const basic[] = {&type_bool, &type_int, &type_nat, &type_char, &type_string, &type_bytes};
	for (size_t i = 0; i < sizeof basic / sizeof *basic; i++)
		if (strcmp(basic[i]->name, name) == 0)
			return basic[i];
	return NULL;
}

static const struct type *
type_name(struct check *c, const struct texpr *t)
{
	const struct type *basic = basic_type(t->name);
	if (basic)
		return basic;
	const struct symbol *s = scope_find(c->scope, t->name);
	if (s && (s->kind == SYMBOL_TYPE || s->kind == SYMBOL_BROKEN))
		return s->kind == SYMBOL_TYPE ? s->type : NULL;
	const char *near = check_nearest(c, t->name, KIND_BIT(SYMBOL_TYPE));
	diag_error(c->diags, t->span, s ? "'%s' is not a type" : "the type '%s' is not known", t->name);
	if (near && !s)
		diag_hint(c->diags, "did you mean '%s'?", near);
	else
		diag_hint(c->diags, "types are bool, int, nat, a..b, char, string, bytes, seq of T, set of T, bag of T, map[K] T, option T, enum(a, b), record(a: T) and those under 'types:'");
	return NULL;
}

static const struct type *
range_type(struct check *c, const struct texpr *t)
{
	word low, high;
	bool ok = constant_value(c, t->low, &type_int, &low);
	ok = constant_value(c, t->high, &type_int, &high) && ok;
	if (!ok)
		return NULL;
	if (low > high) {
		diag_error(c->diags, t->span, "this range is empty: %lld is greater than %lld", (long long)low, (long long)high);
		return NULL;
	}
	return type_range(c->arena, low, high);
}

static bool
distinct(struct check *c, const struct texpr *t)
{
	for (size_t i = 0; i < t->n; i++)
		for (size_t j = 0; j < i; j++)
			if (strcmp(t->names[i], t->names[j]) == 0)
				return diag_error(c->diags, t->spans[i], "'%s' stands here twice", t->names[i]);
	return true;
}

static const struct type *
record_type(struct check *c, const struct texpr *t)
{
	struct field *fields = arena_array(c->arena, struct field, t->n);
	for (size_t i = 0; i < t->n; i++) {
		fields[i] = (struct field){t->names[i], check_type(c, t->fields[i])};
		if (!fields[i].type)
			return NULL;
	}
	return distinct(c, t) ? type_record(c->arena, fields, t->n) : NULL;
}

const struct type *
check_type(struct check *c, const struct texpr *t)
{
	const struct type *elem, *key;
	switch (t->kind) {
	case TEXPR_NAME:
		return type_name(c, t);
	case TEXPR_RANGE:
		return range_type(c, t);
	case TEXPR_OF:
		elem = check_type(c, t->elem);
		if (elem && t->of == TYPE_OPTION && elem->kind == TYPE_OPTION) {
			diag_error(c->diags, t->span, "an option of an option is not supported");
			return NULL;
		}
		return elem ? type_of(c->arena, t->of, elem) : NULL;
	case TEXPR_MAP:
		key = check_type(c, t->key);
		elem = check_type(c, t->elem);
		return key && elem ? type_map(c->arena, key, elem) : NULL;
	case TEXPR_ENUM:
		return distinct(c, t) ? type_enum(c->arena, t->names, t->n) : NULL;
	case TEXPR_RECORD:
		return record_type(c, t);
	}
	return NULL;
}
