#include "judge/walk.h"

#include <string.h>
#include <stdlib.h>

static uint64_t
bit(int slot)
{
	return 1ull << slot;
}

enum search_end
walk_start(struct walk *w, const struct model *m, struct heap *heap, const word *params)
{
	rules_start(&w->rules, m, heap, params);
	w->search.rules = &w->rules;
	w->used = w->fresh = w->search.finished = 0;
	w->entered = false;
	set_clear(&w->now, w->rules.layout.words);
	word *config = mem_alloc((w->rules.layout.words + 1) * sizeof *config);
	enum step step = rules_initial(&w->rules, config);
	if (step == STEP_YES)
		set_add(&w->now, config, (struct origin){0, -1});
	free(config);
	return step == STEP_YES ? SEARCH_DONE : SEARCH_MISHAP;
}

void
walk_stop(struct walk *w)
{
	if (w->rules.model)
		rules_stop(&w->rules);
	search_free(&w->search);
	set_free(&w->now);
}

/* Makes room for more slots in what the walk knows. */
static void
widen(struct walk *w, size_t slots)
{
	struct layout old = w->rules.layout;
	struct config_set wide = {0};
	rules_widen(&w->rules, slots);
	if (w->rules.layout.words == old.words)
		return;
	set_clear(&wide, w->rules.layout.words);
	word *config = mem_alloc(w->rules.layout.words * sizeof *config);
	for (size_t i = 0; i < w->now.n; i++) {
		config_widen(&old, set_at(&w->now, i), &w->rules.layout, config);
		set_add(&wide, config, w->now.origins[i]);
	}
	free(config);
	set_free(&w->now);
	w->now = wide;
}

/* The calls of the client that have returned in this phase. */
static uint64_t
returned_to(const struct walk *w, int client)
{
	uint64_t slots = 0;
	for (uint64_t left = w->search.finished; left; left &= left - 1)
		slots |= w->rules.calls[__builtin_ctzll(left)].client == client ? left & -left : 0;
	return slots;
}

void
walk_take(struct walk *w, const struct record *r)
{
	if (r->kind == EVENT_BEGAN) {
		w->search.ahead[r->slot] = w->search.finished;
		return;
	}
	if (r->kind == EVENT_RETURNED) {
		w->rules.calls[r->slot].returned = true;
		w->rules.calls[r->slot].result = r->value;
		w->search.finished |= bit(r->slot);
		return;
	}
	if ((size_t)r->slot >= w->rules.layout.slots)
		widen(w, (size_t)r->slot + 1);
	w->rules.calls[r->slot] = *r->call;
	w->rules.pending[r->slot] = (struct pending){r->call->op->index, r->call->args};
	w->rules.refused = r->call->refused ? w->rules.refused | bit(r->slot) : w->rules.refused & ~bit(r->slot);
	w->search.ahead[r->slot] = returned_to(w, r->call->client);
	w->used |= bit(r->slot);
	w->fresh |= bit(r->slot);
}

/* Calls of the phase that began when others had returned. */
static uint64_t
late(const struct walk *w)
{
	uint64_t slots = 0;
	for (uint64_t left = w->fresh; left; left &= left - 1)
		slots |= w->search.ahead[__builtin_ctzll(left)] ? left & -left : 0;
	return slots;
}

/* Calls of which one was over when the other began are not there together. */
static void
tell_apart(struct walk *w)
{
	memset(w->rules.apart, 0, sizeof w->rules.apart);
	for (uint64_t left = late(w); left; left &= left - 1) {
		int slot = __builtin_ctzll(left);
		w->rules.apart[slot] |= w->search.ahead[slot];
		for (uint64_t ahead = w->search.ahead[slot]; ahead; ahead &= ahead - 1)
			w->rules.apart[__builtin_ctzll(ahead)] |= bit(slot);
	}
}

enum search_end
walk_rest(struct walk *w)
{
	for (size_t i = 0; i < w->now.n && !w->entered; i++)
		config_enter(&w->rules, set_at(&w->now, i), w->fresh, late(w));
	w->entered = true;
	w->rules.flight = w->used;
	w->rules.fresh = w->fresh;
	tell_apart(w);
	return search_phase(&w->search, &w->now, w->fresh);
}

void
walk_commit(struct walk *w)
{
	struct config_set old = w->now;
	w->now = w->search.ends;
	w->search.ends = old;
	w->used &= ~w->search.finished;
	w->rules.refused &= ~w->search.finished;
	for (uint64_t left = w->fresh; left; left &= left - 1)
		w->search.ahead[__builtin_ctzll(left)] = 0;
	w->search.finished = w->fresh = 0;
	w->entered = false;
}

uint32_t
walk_root(const struct walk *w, uint32_t seen)
{
	while (seen >= w->now.n)
		seen = w->search.seen.origins[seen].from;
	return w->search.seen.origins[seen].from;
}
