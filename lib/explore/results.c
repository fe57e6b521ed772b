#include "explore/private.h"

struct trying {
	struct explorer *explorer;
	int slot;
	enum tried tried;
};

static bool
try_one(void *context, word result)
{
	struct trying *t = context;
	enum tried one = attempt(t->explorer, t->slot, result);
	t->tried = one == TRIED_NONE ? t->tried : one;
	return one != TRIED_MISHAP && !t->explorer->found;
}

static void
say_unknown(struct explorer *x, const struct operation *op, bool refused)
{
	const struct clause *c = refused ? &op->reject : &op->ensures;
	const char *message = arena_printf(x->arena, "the results of %s are too many to be explored", op->name);
	static const char hint[] = "let one of the conditions say what they may be, 'result == ...' or 'result in {...}', behind no condition that reads the result; or give 'returns' a type of few values";
	find_unexplored(x, FINDING_UNEXPLORED, c, c->code ? c->span : op->span, message, hint);
}

enum tried
results_try(struct explorer *x, int slot)
{
	const struct call *call = &x->rules.calls[slot];
	struct trying t = {x, slot, TRIED_NONE};
	switch (results_give(x->results, &x->rules, x->now, slot, try_one, &t)) {
	case RESULTS_ALL:
		return t.tried;
	case RESULTS_MISHAP:
		find_mishap(x, slot, true);
		return TRIED_MISHAP;
	case RESULTS_SOME:
		if (t.tried != TRIED_NONE)
			return t.tried;
		break;
	case RESULTS_UNKNOWN:
		break;
	}
	say_unknown(x, call->op, call->refused);
	return TRIED_UNKNOWN;
}
