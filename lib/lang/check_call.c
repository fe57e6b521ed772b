#include "lang/checker.h"

#include "lang/code.h"

static const struct type *
one_sequence(struct check *c, struct expr *e)
{
	const struct type *t = check_infer(c, e->kid[0], NULL);
	if (!t || t->kind == TYPE_SEQ)
		return t;
	return check_wrong(c, e->kid[0], arena_printf(c->arena, "%s takes a sequence, this is %s", e->text, check_shown(c, t)), NULL);
}

static const struct type *
one_collection(struct check *c, struct expr *e)
{
	const struct type *t = check_infer(c, e->kid[0], NULL);
	if (!t || t->kind == TYPE_SEQ || type_is_bag_like(t) || t->kind == TYPE_MAP)
		return t;
	return check_wrong(c, e->kid[0], arena_printf(c->arena, "%s takes a collection, this is %s", e->text, check_shown(c, t)), NULL);
}

static const struct type *
call_extreme(struct check *c, struct expr *e)
{
	if (e->n == 1) {
		const struct type *t = one_collection(c, e);
		if (!t)
			return NULL;
		if (t->kind != TYPE_MAP && (t->elem->kind == TYPE_INT || t->elem->kind == TYPE_NOTHING))
			return t->elem->kind == TYPE_INT ? t->elem : &type_int;
		return check_wrong(c, e, "a collection of numbers is expected", NULL);
	}
	const struct type *t = check_join(c, e, 0, 1, NULL);
	return !t || t->kind == TYPE_INT ? t : check_wrong(c, e, "numbers are expected", NULL);
}

static const struct type *
call_two_sets(struct check *c, struct expr *e)
{
	const struct type *a = check_infer(c, e->kid[0], NULL), *b = check_infer(c, e->kid[1], a);
	if (!a || !b)
		return NULL;
	if (!type_is_bag_like(a) || !type_is_bag_like(b) || !type_either_meets(a, b))
		return check_wrong(c, e, arena_printf(c->arena, "%s takes two sets or two bags", e->text), NULL);
	return e->op == OP_SUBSET ? &type_bool : a;
}

enum { NEVER_OLD = SEG_BIT(SEG_PARAM) | SEG_BIT(SEG_ARG) | SEG_BIT(SEG_RESULT) };

static const struct type *
call_old(struct check *c, struct expr *e)
{
	struct expr *name = e->kid[0];
	while (name->kind == EXPR_FIELD || name->kind == EXPR_INDEX)
		name = name->kid[0];
	if (!c->old)
		return check_wrong(c, e, arena_printf(c->arena, "%s changes nothing, so it has no old values", c->clause), NULL);
	if (name->kind != EXPR_NAME)
		return check_wrong(c, e, "old takes a variable", "write: old(x), or old(x[i])");
	const struct type *t = check_infer(c, e->kid[0], NULL);
	const struct symbol *s = name->symbol;
	if (t && (!s || s->kind != SYMBOL_VARIABLE || (SEG_BIT(s->seg) & NEVER_OLD)))
		return check_wrong(c, e, "this does not change, so it has no old value", NULL);
	name->old = t && (c->writable & SEG_BIT(s->seg)); /* what the clause does not change is still old */
	return t;
}

static const struct type *
call_text_number(struct check *c, struct expr *e)
{
	const struct type *t = check_infer(c, e->kid[0], NULL);
	if (!t)
		return NULL;
	if (e->op == OP_CHR)
		return t->kind == TYPE_INT ? &type_char : check_wrong(c, e, "chr takes a number", NULL);
	if (t->kind == TYPE_CHAR)
		return &type_byte;
	return t->kind == TYPE_ENUM ? &type_nat : check_wrong(c, e, "ord takes a character or a name of an enum", NULL);
}

static const struct type *
call_part(struct check *c, struct expr *e)
{
	const struct type *t = one_sequence(c, e), *n = check_infer(c, e->kid[1], NULL);
	if (!t || !n)
		return NULL;
	return n->kind == TYPE_INT ? t : check_wrong(c, e->kid[1], "a number is expected here", NULL);
}

static const struct type *
call_occurs(struct check *c, struct expr *e)
{
	const struct type *x = check_infer(c, e->kid[0], NULL), *t = check_infer(c, e->kid[1], NULL);
	if (!x || !t)
		return NULL;
	bool ok = (t->kind == TYPE_SEQ || t->kind == TYPE_BAG || t->kind == TYPE_BRACES) && type_either_meets(x, t->elem);
	return ok ? &type_nat : check_wrong(c, e, "occurs takes an element and a sequence or bag of such", NULL);
}

static const struct type *
call_elements(struct check *c, struct expr *e)
{
	const struct type *t = one_collection(c, e);
	if (!t)
		return NULL;
	if (e->op == OP_ELEMS)
		return type_of(c->arena, TYPE_SET, t->elem);
	if (t->kind == TYPE_MAP)
		return type_of(c->arena, TYPE_SET, t->key);
	return check_wrong(c, e, "dom takes a map", NULL);
}

static const struct type *
call_size(struct check *c, struct expr *e)
{
	const struct type *answer = e->op == OP_EMPTY ? &type_bool : &type_nat;
	if (e->kid[0]->kind == EXPR_HISTORY)
		return check_history(c, e->kid[0]) ? answer : NULL;
	return one_collection(c, e) ? answer : NULL;
}

