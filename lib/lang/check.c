#include "lang/checker.h"

const struct type *
check_wrong(struct check *c, const struct expr *e, const char *message, const char *hint)
{
	diag_error(c->diags, e->span, "%s", message);
	if (hint)
		diag_hint(c->diags, "%s", hint);
	return NULL;
}

/* The bounds of what was computed would not help anybody: set of 1..1 is a set of int. */
static const struct type *
simplified(struct arena *a, const struct type *t)
{
	bool made_up = t->kind == TYPE_INT && (t->min == t->max || t->min == INT64_MIN || t->max == INT64_MAX);
	if (t->name || (t->flat && !made_up))
		return t;
	if (made_up)
		return &type_int;
	struct type *copy = arena_new(a, struct type);
	*copy = *t;
	if (t->elem)
		copy->elem = simplified(a, t->elem);
	if (t->key)
		copy->key = simplified(a, t->key);
	struct field *fields = arena_array(a, struct field, t->kind == TYPE_RECORD ? t->n : 0);
	for (size_t i = 0; t->kind == TYPE_RECORD && i < t->n; i++)
		fields[i] = (struct field){t->fields[i].name, simplified(a, t->fields[i].type)};
	copy->fields = fields;
	return copy;
}

const char *
check_shown(struct check *c, const struct type *t)
{
	return type_text(c->arena, simplified(c->arena, t));
}

const struct type *
check_condition(struct check *c, struct expr *e)
{
	const struct type *t = check_infer(c, e, &type_bool);
	if (!t)
		return NULL;
	if (t->kind == TYPE_BOOL)
		return t;
	diag_error(c->diags, e->span, "a condition is expected here, this is %s", check_shown(c, t));
	return NULL;
}

static const struct type *
infer_let(struct check *c, struct expr *e, const struct type *wanted)
{
	struct local *outer = c->innermost;
	const struct type *t = check_infer(c, e->kid[0], NULL);
	e->slot = check_slots(c, 1);
	if (!t || !check_bind(c, e->span, e->text, t, e->slot))
		return NULL;
	t = check_infer(c, e->kid[1], wanted);
	c->innermost = outer;
	return t;
}

static const struct type *
infer_if(struct check *c, struct expr *e, const struct type *wanted)
{
	const struct type *condition = check_condition(c, e->kid[0]);
	const struct type *yes = check_infer(c, e->kid[1], wanted), *no = check_infer(c, e->kid[2], wanted);
	if (!condition || !yes || !no)
		return NULL;
	const struct type *join = type_join(c->arena, yes, no);
	return join ? join : check_wrong(c, e, arena_printf(c->arena, "one branch is %s, the other %s", check_shown(c, yes), check_shown(c, no)), NULL);
}

static const struct type *
infer_literal(struct check *c, struct expr *e, const struct type *wanted)
{
	return e->type->kind == TYPE_INT ? type_range(c->arena, e->value, e->value) : e->type;
}

static const struct type *
infer_string(struct check *c, struct expr *e, const struct type *wanted)
{
	return wanted && wanted->kind == TYPE_SEQ && wanted->elem->kind == TYPE_INT ? &type_bytes : &type_string;
}

static const struct type *
infer_none(struct check *c, struct expr *e, const struct type *wanted)
{
	return type_of(c->arena, TYPE_OPTION, &type_nothing);
}

typedef const struct type *(*inferrer)(struct check *, struct expr *, const struct type *wanted);

static const inferrer inferrers[] = {
	[EXPR_LITERAL] = infer_literal, [EXPR_STRING] = infer_string, [EXPR_NONE] = infer_none, [EXPR_NAME] = infer_name,
	[EXPR_FIELD] = infer_field, [EXPR_INDEX] = infer_index, [EXPR_PREFIX] = infer_prefix, [EXPR_BINARY] = infer_binary,
	[EXPR_IF] = infer_if, [EXPR_LET] = infer_let, [EXPR_CALL] = infer_call, [EXPR_QUANTIFIER] = infer_quantifier,
	[EXPR_LIST] = infer_list, [EXPR_BRACES] = infer_braces, [EXPR_PAIRS] = infer_pairs, [EXPR_RECORD] = infer_record,
	[EXPR_COMPREHENSION] = infer_comprehension, [EXPR_HISTORY] = infer_history, [EXPR_PICK] = infer_pick,
};

const struct type *
check_infer(struct check *c, struct expr *e, const struct type *wanted)
{
	const struct type *t = inferrers[e->kind](c, e, wanted);
	if (t)
		e->type = t;
	return t;
}

static bool
fits_somehow(struct check *c, const struct expr *e, const struct type *t, const struct type *wanted)
{
	if (!type_meets(t, wanted)) {
		diag_error(c->diags, e->span, "%s is expected here, this is %s", check_shown(c, wanted), check_shown(c, t));
		return false;
	}
	bool disjoint = t->kind == TYPE_INT && wanted->kind == TYPE_INT && (t->min > wanted->max || t->max < wanted->min);
	if (disjoint && t->min <= t->max && wanted->min <= wanted->max) {
		diag_error(c->diags, e->span, "this is %s, which is never in %s", t->min == t->max ? arena_printf(c->arena, "%lld", (long long)t->min) : check_shown(c, t), type_text(c->arena, wanted));
		return false;
	}
	return true;
}

bool
check_expr(struct check *c, struct expr *e, const struct type *wanted)
{
	const struct type *t = check_infer(c, e, wanted);
	return t && (!wanted || fits_somehow(c, e, t, wanted));
}
