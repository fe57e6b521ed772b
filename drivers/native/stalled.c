#include "drivers/native/stalled.h"

#include "drivers/native/carrier.h"
#include "drivers/native/inline.h"
#include "drivers/native/mapping.h"
#include "drivers/native/trace.h"

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

/* Variables of its own that nobody was shown are of no interest, where there is anything else. */
static void
tell_round(const struct task *t, bool own)
{
	const struct endless_round *r = &rounds[t->number];
	for (size_t i = 0; i < r->nlooks && i < MOST_LOOKS; i++)
		if (r->looks[i].own == own)
			trace_waits(t->actor, r->looks[i].at, r->looks[i].size, r->looks[i].value, (const char *)r->looks[i].place + 1);
}

static bool
reads_of_others(const struct task *t)
{
	const struct endless_round *r = &rounds[t->number];
	for (size_t i = 0; i < r->nlooks && i < MOST_LOOKS; i++)
		if (!r->looks[i].own)
			return true;
	return false;
}

void
stalled_tell(void)
{
	for (int i = 0; i < tasks_nalive; i++) {
		const struct task *t = tasks_alive[i];
		if (t->state != TASK_READY)
			continue;
		if (t->stalled)
			tell_round(t, !reads_of_others(t));
		else if (t->looks && t->laps.sure)
			trace_waits_there(t->actor);
	}
}
