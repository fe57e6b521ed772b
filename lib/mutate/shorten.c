#include "mutate/private.h"

#include <string.h>

/* --- what a model says of a history --- */

/* The same event, where the operations are those of another specification. */
static struct event
translated(const struct spec *s, struct event e)
{
	if (e.kind == EVENT_CALLED)
		e.op = &s->ops[e.op->index];
	return e;
}

struct judgement
history_judge(struct arena *a, const struct model *m, const struct history *h, bool safety_only)
{
	struct judge *j = judge_new(a, m, &(struct judge_options){.cap = 100000, .memory = 64 << 20, .safety_only = safety_only});
	struct judgement result = {.outcome = OUTCOME_PASS};
	judge_begin(j, h->params);
	const struct verdict *v = judge_verdict(j);
	for (size_t i = 0; i < h->n && v->outcome == OUTCOME_PASS && result.outcome == OUTCOME_PASS; i++) {
		struct event e = translated(m->spec, h->lines[i].event);
		if (!judge_event(j, &e))
			result = (struct judgement){.outcome = OUTCOME_FAIL, .phase = v->phases + 1};
	}
	if (v->outcome != OUTCOME_PASS)
		result = (struct judgement){v->outcome, v->failure, v->phase, v->reason};
	judge_free(j);
	return result;
}

/* --- shorter ones --- */

/* The phases from the first to this one. */
static struct history *
first_phases(struct arena *a, const struct history *h, size_t phases)
{
	struct history *cut = arena_new(a, struct history);
	*cut = *h;
	for (cut->n = 0; cut->n < h->n && phases > 0; cut->n++)
		phases -= h->lines[cut->n].event.kind == EVENT_AT_REST;
	return cut;
}

/* Where the client's last call is made; h->n if it makes none. */
static size_t
last_call(const struct history *h, int client)
{
	for (size_t i = h->n; i-- > 0;)
		if (h->lines[i].event.kind == EVENT_CALLED && h->lines[i].event.client == client)
			return i;
	return h->n;
}

/* The same without what a client does from line `from` on, and without phases in which then nothing happens. */
static struct history *
without(struct arena *a, const struct history *h, int client, size_t from)
{
	struct history *left = arena_new(a, struct history);
	struct history_line *lines = arena_array(a, struct history_line, h->n + 1);
	bool happens = false;
	size_t n = 0;
	for (size_t i = 0; i < h->n; i++) {
		const struct event *e = &h->lines[i].event;
		if (e->kind == EVENT_AT_REST ? !happens : e->client == client && i >= from)
			continue;
		happens = e->kind != EVENT_AT_REST;
		lines[n++] = h->lines[i];
	}
	*left = *h;
	left->lines = lines;
	left->n = n;
	return left;
}

struct shortening {
	struct arena *arena;
	const struct model *allows, *forbids;
	struct history *best;
	enum failure failure;
};

/* Takes a history if it still tells the models apart. */
static bool
take(struct shortening *s, struct history *h)
{
	struct arena judged = {0};
	struct judgement no = history_judge(&judged, s->forbids, h, false);
	struct history *cut = no.outcome == OUTCOME_FAIL ? first_phases(s->arena, h, no.phase) : h;
	bool good = no.outcome == OUTCOME_FAIL && history_judge(&judged, s->allows, cut, false).outcome == OUTCOME_PASS;
	arena_free(&judged);
	if (!good)
		return false;
	s->best = cut;
	s->failure = no.failure;
	return true;
}

/*
 * A client's last calls can be left out and it still does nothing that it would not do; so can all of them. One client after the
 * other, until nothing more can go.
 */
static bool
take_less_of(struct shortening *s, int client)
{
	size_t last = last_call(s->best, client);
	return last < s->best->n && (take(s, without(s->arena, s->best, client, 0)) || take(s, without(s->arena, s->best, client, last)));
}

struct history *
history_shorten(struct arena *a, const struct model *allows, const struct model *forbids, const struct history *h, size_t phase, enum failure *failure)
{
	struct shortening s = {a, allows, forbids, first_phases(a, h, phase), *failure};
	bool less = true;
	while (less) {
		less = false;
		for (int client = 0; client < (int)h->nclients; client++)
			while (take_less_of(&s, client))
				less = true;
	}
	*failure = s.failure;
	return s.best;
}
