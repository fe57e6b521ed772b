#include "judge/lost.h"

#include <string.h>

struct attempt {
	struct rules *rules;
	const word *config;
	int slot;
	word *room;
	bool any; /* of the results would do */
	enum step step; /* of what went wrong, else YES */
	bool (*take)(void *, const word *);
	void *context;
};

static bool
try_result(void *context, word result)
{
	struct attempt *a = context;
	a->rules->calls[a->slot].result = result;
	memcpy(a->room, a->config, a->rules->layout.words * sizeof *a->room);
	enum step step = step_execute(a->rules, a->room, a->slot, NULL, NULL);
	if (step == STEP_NO)
		return true;
	a->any = true;
	a->step = step;
	return step == STEP_YES && a->take(a->context, a->room);
}

static struct results *
results_for(struct lost *l, struct rules *r)
{
	if (!l->results)
		l->results = results_new(&l->arena, r->heap, r->model->spec);
	return l->results;
}

enum step
lost_execute(struct lost *l, struct rules *r, const word *config, int slot, word *room, bool (*take)(void *, const word *), void *context)
{
	struct attempt a = {.rules = r, .config = config, .slot = slot, .room = room, .step = STEP_YES, .take = take, .context = context};
	enum step step = step_enabled(r, config, slot, NULL);
	if (step != STEP_YES)
		return step;
	switch (results_give(results_for(l, r), r, config, slot, try_result, &a)) {
	case RESULTS_UNKNOWN:
		l->unknown = r->calls[slot].op;
		break;
	case RESULTS_MISHAP:
		return STEP_MISHAP;
	case RESULTS_SOME:
		l->unknown = a.any ? l->unknown : r->calls[slot].op;
		break;
	case RESULTS_ALL:
		break;
	}
	return a.step;
}

void
lost_free(struct lost *l)
{
	arena_free(&l->arena);
	*l = (struct lost){0};
}
