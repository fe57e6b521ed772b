#include "lang/check.h"

/* Statements that change a state in the same way whatever it was, or by adding to it or taking from it what does not depend on it. */

static bool
is_state(enum seg seg)
{
	return seg == SEG_STATE || seg == SEG_SCHED || seg == SEG_POLICY;
}

static bool is_closed(const struct expr *);

static bool
are_closed(struct expr *const *list, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (!is_closed(list[i]))
			return false;
	return true;
}

/* Does the value depend on the call alone, on what it was made with and returned? */
static bool
is_closed(const struct expr *e)
{
	if (e->kind == EXPR_HISTORY || e->kind == EXPR_PICK)
		return false;
	if (e->kind == EXPR_NAME && e->symbol && e->symbol->kind == SYMBOL_VARIABLE && is_state(e->symbol->seg))
		return false;
	for (size_t i = 0; i < e->ngenerators; i++)
		if (e->generator[i].pattern || !is_closed(e->generator[i].domain))
			return false;
	return are_closed(e->kid, e->n);
}

/* A variable, or a part of one that the call alone decides. */
static bool
is_fixed(const struct expr *target)
{
	if (target->kind == EXPR_INDEX)
		return is_fixed(target->kid[0]) && is_closed(target->kid[1]);
	return target->kind == EXPR_FIELD ? is_fixed(target->kid[0]) : target->kind == EXPR_NAME;
}

/* Are both the same part of the same variable, or the same number? False where that is hard to tell. */
static bool
is_same(const struct expr *a, const struct expr *b)
{
	if (a->kind != b->kind || a->op != b->op || a->n != b->n)
		return false;
	for (size_t i = 0; i < a->n; i++)
		if (!is_same(a->kid[i], b->kid[i]))
			return false;
	if (a->kind == EXPR_NAME)
		return !a->old && !b->old && a->symbol == b->symbol && a->slot == b->slot;
	if (a->kind == EXPR_LITERAL)
		return a->value == b->value;
	return a->kind == EXPR_INDEX || a->kind == EXPR_BINARY || (a->kind == EXPR_FIELD && a->index == b->index);
}

/*
 * What is added comes from the right, or, where that makes no difference, from the left. Of bags only adding counts: to take an element out of
 * one that does not have it changes nothing, so what that does to others depends on what is there.
 */
static bool
is_change(const struct expr *target, const struct expr *value)
{
	enum type_kind type = target->type->kind;
	if (value->kind != EXPR_BINARY)
		return false;
	const struct expr *left = value->kid[0], *right = value->kid[1];
	if (is_same(target, left) && is_closed(right))
		return value->op == OP_ADD || value->op == OP_CONCAT || (value->op == OP_SUB && type != TYPE_BAG);
	return value->op == OP_ADD && type != TYPE_MAP && is_same(target, right) && is_closed(left);
}

static bool
is_blind_assignment(const struct stmt *s)
{
	if (!is_fixed(s->target))
		return false;
	if (s->op != OP_NONE)
		return is_closed(s->value) && (s->op == OP_ADD || s->target->type->kind != TYPE_BAG);
	return is_closed(s->value) || is_change(s->target, s->value);
}

bool
stmt_is_blind(const struct stmt *s)
{
	switch (s->kind) {
	case STMT_ASSIGN:
		return is_blind_assignment(s);
	case STMT_IF:
		return is_closed(s->value) && stmt_is_blind(s->kid[0]) && (!s->kid[1] || stmt_is_blind(s->kid[1]));
	case STMT_FOR:
		return !s->generator->pattern && is_closed(s->generator->domain) && stmt_is_blind(s->kid[0]);
	case STMT_BLOCK:
		for (size_t i = 0; i < s->n; i++)
			if (!stmt_is_blind(s->kid[i]))
				return false;
		return true;
	}
	return false;
}
