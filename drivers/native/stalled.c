#include "drivers/native/stalled.h"

#include "drivers/native/carrier.h"
#include "drivers/native/inline.h"
#include "drivers/native/mapping.h"

#include <string.h>

enum { EIGHT = 8 };

static struct endless_round rounds[MOST_CARRIERS];

void
stalled_note(const struct task *t, const struct endless_round *r)
{
	rounds[t->number] = *r;
}

const struct endless_round *
stalled_round(const struct task *t)
{
	return &rounds[t->number];
}

/* It was found there when the task ran alone; somebody else may have run since then. */
static bool
is_still_there(const struct endless_look *l)
{
	return memcmp((const void *)l->at, &l->value, l->size) == 0;
}

/* Into the stacks of others it writes only what they wait for. */
static bool
changes(const struct task *t, const struct endless_look *l)
{
	const struct endless_round *r = &rounds[t->number];
	for (size_t i = 0; i < r->nchanges; i++)
		if (carrier_is_of_another(t->carrier, r->changes[i]) || (r->changes[i] < l->at + l->size && l->at < r->changes[i] + EIGHT))
			return true;
	return false;
}

static bool
is_stalled(const struct task *t)
{
	const struct endless_round *r = &rounds[t->number];
	if (!t->stalled || r->nlooks > MOST_LOOKS || r->nchanges > MOST_CHANGES)
		return false;
	for (size_t i = 0; i < r->nlooks; i++) {
		if (!is_still_there(&r->looks[i]))
			return false;
		for (int k = 0; k < tasks_nalive; k++)
			if (tasks_alive[k] != t && tasks_alive[k]->state == TASK_READY && changes(tasks_alive[k], &r->looks[i]))
				return false;
	}
	return true;
}

bool
stalled_all(void)
{
	if (inline_calls_watched() || mappings_any() || mappings_closed())
		return false;
	for (int i = 0; i < tasks_nalive; i++)
		if (tasks_alive[i]->state == TASK_READY && !is_stalled(tasks_alive[i]))
			return false;
	return true;
}
