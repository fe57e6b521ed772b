/* What parts of clauses read of the result, directly or by a name that they give to something of it. */
#include "model/private.h"

/* `from_result` are the locals that were made of it. */
static bool
names_result(const struct expr *e, uint64_t from_result)
{
	if (e->kind != EXPR_NAME)
		return false;
	if (!e->symbol)
		return e->slot >= 0 && e->slot < 64 && from_result >> e->slot & 1;
	return e->symbol->kind == SYMBOL_VARIABLE && e->symbol->seg == SEG_RESULT;
}

static bool
reads(const struct expr *e, uint64_t from_result)
{
	if (names_result(e, from_result))
		return true;
	for (size_t i = 0; i < e->n; i++)
		if (reads(e->kid[i], from_result))
			return true;
	for (size_t i = 0; i < e->ngenerators; i++)
		if (reads(e->generator[i].domain, from_result))
			return true;
	for (size_t i = 0; e->pattern && i < e->pattern->n; i++)
		if (e->pattern->arg[i] && reads(e->pattern->arg[i], from_result))
			return true;
	return false;
}

bool
is_result(const struct expr *e)
{
	return names_result(e, 0);
}

bool
reads_result(const struct expr *e)
{
	return reads(e, 0);
}

/* --- where a clause goes wrong --- */

static bool
lies_in(struct span inner, struct span outer)
{
	return inner.src == outer.src && inner.from >= outer.from && inner.to <= outer.to;
}

static uint64_t
local(int slot)
{
	return slot >= 0 && slot < 64 ? 1ull << slot : 0;
}

/* The locals that an expression makes, where it makes them of the result. */
static uint64_t
made_of_result(const struct expr *e, uint64_t from_result)
{
	uint64_t made = 0;
	if (e->kind == EXPR_LET && reads(e->kid[0], from_result))
		made |= local(e->slot);
	for (size_t i = 0; i < e->ngenerators; i++)
		if (e->generator[i].name && reads(e->generator[i].domain, from_result | made))
			made |= local(e->generator[i].slot);
	return made;
}

/* Looks for the innermost part in which the place lies. False: it is nowhere in this one; else *by_result: that part reads the result. */
static bool
find(const struct expr *e, struct span at, uint64_t from_result, bool *by_result)
{
	from_result |= made_of_result(e, from_result);
	for (size_t i = 0; i < e->n; i++)
		if (find(e->kid[i], at, from_result, by_result))
			return true;
	for (size_t i = 0; i < e->ngenerators; i++)
		if (find(e->generator[i].domain, at, from_result, by_result))
			return true;
	*by_result = reads(e, from_result);
	return lies_in(at, e->span);
}

/* A function of the specification that is given something of the result. */
static bool
gives_away(const struct expr *e, uint64_t from_result)
{
	from_result |= made_of_result(e, from_result);
	if (e->kind == EXPR_CALL && e->op == OP_NONE && reads(e, from_result))
		return true;
	for (size_t i = 0; i < e->n; i++)
		if (gives_away(e->kid[i], from_result))
			return true;
	return false;
}

bool
wrong_by_result(const struct expr *clause, struct span at)
{
	bool by_result;
	return find(clause, at, 0, &by_result) ? by_result : gives_away(clause, 0); /* it is in a function */
}
