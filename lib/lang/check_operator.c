#include "lang/checker.h"

#include "lang/regex.h"

static const struct type *
bounds(struct check *c, __int128 min, __int128 max)
{
	int64_t low = min < INT64_MIN ? INT64_MIN : min > INT64_MAX ? INT64_MAX : (int64_t)min;
	int64_t high = max > INT64_MAX ? INT64_MAX : max < INT64_MIN ? INT64_MIN : (int64_t)max;
	if (low == INT64_MIN && high == INT64_MAX)
		return &type_int;
	return type_range(c->arena, low, high);
}

static const struct type *
product_bounds(struct check *c, const struct type *a, const struct type *b)
{
	__int128 corners[] = {(__int128)a->min * b->min, (__int128)a->min * b->max, (__int128)a->max * b->min, (__int128)a->max * b->max};
	__int128 low = corners[0], high = corners[0];
	for (int i = 1; i < 4; i++) {
		low = corners[i] < low ? corners[i] : low;
		high = corners[i] > high ? corners[i] : high;
	}
	return bounds(c, low, high);
}

static const struct type *
arithmetic(struct check *c, enum op op, const struct type *a, const struct type *b)
{
	switch ((int)op) {
	case OP_ADD:
		return bounds(c, (__int128)a->min + b->min, (__int128)a->max + b->max);
	case OP_SUB:
		return bounds(c, (__int128)a->min - b->max, (__int128)a->max - b->min);
	case OP_MUL:
		return product_bounds(c, a, b);
	case OP_MOD:
		return b->min > 0 ? bounds(c, 0, (__int128)b->max - 1) : &type_int;
	}
	return a->min >= 0 && b->min >= 0 ? bounds(c, 0, a->max) : &type_int;
}

static const struct type *
mismatch(struct check *c, const struct expr *e, const struct type *a, const struct type *b)
{
	diag_error(c->diags, e->span, "'%s' does not go between %s and %s", op_table[e->op].spelling, check_shown(c, a), check_shown(c, b));
	return NULL;
}

static bool
is_partial(const struct type *t)
{
	return (t->kind == TYPE_MAP && !t->total) || t->kind == TYPE_BRACES;
}

/* Can the pairs replace values of the map? */
static bool
overrides(const struct type *pairs, const struct type *map)
{
	return is_partial(pairs) && type_either_meets(pairs->key, map->key) && type_either_meets(pairs->elem, map->elem);
}

/* + and - on collections: union, difference, override, removal of keys */
static const struct type *
collection_arithmetic(struct check *c, struct expr *e, const struct type *a, const struct type *b)
{
	if (a->kind == TYPE_MAP && !a->total && e->op == OP_SUB && type_is_bag_like(b) && type_either_meets(a->key, b->elem))
		return a;
	if (a->kind == TYPE_MAP && a->total && e->op == OP_ADD && overrides(b, a))
		return b->kind == TYPE_BRACES ? a : type_map(c->arena, a->key, type_join(c->arena, a->elem, b->elem));
	bool same = (type_is_bag_like(a) && type_is_bag_like(b)) || (e->op == OP_ADD && is_partial(a) && is_partial(b));
	const struct type *join = same ? type_join(c->arena, a, b) : NULL;
	if (!join)
		return mismatch(c, e, a, b);
	return e->op == OP_SUB ? a : join;
}

static bool
is_ordered(const struct type *t)
{
	return t->kind == TYPE_INT || t->kind == TYPE_CHAR || t->kind == TYPE_ENUM;
}

static const struct type *
infer_membership(struct check *c, struct expr *e)
{
	const struct type *element = check_infer(c, e->kid[0], NULL);
	const struct type *of = check_container(c, e->kid[1]);
	if (!element || !of)
		return NULL;
	if (!type_either_meets(element, of))
		return mismatch(c, e, element, e->kid[1]->type);
	return &type_bool;
}

/* `older(p) == {}`, with whichever sign for the empty set */
static bool
is_history_test(const struct expr *e)
{
	return (e->op == OP_EQ || e->op == OP_NE) && e->kid[0]->kind == EXPR_HISTORY && e->kid[1]->kind == EXPR_BRACES && e->kid[1]->n == 0;
}

