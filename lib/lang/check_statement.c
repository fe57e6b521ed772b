#include "lang/checker.h"

/* The variable that an assignment changes; NULL after a diagnostic. */
static const struct symbol *
assigned(struct check *c, const struct expr *target)
{
	const struct expr *base = target;
	while (base->kind == EXPR_INDEX || base->kind == EXPR_FIELD)
		base = base->kid[0];
	if (base->kind != EXPR_NAME || !base->symbol || base->symbol->kind != SYMBOL_VARIABLE) {
		bool name = base->kind == EXPR_NAME;
		check_wrong(c, base, name ? arena_printf(c->arena, "'%s' is not a variable, so it cannot change", base->text) : "only a variable can be assigned to", NULL);
		return NULL;
	}
	const struct symbol *s = base->symbol;
	if (c->writable & SEG_BIT(s->seg) && !(s->seg == SEG_CLIENT && s->index == 0)) {
		c->writes |= SEG_BIT(s->seg);
		return s;
	}
	diag_error(c->diags, base->span, "'%s' is %s, which %s cannot change", base->text, seg_words[s->seg], c->clause);
	return NULL;
}

/* What is assigned is read several times when a part of it changes, so it must be the same each time. */
static bool
check_target(struct check *c, struct expr *target)
{
	bool picks = c->picks, picked = c->picked;
	c->picks = true;
	c->picked = false;
	bool ok = check_infer(c, target, NULL) && assigned(c, target);
	if (ok && c->picked)
		ok = check_wrong(c, target, "the place of an assignment cannot be picked", "write: for i in {pick 0..3} do a[i] := 1");
	c->picks = picks;
	c->picked = picked;
	return ok;
}

/* x += e is x := x + e */
static struct expr *
sum_of(struct arena *a, const struct stmt *s)
{
	struct expr *sum = arena_new(a, struct expr);
	*sum = (struct expr){.kind = EXPR_BINARY, .op = s->op, .span = s->span, .n = 2, .slot = -1};
	sum->kid = arena_array(a, struct expr *, 2);
	sum->kid[0] = s->target;
	sum->kid[1] = s->value;
	return sum;
}

static bool
check_assignment(struct check *c, struct stmt *s)
{
	bool target = check_target(c, s->target);
	const struct type *want = target ? s->target->type : NULL;
	if (!want)
		return check_expr(c, s->value, NULL) && false;
	if (s->op == OP_NONE)
		return check_expr(c, s->value, want);
	if (want->kind == TYPE_SEQ)
		return check_wrong(c, s->value, "a sequence has no += and -=", "write: s := s ++ [x]");
	s->sum = sum_of(c->arena, s);
	return check_expr(c, s->sum, want);
}

bool
check_stmt(struct check *c, struct stmt *s)
{
	struct local *outer = c->innermost;
	bool ok = true;
	switch (s->kind) {
	case STMT_ASSIGN:
		return check_assignment(c, s);
	case STMT_IF:
		ok = check_condition(c, s->value) != NULL;
		ok = check_stmt(c, s->kid[0]) && ok;
		return (!s->kid[1] || check_stmt(c, s->kid[1])) && ok;
	case STMT_FOR:
		ok = check_generator(c, s->generator) && check_stmt(c, s->kid[0]);
		c->sequenced = c->sequenced || s->generator->pattern;
		c->innermost = outer;
		return ok;
	case STMT_BLOCK:
		for (size_t i = 0; i < s->n; i++)
			ok = check_stmt(c, s->kid[i]) && ok;
		return ok;
	}
	return ok;
}
