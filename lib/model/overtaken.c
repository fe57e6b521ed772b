/* Who should have gone before a call? Found by letting others go first, whatever the policy says in its clauses. */
#include "model/private.h"

#include <stdlib.h>
#include <string.h>

enum {
	MOST_WAITING = 16, /* among whom those are sought who should all have gone before */
	MOST_STEPS = 1000000, /* of clauses, in all that is tried */
};

/* A call that may not go ahead, the clause that says so, and room to try what others change. */
struct overtaking {
	struct rules *rules;
	const word *config;
	int slot;
	const struct clause *clause;
	word *trial;
	uint64_t started; /* steps before the first trial */
};

static uint64_t
bit(int slot)
{
	return 1ull << slot;
}

/* What is found then is not known to be right. */
static bool
takes_too_long(const struct overtaking *o)
{
	return o->rules->machine->spent - o->started > MOST_STEPS;
}

/* False: it takes too long. */
static bool
start_over(struct overtaking *o)
{
	memcpy(o->trial, o->config, o->rules->layout.words * sizeof *o->trial);
	return !takes_too_long(o);
}

/* Does scheduling let it go ahead, whether its own time has come or not? */
static bool
has_turn(struct overtaking *o, int slot)
{
	struct rules *r = o->rules;
	const struct operation *op = r->calls[slot].op;
	return clause_holds(r, o->trial, slot, &op->rule.enabled) == STEP_YES && clause_holds(r, o->trial, slot, &r->model->spec->policy->rules[op->index].enabled) == STEP_YES;
}

/* Lets it go first, as far as those see who wait. */
static bool
let_aside(struct overtaking *o, int slot)
{
	return has_turn(o, slot) && step_aside(o->rules, o->trial, slot) == STEP_YES;
}

/* Lets it go first, with what it does to the state, where that is known. */
static bool
let_go(struct overtaking *o, int slot)
{
	const struct operation *op = o->rules->calls[slot].op;
	if ((op->post.reads & SEG_BIT(SEG_RESULT)) || clause_holds(o->rules, o->trial, slot, &op->cpre) != STEP_YES)
		return false;
	return let_aside(o, slot) && apply_post(o->rules, o->trial, slot) == STEP_YES;
}

/* In some order of arrival at least, where that is open. */
static bool
now_holds(struct overtaking *o)
{
	enum step step = clause_holds(o->rules, o->trial, o->slot, o->clause);
	return step == STEP_YES || step == STEP_ASKS;
}

/* Those of whom one is enough. */
static uint64_t
each_alone(struct overtaking *o, uint64_t others, bool (*go)(struct overtaking *, int))
{
	uint64_t found = 0;
	for (; others; others &= others - 1) {
		int slot = __builtin_ctzll(others);
		if (start_over(o) && go(o, slot) && now_holds(o))
			found |= bit(slot);
	}
	return found;
}

/* Lets them aside one after the other, as their turn comes, until the clause holds: those who went, or 0. */
static uint64_t
one_by_one(struct overtaking *o, uint64_t others)
{
	uint64_t gone = 0, left = start_over(o) ? others : 0;
	while (left) {
		int slot = __builtin_ctzll(left);
		if (!let_aside(o, slot)) {
			left &= left - 1;
			continue;
		}
		gone |= bit(slot);
		if (now_holds(o))
			return gone;
		left = others & ~gone;
	}
	return 0;
}

/* Those who all have to go first: without any one of them the clause does not come to hold. */
static uint64_t
all_together(struct overtaking *o, uint64_t others)
{
	uint64_t needed = one_by_one(o, others);
	for (uint64_t left = needed; left; left &= left - 1)
		if (one_by_one(o, needed & ~(left & -left)))
			needed &= ~(left & -left);
	return needed;
}

uint64_t
rules_overtaken(struct rules *r, const word *config, int slot, const struct clause *c, bool *any)
{
	uint64_t others = config_pending(r, config) & ~r->refused & ~bit(slot);
	struct overtaking o = {r, config, slot, c, mem_alloc(r->layout.words * sizeof *config), r->machine->spent};
	uint64_t found = each_alone(&o, others, let_aside);
	if (!found)
		found = each_alone(&o, others, let_go);
	*any = (found & (found - 1)) != 0;
	if (!found && __builtin_popcountll(others) <= MOST_WAITING)
		found = all_together(&o, others);
	free(o.trial);
	return takes_too_long(&o) ? 0 : found;
}