static bool
needs_context(const struct expr *e)
{
	return e->kind == EXPR_STRING || e->kind == EXPR_PAIRS || e->kind == EXPR_COMPREHENSION || e->kind == EXPR_BRACES || e->kind == EXPR_LIST;
}

static const struct type *
infer_equality(struct check *c, struct expr *e)
{
	if (is_history_test(e)) {
		e->kid[1]->type = &type_braces;
		return check_history(c, e->kid[0]) ? &type_bool : NULL;
	}
	int first = needs_context(e->kid[0]); /* what is written out takes its type from the other side */
	const struct type *a = check_infer(c, e->kid[first], NULL);
	const struct type *b = check_infer(c, e->kid[!first], a);
	if (!a || !b)
		return NULL;
	return type_either_meets(a, b) ? &type_bool : mismatch(c, e, e->kid[0]->type, e->kid[1]->type);
}

static const struct type *
infer_logic(struct check *c, struct expr *e)
{
	const struct type *a = check_condition(c, e->kid[0]);
	const struct type *b = check_condition(c, e->kid[1]);
	return a && b ? &type_bool : NULL;
}

static const struct type *
infer_numeric(struct check *c, struct expr *e, const struct type *a, const struct type *b)
{
	if (a->kind == TYPE_INT && b->kind == TYPE_INT)
		return arithmetic(c, e->op, a, b);
	return e->op == OP_ADD || e->op == OP_SUB ? collection_arithmetic(c, e, a, b) : mismatch(c, e, a, b);
}

static bool
pattern_compiles(struct check *c, const struct expr *e)
{
	struct regex_error error;
	if (regex_compile(c->arena, e->text, e->length, &error))
		return true;
	return diag_error(c->diags, e->span, "this pattern is not valid at its character %zu: %s", error.at + 1, error.message);
}

static const struct type *
infer_match(struct check *c, struct expr *e, const struct type *subject)
{
	if (!subject || !pattern_compiles(c, e))
		return NULL;
	return type_is_text(subject) ? &type_bool : check_wrong(c, e->kid[0], "only a string can match a pattern", NULL);
}

const struct type *
infer_binary(struct check *c, struct expr *e, const struct type *wanted)
{
	if (e->op == OP_AND || e->op == OP_OR || e->op == OP_IMPLIES)
		return infer_logic(c, e);
	if (e->op == OP_EQ || e->op == OP_NE)
		return infer_equality(c, e);
	if (e->op == OP_IN || e->op == OP_NOT_IN)
		return infer_membership(c, e);
	bool passes_on = e->op == OP_CONCAT || e->op == OP_ADD || e->op == OP_SUB;
	const struct type *a = check_infer(c, e->kid[0], passes_on ? wanted : NULL);
	if (e->op == OP_MATCHES)
		return infer_match(c, e, a);
	bool total = wanted && wanted->kind == TYPE_MAP && wanted->total; /* m + {k -> v} need not have all keys on the right */
	const struct type *b = check_infer(c, e->kid[1], passes_on && !total ? wanted : NULL);
	if (!a || !b)
		return NULL;
	switch ((int)e->op) {
	case OP_LT:
	case OP_LE:
	case OP_GT:
	case OP_GE:
		return is_ordered(a) && type_either_meets(a, b) ? &type_bool : mismatch(c, e, a, b);
	case OP_RANGE:
		if (a->kind != TYPE_INT || b->kind != TYPE_INT)
			return mismatch(c, e, a, b);
		return type_of(c->arena, TYPE_SET, bounds(c, a->min, b->max));
	case OP_CONCAT:
		if (a->kind == TYPE_SEQ && b->kind == TYPE_SEQ && type_join(c->arena, a, b))
			return type_join(c->arena, a, b);
		return mismatch(c, e, a, b);
	}
	return infer_numeric(c, e, a, b);
}

const struct type *
infer_prefix(struct check *c, struct expr *e, const struct type *wanted)
{
	if (e->op == OP_NOT)
		return check_condition(c, e->kid[0]);
	const struct type *t = check_infer(c, e->kid[0], NULL);
	if (!t)
		return NULL;
	if (t->kind != TYPE_INT)
		return check_wrong(c, e, "only a number can be negated", NULL);
	return bounds(c, -(__int128)t->max, -(__int128)t->min);
}
