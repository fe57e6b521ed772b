#include "lang/check.h"

/* Does a condition become true as the call waits, or false? It must not do both. */

static bool
reads_waited(const struct expr *e)
{
	if (e->kind == EXPR_NAME && e->symbol && e->symbol->kind == SYMBOL_VARIABLE && e->symbol->seg == SEG_WAITED)
		return true;
	for (size_t i = 0; i < e->n; i++)
		if (reads_waited(e->kid[i]))
			return true;
	for (size_t i = 0; i < e->ngenerators; i++)
		if (reads_waited(e->generator[i].domain))
			return true;
	for (size_t i = 0; e->pattern && i < e->pattern->n; i++)
		if (e->pattern->arg[i] && reads_waited(e->pattern->arg[i]))
			return true;
	return false;
}

static bool
is_unclear(struct check *c, const struct expr *e)
{
	diag_error(c->diags, e->span, "here waiting for longer could help as well as hinder, so it is not known what a slow machine does to it");
	diag_hint(c->diags, "let conditions only compare it, as in: waited >= 100 and waited < 200");
	return false;
}

static void
read_from(struct check *c, struct expr *name, enum waited side)
{
	struct symbol *s = arena_new(c->arena, struct symbol);
	*s = *name->symbol;
	s->index = (int)side;
	name->symbol = s;
}

static bool turn(struct check *, struct expr *, enum waited);

static enum waited
other(enum waited side)
{
	return side == WAITED_HELPS ? WAITED_HINDERS : WAITED_HELPS;
}

static bool
turn_both(struct check *c, struct expr *e, enum waited left, enum waited right)
{
	return turn(c, e->kid[0], left) && turn(c, e->kid[1], right);
}

static bool
turn_binary(struct check *c, struct expr *e, enum waited side)
{
	switch ((int)e->op) {
	case OP_AND:
	case OP_OR:
	case OP_ADD:
		return turn_both(c, e, side, side);
	case OP_GT:
	case OP_GE:
	case OP_SUB:
		return turn_both(c, e, side, other(side));
	case OP_LT:
	case OP_LE:
	case OP_IMPLIES:
		return turn_both(c, e, other(side), side);
	}
	return is_unclear(c, e);
}

/* `side` is what more of the value, or that it holds, does to the whole. */
static bool
turn(struct check *c, struct expr *e, enum waited side)
{
	if (!reads_waited(e))
		return true;
	if (e->kind == EXPR_NAME)
		read_from(c, e, side);
	else if (e->kind == EXPR_BINARY)
		return turn_binary(c, e, side);
	else if (e->kind == EXPR_PREFIX)
		return turn(c, e->kid[0], other(side));
	else if (e->kind == EXPR_IF && !reads_waited(e->kid[0]))
		return turn(c, e->kid[1], side) && turn(c, e->kid[2], side);
	else
		return is_unclear(c, e);
	return true;
}

bool
check_waited(struct check *c, struct expr *e)
{
	return turn(c, e, WAITED_HELPS);
}