static const struct type *
call_builtin(struct check *c, struct expr *e, const struct type *wanted)
{
	const struct type *t;
	switch ((int)e->op) {
	case OP_LEN:
	case OP_EMPTY:
		return call_size(c, e);
	case OP_HEAD:
	case OP_LAST:
		t = one_sequence(c, e);
		return t ? t->elem : NULL;
	case OP_TAIL:
	case OP_FRONT:
	case OP_REVERSE:
		return one_sequence(c, e);
	case OP_TAKE:
	case OP_DROP:
		return call_part(c, e);
	case OP_ELEMS:
	case OP_DOM:
		return call_elements(c, e);
	case OP_BAG:
		t = check_join(c, e, 0, 1, check_element_wanted(wanted));
		return t ? type_of(c->arena, TYPE_BAG, t) : NULL;
	case OP_INTER:
	case OP_SUBSET:
		return call_two_sets(c, e);
	case OP_OCCURS:
		return call_occurs(c, e);
	case OP_SUM_OF:
	case OP_MIN_OF:
	case OP_MAX_OF:
		t = call_extreme(c, e);
		return t && e->op == OP_SUM_OF ? &type_int : t;
	case OP_ABS:
		t = check_infer(c, e->kid[0], NULL);
		return !t ? NULL : t->kind == TYPE_INT ? &type_nat : check_wrong(c, e, "abs takes a number", NULL);
	case OP_SOME:
		t = check_infer(c, e->kid[0], check_element_wanted(wanted));
		return t ? type_of(c->arena, TYPE_OPTION, t) : NULL;
	case OP_THE:
		t = check_infer(c, e->kid[0], NULL);
		return !t ? NULL : t->kind == TYPE_OPTION ? t->elem : check_wrong(c, e, "'the' takes an option", NULL);
	case OP_OLD:
		return call_old(c, e);
	case OP_ORD:
	case OP_CHR:
		return call_text_number(c, e);
	}
	return NULL;
}

static bool
check_function_use(struct check *c, struct expr *e, struct function *f)
{
	if (f->progress == FUNCTION_OPEN) {
		diag_error(c->diags, e->span, "the function '%s' calls itself, directly or through others", f->name);
		diag_hint(c->diags, "functions must come to an end: use a quantifier or a comprehension");
		f->progress = FUNCTION_BAD;
		return false;
	}
	if (!check_function(c, f))
		return false;
	unsigned denied = f->reads & ~c->readable;
	for (int seg = 0; seg < SEG_COUNT; seg++)
		if (denied & SEG_BIT(seg))
			return diag_error(c->diags, e->span, "'%s' reads %s, which %s cannot", f->name, seg_words[seg], c->clause);
	c->reads |= f->reads;
	return true;
}

static const struct type *
call_function(struct check *c, struct expr *e)
{
	const struct symbol *s = scope_find(c->scope, e->text);
	if (s && s->kind == SYMBOL_BROKEN)
		return NULL;
	if (!s || s->kind != SYMBOL_FUNCTION) {
		const char *near = check_nearest(c, e->text, KIND_BIT(SYMBOL_FUNCTION));
		diag_error(c->diags, e->span, s ? "'%s' is not a function" : "the function '%s' is not known", e->text);
		if (near && !s)
			diag_hint(c->diags, "did you mean '%s'?", near);
		if (s && s->kind == SYMBOL_VARIABLE && s->type->kind == TYPE_MAP)
			diag_hint(c->diags, "a map is read with brackets: %s[...]", e->text);
		return NULL;
	}
	struct function *f = s->function;
	if (!check_function_use(c, e, f))
		return NULL;
	e->symbol = s;
	if (e->n != f->n) {
		diag_error(c->diags, e->span, "%s takes %zu argument%s, not %zu", f->name, f->n, f->n == 1 ? "" : "s", e->n);
		return NULL;
	}
	bool ok = true;
	for (size_t i = 0; i < e->n; i++)
		ok = check_expr(c, e->kid[i], f->params[i].type) && ok;
	return ok ? f->type : NULL;
}

const struct type *
infer_call(struct check *c, struct expr *e, const struct type *wanted)
{
	if (!e->op)
		return call_function(c, e);
	const struct op_info *info = &op_table[e->op];
	if ((int)e->n < info->fewest || (int)e->n > info->most) {
		diag_error(c->diags, e->span, "%s takes %d argument%s, not %zu", e->text, info->fewest, info->fewest == 1 ? "" : "s", e->n);
		diag_hint(c->diags, "%s: %s", e->text, info->doc);
		return NULL;
	}
	return call_builtin(c, e, wanted);
}

bool
check_function(struct check *outer, struct function *f)
{
	if (f->progress == FUNCTION_DONE || f->progress == FUNCTION_BAD)
		return f->progress == FUNCTION_DONE;
	f->progress = FUNCTION_OPEN;
	struct check c = {
		.arena = outer->arena, .diags = outer->diags, .heap = outer->heap, .scope = outer->scope,
		.clause = arena_printf(outer->arena, "the function '%s'", f->name),
		.readable = SEG_BIT(SEG_LOCAL) | SEG_BIT(SEG_PARAM) | SEG_BIT(SEG_STATE),
	};
	while (c.scope->up)
		c.scope = c.scope->up; /* a function sees what the whole spec sees */
	bool ok = true;
	for (size_t i = 0; i < f->n; i++)
		ok = check_bind(&c, f->span, f->params[i].name, f->params[i].type, check_slots(&c, 1)) && ok;
	ok = ok && check_expr(&c, f->body, f->type) && f->progress == FUNCTION_OPEN;
	if (ok && !f->type)
		f->type = f->body->type;
	f->locals = c.locals;
	f->reads = c.reads;
	f->progress = ok ? FUNCTION_DONE : FUNCTION_BAD;
	if (ok)
		f->code = compile_function(outer->arena, outer->heap, f);
	return ok;
}
