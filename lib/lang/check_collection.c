#include "lang/checker.h"

#include <string.h>

const struct type *
check_container(struct check *c, struct expr *e)
{
	const struct symbol *named = check_type_named(c, e);
	if (named) {
		e->symbol = named;
		e->type = type_of(c->arena, TYPE_SET, named->type);
		return named->type;
	}
	const struct type *t = check_infer(c, e, NULL);
	if (!t)
		return NULL;
	if (t->kind == TYPE_SEQ || type_is_bag_like(t))
		return t->elem;
	if (t->kind == TYPE_MAP)
		return t->key;
	diag_error(c->diags, e->span, "a collection is expected here, this is %s", check_shown(c, t));
	return NULL;
}

const struct type *
check_join(struct check *c, struct expr *e, size_t first, size_t step, const struct type *wanted)
{
	const struct type *all = &type_nothing;
	bool ok = true;
	for (size_t i = first; i < e->n; i += step) {
		const struct type *t = check_infer(c, e->kid[i], wanted);
		const struct type *join = t && all ? type_join(c->arena, all, t) : NULL;
		if (t && all && !join)
			check_wrong(c, e->kid[i], arena_printf(c->arena, "this is %s, those before it are %s", check_shown(c, t), check_shown(c, all)), NULL);
		ok = ok && join;
		all = join ? join : all;
	}
	return ok ? all : NULL;
}

const struct type *
check_element_wanted(const struct type *wanted)
{
	return wanted && wanted->elem ? wanted->elem : NULL;
}

const struct type *
infer_list(struct check *c, struct expr *e, const struct type *wanted)
{
	const struct type *elem = check_join(c, e, 0, 1, check_element_wanted(wanted));
	return elem ? type_of(c->arena, TYPE_SEQ, elem) : NULL;
}

const struct type *
infer_braces(struct check *c, struct expr *e, const struct type *wanted)
{
	if (e->n == 0)
		return &type_braces;
	const struct type *elem = check_join(c, e, 0, 1, check_element_wanted(wanted));
	return elem ? type_of(c->arena, TYPE_SET, elem) : NULL;
}

const struct type *
infer_pairs(struct check *c, struct expr *e, const struct type *wanted)
{
	bool map = wanted && wanted->kind == TYPE_MAP;
	const struct type *key = check_join(c, e, 0, 2, map ? wanted->key : NULL);
	const struct type *value = check_join(c, e, 1, 2, map ? wanted->elem : NULL);
	if (!key || !value)
		return NULL;
	if (map && wanted->total) {
		if (e->n / 2 != wanted->key->count || !type_meets(key, wanted->key))
			return check_wrong(c, e, arena_printf(c->arena, "%s needs a value for each key", check_shown(c, wanted)), "write {k -> e | k in K}, or give one value for all keys");
		return type_map(c->arena, wanted->key, value);
	}
	return type_map_partial(c->arena, key, value);
}

const struct type *
infer_record(struct check *c, struct expr *e, const struct type *wanted)
{
	struct field *fields = arena_array(c->arena, struct field, e->n);
	bool ok = true;
	for (size_t i = 0; i < e->n; i++) {
		int f = wanted ? type_field(wanted, e->names[i]) : -1;
		fields[i].name = e->names[i];
		fields[i].type = check_infer(c, e->kid[i], f >= 0 ? wanted->fields[f].type : NULL);
		ok = ok && fields[i].type;
		for (size_t j = 0; j < i; j++)
			if (strcmp(e->names[i], e->names[j]) == 0)
				ok = check_wrong(c, e->kid[i], arena_printf(c->arena, "the field '%s' is given twice", e->names[i]), NULL);
	}
	return ok ? type_record(c->arena, fields, e->n) : NULL;
}

const struct type *
infer_field(struct check *c, struct expr *e, const struct type *wanted)
{
	const struct type *t = check_infer(c, e->kid[0], NULL);
	if (!t)
		return NULL;
	e->index = type_field(t, e->text);
	if (e->index >= 0)
		return t->fields[e->index].type;
	diag_error(c->diags, e->span, "%s has no field '%s'", check_shown(c, t), e->text);
	if (t->kind == TYPE_RECORD) {
		const char **names = arena_array(c->arena, const char *, t->n);
		for (size_t i = 0; i < t->n; i++)
			names[i] = t->fields[i].name;
		const char *near = text_nearest(e->text, names, t->n);
		if (near)
			diag_hint(c->diags, "did you mean '%s'?", near);
	}
	return NULL;
}

const struct type *
infer_index(struct check *c, struct expr *e, const struct type *wanted)
{
	const struct type *t = check_infer(c, e->kid[0], NULL);
	const struct type *key = check_infer(c, e->kid[1], NULL);
	if (!t || !key)
		return NULL;
	if (t->kind == TYPE_SEQ && key->kind == TYPE_INT)
		return t->elem;
	if (t->kind == TYPE_MAP && type_either_meets(key, t->key)) {
		if (t->total && key->kind == TYPE_INT && key->min <= key->max && (key->min > t->key->max || key->max < t->key->min))
			return check_wrong(c, e->kid[1], arena_printf(c->arena, "this is never a key: the keys are %s", check_shown(c, t->key)), NULL);
		return t->elem;
	}
	diag_error(c->diags, e->span, "%s has no elements at %s", check_shown(c, t), check_shown(c, key));
	if (t->kind == TYPE_SET || t->kind == TYPE_BAG)
		diag_hint(c->diags, "ask whether an element is in a set: x in s");
	return NULL;
}
