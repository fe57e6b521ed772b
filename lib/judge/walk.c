#include "judge/row.h"

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
	w->used = w->open = w->fresh = w->lost = w->unbegun = w->search.finished = 0;
	w->entered = false;
	w->timed = true;
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
	free(w->moments);
	w->moments = NULL;
	w->nmoments = w->moments_cap = 0;
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

static void
note(struct walk *w, const struct record *r)
{
	if (w->nmoments == w->moments_cap) {
		w->moments_cap = w->moments_cap ? 2 * w->moments_cap : 64;
		w->moments = mem_grow(w->moments, w->moments_cap * sizeof *w->moments);
	}
	struct moment *m = &w->moments[w->nmoments++];
	m->record = *r;
	m->again = r->kind == EVENT_CALLED && (w->used & bit(r->slot));
	if (m->again)
		m->before = w->rules.calls[r->slot];
}

enum { MILLISECOND = 1000000 };

/* Parts of a millisecond are on the side of the implementation. */
static void
note_wait(struct walk *w, int slot, int64_t to)
{
	int64_t from = w->began[slot], time = to > from ? to - from : 0;
	word *waited = w->rules.calls[slot].waited;
	waited[WAITED_HELPS] = (time + MILLISECOND - 1) / MILLISECOND;
	waited[WAITED_HINDERS] = time / MILLISECOND;
}

/* For how long those have waited that still do; a lost call may do so for any time. */
static void
note_waiting(struct walk *w, const struct record *rest)
{
	for (uint64_t left = w->used & ~w->search.finished; left; left &= left - 1) {
		int slot = __builtin_ctzll(left);
		int64_t from = w->began[slot], time = rest->time > from ? rest->time - from : 0;
		word *waited = w->rules.calls[slot].waited;
		bool lost = w->lost & bit(slot);
		waited[WAITED_HELPS] = lost ? WAITED_FOR_EVER : rest->unsure ? 0 : time / MILLISECOND;
		waited[WAITED_HINDERS] = lost ? 0 : rest->unsure ? WAITED_FOR_EVER : (time + MILLISECOND - 1) / MILLISECOND;
	}
}

static void
note_rough(struct call *call)
{
	if (call->returned)
		call->waited[WAITED_HINDERS] = 0;
}

/* All is at rest: for how long calls have waited. What is not known is on the side of the implementation. */
static void
note_waits(struct walk *w, const struct record *rest)
{
	note_waiting(w, rest);
	for (uint64_t left = rest->rough ? w->search.finished : 0; left; left &= left - 1)
		note_rough(&w->rules.calls[__builtin_ctzll(left)]);
	for (size_t i = 0; rest->rough && i < w->nmoments; i++)
		if (w->moments[i].again)
			note_rough(&w->moments[i].before);
}

void
walk_put(struct walk *w, int slot, const struct call *call)
{
	w->rules.calls[slot] = *call;
	w->rules.pending[slot] = (struct pending){call->op->index, call->args};
	w->rules.refused = call->refused ? w->rules.refused | bit(slot) : w->rules.refused & ~bit(slot);
}

static void
take_call(struct walk *w, const struct record *r)
{
	uint64_t slot = bit(r->slot);
	if ((size_t)r->slot >= w->rules.layout.slots)
		widen(w, (size_t)r->slot + 1);
	w->unbegun |= w->search.finished || w->reused ? slot : 0;
	w->reused = w->reused || (w->used & slot);
	w->search.finished &= ~slot;
	walk_put(w, r->slot, r->call);
	w->search.ahead[r->slot] = returned_to(w, r->call->client);
	w->began[r->slot] = r->time;
	w->used |= slot;
	w->fresh |= slot;
}

static void
take_return(struct walk *w, const struct record *r)
{
	struct call *call = &w->rules.calls[r->slot];
	w->timed = w->timed && !(w->unbegun & bit(r->slot));
	call->returned = true;
	call->result = r->value;
	w->search.finished |= bit(r->slot);
	if (w->rules.model->spec->reads_waited)
		note_wait(w, r->slot, r->time);
}

void
walk_take(struct walk *w, const struct record *r)
{
	if (r->kind != EVENT_AT_REST && r->kind != EVENT_END)
		note(w, r);
	switch (r->kind) {
	case EVENT_CALLED:
		take_call(w, r);
		break;
	case EVENT_BEGAN:
		w->search.ahead[r->slot] = w->search.finished;
		w->began[r->slot] = r->time;
		w->unbegun &= ~bit(r->slot);
		break;
	case EVENT_RETURNED:
		take_return(w, r);
		break;
	case EVENT_LOST:
		w->rules.calls[r->slot].lost = true;
		w->lost |= bit(r->slot);
		break;
	case EVENT_AT_REST:
	case EVENT_END:
		w->ended = r->kind == EVENT_END;
		if (w->rules.model->spec->reads_waited)
			note_waits(w, r);
		break;
	}
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
walk_together(struct walk *w)
{
	for (size_t i = 0; i < w->now.n && !w->entered; i++)
		config_enter(&w->rules, set_at(&w->now, i), w->fresh, late(w) | (w->lost & w->fresh));
	w->entered = true;
	w->rules.fresh = w->fresh;
	return search_phase(&w->search, &w->now, w->fresh);
}

enum search_end
walk_rest(struct walk *w)
{
	bool timed = w->timed && !w->unbegun;
	w->search.stopped = NULL;
	w->search.lost = w->lost;
	w->rules.flight = w->used;
	tell_apart(w);
	if (timed && !w->entered && (w->reused || w->lost || w->ended || w->in_rows))
		return row_search(w);
	if (!w->reused)
		return walk_together(w);
	w->search.stopped = "it has more than 64 calls, and nobody says when they began";
	return SEARCH_CAP;
}

/* Lost calls of which it makes no difference any more whether they go ahead; some results may depend on their being under way. */
static uint64_t
over(const struct walk *w)
{
	uint64_t undone = 0, dull = 0;
	for (size_t i = 0; i < w->now.n; i++)
		undone |= config_in(&w->rules, set_at(&w->now, i)) | config_pending(&w->rules, set_at(&w->now, i));
	for (uint64_t left = w->lost & undone; left; left &= left - 1)
		dull |= rules_has_effect(&w->rules, __builtin_ctzll(left)) ? 0 : left & -left;
	return w->rules.model->others ? 0 : w->lost & (~undone | dull);
}

static void
forget_lost(struct walk *w)
{
	uint64_t slots = over(w);
	struct config_set old = w->now;
	w->now = (struct config_set){0};
	set_clear(&w->now, old.width);
	for (size_t i = 0; i < old.n; i++) {
		set_at(&old, i)[w->rules.layout.pending] &= ~(word)slots;
		set_add(&w->now, set_at(&old, i), old.origins[i]);
	}
	set_free(&old);
	w->used &= ~slots;
	w->lost &= ~slots;
	w->rules.refused &= ~slots;
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
	if (w->lost)
		forget_lost(w);
	w->open = w->used;
	w->search.finished = w->fresh = w->unbegun = 0;
	w->nmoments = 0;
	w->entered = w->reused = false;
	w->timed = true;
}

uint32_t
walk_root(const struct walk *w, uint32_t seen)
{
	while (seen >= w->now.n)
		seen = w->search.seen.origins[seen].from;
	return w->search.seen.origins[seen].from;
}
