#include "explore/private.h"

#include <string.h>

/*
 * Where there are too many states to see all of them, those that are near the start look alike: a part of the states is
 * kept for random walks, from the start or from wherever one has been, which go far. What they find is found all the same;
 * only their way there is not the shortest.
 */

enum { LONGEST = 500 };

uint64_t
draw(struct explorer *x, uint64_t below)
{
	x->seed ^= x->seed >> 12;
	x->seed ^= x->seed << 25;
	x->seed ^= x->seed >> 27;
	return (x->seed * 0x2545f4914f6cdd1dull >> 11) % below;
}

/* A random step of the state that is looked at; false if there is none. It leads to x->taken. */
static bool
draw_step(struct explorer *x)
{
	uint64_t pending = config_pending(&x->rules, x->now);
	size_t first = (size_t)draw(x, x->nclients);
	x->drawn = x->enabled = 0;
	x->can_call = x->stumbled = false;
	for (size_t i = 0; i < x->nclients && x->drawn == 0; i++) {
		size_t client = (first + i) % x->nclients;
		if (pending >> client & 1)
			go_ahead(x, (int)client);
		else
			make_calls(x, client);
	}
	if (x->drawn == 0 && pending && !x->can_call && !x->stumbled)
		find_deadlock(x);
	return x->drawn > 0;
}

void
wander(struct explorer *x)
{
	size_t most = x->limit;
	x->random = true;
	x->seed = 0x9e3779b97f4a7c15ull;
	for (size_t steps = 0, length = LONGEST; x->states.n < x->limit && steps < most; steps++, length++) {
		bool is_new;
		if (length >= LONGEST) {
			x->at = draw(x, 2) ? 0 : (uint32_t)draw(x, x->states.n);
			length = 0;
		}
		look_at(x, set_at(&x->states, x->at));
		if (draw_step(x))
			x->at = set_put(&x->states, x->taken, (struct origin){x->at, -1}, &is_new);
		else
			length = LONGEST;
		x->wandered += x->drawn > 0;
	}
	x->random = false;
}
