#include "model/private.h"

#include <stdlib.h>
#include <string.h>

static uint64_t
bit(int slot)
{
	return 1ull << slot;
}

static bool
both(struct rules *r, const word *config, int first, int second, word *to)
{
	memcpy(to, config, r->layout.words * sizeof *to);
	return apply_post(r, to, first) == STEP_YES && apply_post(r, to, second) == STEP_YES;
}

/* Statements that do not look at the state commute everywhere if they do so once. */
static bool
commute(struct rules *r, const word *config, int a, int b, word *room)
{
	word *one = room, *other = room + r->layout.words;
	return both(r, config, a, b, one) && both(r, config, b, a, other) && memcmp(one, other, r->layout.words * sizeof *one) == 0;
}

static bool
schedules(const struct rules *r, const struct operation *op)
{
	const struct rule *policy = &r->model->spec->policy->rules[op->index];
	return op->rule.waiting.code || op->rule.post_waiting.code || policy->waiting.code || policy->post_waiting.code;
}

/* Does the call change the state without looking at it, and nothing else that others see? */
static bool
is_blind(const struct rules *r, int slot)
{
	const struct operation *op = r->calls[slot].op;
	return !schedules(r, op) && (!op->post.code || op->post.blind);
}

bool
rules_commute(struct rules *r, const word *config, uint64_t slots)
{
	word *room = mem_alloc(2 * r->layout.words * sizeof *room);
	bool yes = true;
	slots &= ~r->refused; /* these change nothing */
	for (uint64_t left = slots; left && yes; left &= left - 1) {
		int slot = __builtin_ctzll(left);
		yes = is_blind(r, slot);
		for (uint64_t others = slots & (bit(slot) - 1); others && yes; others &= others - 1)
			yes = commute(r, config, __builtin_ctzll(others), slot, room);
	}
	free(room);
	return yes;
}

bool
rules_has_effect(const struct rules *r, int slot)
{
	const struct model *m = r->model;
	const struct operation *op = r->calls[slot].op;
	if (m->arrivals || m->order != ORDER_NONE || schedules(r, op))
		return true; /* they see who is there */
	return op->post.code && !r->calls[slot].refused;
}
