#include "trial/picks.h"

#include <stdlib.h>
#include <string.h>

void
slots_rewind(struct slots *s, uint64_t most)
{
	s->n = 0;
	s->most = most;
	s->narrowed = false;
}

void
slots_begin(struct slots *s)
{
	for (size_t i = 0; i < s->n; i++)
		s->at[i].met = s->at[i].what == SLOT_PARAM;
}

static int
compare(const struct slot *a, const struct slot *b)
{
	if (a->order != b->order)
		return a->order < b->order ? -1 : 1;
	if (a->client != b->client)
		return a->client < b->client ? -1 : 1;
	if (a->what != b->what)
		return a->what < b->what ? -1 : 1;
	return a->nth < b->nth ? -1 : a->nth > b->nth;
}

static void
insert(struct slots *s, size_t i, const struct slot *slot)
{
	if (s->n == s->cap) {
		s->cap = s->cap ? 2 * s->cap : 16;
		s->at = mem_grow(s->at, s->cap * sizeof *s->at);
	}
	memmove(s->at + i + 1, s->at + i, (s->n++ - i) * sizeof *s->at);
	s->at[i] = *slot;
	s->at[i].value = s->at[i].of = 0;
}

void
slots_meet(struct slots *s, const struct slot *slot)
{
	size_t i = 0;
	while (i < s->n && compare(&s->at[i], slot) < 0)
		i++;
	if (i == s->n || compare(&s->at[i], slot) != 0)
		insert(s, i, slot);
	s->at[i].of = s->at[i].of > slot->of ? s->at[i].of : slot->of;
	s->at[i].met = true;
	s->narrowed = s->narrowed || slot->of > s->most;
}

bool
slots_all_met(const struct slots *s)
{
	for (size_t i = 0; i < s->n; i++)
		if (s->at[i].value && !s->at[i].met)
			return false;
	return true;
}

/* What the last of the answers that are tried stands for: whoever picks takes the last one there is. */
static uint64_t
answer(const struct slots *s, const struct slot *slot)
{
	return slot->of > s->most && slot->value > 0 && slot->value == s->most - 1 ? slot->of - 1 : slot->value;
}

struct picks
slots_picks(const struct slots *s, struct arena *a, size_t order, int client, int what)
{
	size_t n = 0;
	for (size_t i = 0; i < s->n; i++)
		if (s->at[i].order == order && s->at[i].client == client && s->at[i].what == what)
			n = s->at[i].nth + 1 > n ? s->at[i].nth + 1 : n;
	uint64_t *at = arena_array(a, uint64_t, n + 1);
	for (size_t i = 0; i < s->n; i++)
		if (s->at[i].order == order && s->at[i].client == client && s->at[i].what == what)
			at[s->at[i].nth] = answer(s, &s->at[i]);
	return (struct picks){n, at};
}

uint64_t
slots_param(const struct slots *s, size_t nth, uint64_t of)
{
	for (size_t i = 0; i < s->n; i++)
		if (s->at[i].what == SLOT_PARAM && s->at[i].nth == nth)
			return answer(s, &s->at[i]) < of ? answer(s, &s->at[i]) : of - 1;
	return 0;
}

bool
slots_next(struct slots *s)
{
	while (s->n) {
		struct slot *last = &s->at[s->n - 1];
		if (last->value + 1 < last->of && last->value + 1 < s->most) {
			last->value++;
			return true;
		}
		s->n--;
	}
	return false;
}

void
slots_free(struct slots *s)
{
	free(s->at);
}
