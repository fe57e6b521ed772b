#include "history/reduce.h"

#include <string.h>

/*
 * What a call returned is a claim, and a call that is lost claims nothing: whatever explains a history also explains it with calls lost. So a history
 * that cannot be is made smaller by losing calls, as long as it still cannot be: those that remain cannot be explained, whatever the others did.
 * Of the others, those are kept with which all but the last line can be explained, so that it is this line that shows what is wrong.
 */

enum stage { LOSE, DROP };

struct reducing {
	struct arena *arena;
	struct reduction *with;
	const struct history *h;
	size_t n; /* lines of the beginning that cannot be */
	size_t *owner; /* by line: the call that it belongs to, from 1; 0: none */
	size_t ncalls;
	bool *lost, *dropped; /* by call, from 1 */
};

static bool
ends_call(enum event_kind kind)
{
	return kind == EVENT_RETURNED || kind == EVENT_LOST;
}

static void
find_calls(struct reducing *r)
{
	size_t *open = arena_array(r->arena, size_t, r->h->nclients + 1);
	r->owner = arena_array(r->arena, size_t, r->h->n + 1);
	for (size_t i = 0; i < r->h->n; i++) {
		const struct event *e = &r->h->lines[i].event;
		if (e->kind == EVENT_AT_REST || e->kind == EVENT_END)
			continue;
		if (e->kind == EVENT_CALLED)
			open[e->client] = ++r->ncalls;
		r->owner[i] = open[e->client];
	}
	r->lost = arena_array(r->arena, bool, r->ncalls + 1);
	r->dropped = arena_array(r->arena, bool, r->ncalls + 1);
}

/* A lost call is made by a client of its own, for its client may call again. */
static void
add_lost(struct reducing *r, const struct history_line *line, size_t call, struct history *to)
{
	struct history_line l = *line;
	l.event.client = (int)(r->h->nclients + call);
	to->clients[l.event.client] = r->h->clients[line->event.client];
	if (ends_call(l.event.kind))
		return;
	to->lines[to->n++] = l;
	if (l.event.kind != EVENT_BEGAN)
		return;
	l.event = (struct event){.kind = EVENT_LOST, .client = l.event.client};
	to->lines[to->n++] = l;
}

/* The first n lines, with calls lost or dropped. */
static struct history *
build(struct reducing *r, struct arena *a, size_t n, enum stage stage)
{
	struct history *to = arena_new(a, struct history);
	*to = *r->h;
	to->n = 0;
	to->lines = arena_array(a, struct history_line, 2 * n + 1);
	to->nclients = r->h->nclients + r->ncalls + 1;
	to->clients = arena_array(a, const char *, to->nclients);
	memcpy(to->clients, r->h->clients, r->h->nclients * sizeof *to->clients);
	for (size_t i = 0; i < n; i++) {
		const struct history_line *line = &r->h->lines[i];
		size_t call = r->owner[i];
		if (line->event.kind == EVENT_END)
			continue;
		if (stage == LOSE ? !r->lost[call] : !r->dropped[call])
			to->lines[to->n++] = *line;
		else if (stage == LOSE && !r->with->drops(r->with->context, r->h, i, r->n))
			add_lost(r, line, call, to);
	}
	to->at_rest = to->n && to->lines[to->n - 1].event.kind == EVENT_AT_REST;
	if (!to->at_rest)
		to->lines[to->n++] = (struct history_line){.event = {.kind = EVENT_END}};
	return to;
}

static bool
fails(struct reducing *r, size_t n)
{
	struct arena a = {0};
	bool failed = r->with->fails(r->with->context, build(r, &a, n, LOSE));
	arena_free(&a);
	return failed;
}

static bool
is_explained(struct reducing *r)
{
	struct arena a = {0};
	bool explained = r->with->explains(r->with->context, build(r, &a, r->n - 1, DROP));
	arena_free(&a);
	return explained;
}

/* The shortest beginning that cannot be: it ends with a return, or at rest. */
static void
find_beginning(struct reducing *r)
{
	size_t *ends = arena_array(r->arena, size_t, r->h->n + 1), low = 0, high = 0;
	for (size_t i = 0; i < r->h->n; i++)
		if (r->h->lines[i].event.kind == EVENT_RETURNED || r->h->lines[i].event.kind == EVENT_AT_REST || i + 1 == r->h->n)
			ends[high++] = i + 1;
	for (high--; low < high;) {
		size_t middle = low + (high - low) / 2;
		if (fails(r, ends[middle]))
			high = middle;
		else
			low = middle + 1;
	}
	r->n = ends[high];
}

/* Calls that were lost anyway, and those that are open at the end. */
static void
lose_open(struct reducing *r)
{
	bool *back = arena_array(r->arena, bool, r->ncalls + 1), rests = r->h->lines[r->n - 1].event.kind == EVENT_AT_REST;
	for (size_t i = 0; i < r->n; i++)
		back[r->owner[i]] |= r->h->lines[i].event.kind == EVENT_RETURNED;
	for (size_t i = 0; i < r->n; i++)
		r->lost[r->owner[i]] |= r->owner[i] && (r->h->lines[i].event.kind == EVENT_LOST || (!back[r->owner[i]] && !rests));
}

/* The calls that may still be lost, but for the one whose return cannot be; or those that may be dropped, which are lost. */
static size_t
calls_left(const struct reducing *r, enum stage stage, size_t *left)
{
	size_t n = 0;
	for (size_t i = 0; i < r->n; i++) {
		size_t call = r->owner[i];
		bool may = stage == LOSE ? !r->lost[call] && call != r->owner[r->n - 1] : r->lost[call] && !r->dropped[call];
		if (r->h->lines[i].event.kind == EVENT_CALLED && may)
			left[n++] = call;
	}
	return n;
}

/* Tries to do without n calls. */
static bool
go_without(struct reducing *r, enum stage stage, const size_t *calls, size_t n)
{
	bool *flags = stage == LOSE ? r->lost : r->dropped;
	for (size_t i = 0; i < n; i++)
		flags[calls[i]] = true;
	if (stage == LOSE ? fails(r, r->n) : is_explained(r))
		return true;
	for (size_t i = 0; i < n; i++)
		flags[calls[i]] = false;
	return false;
}

/* In halves, quarters and so on, then one by one for as long as that helps; the oldest first. */
static void
go_without_most(struct reducing *r, enum stage stage)
{
	size_t *left = arena_array(r->arena, size_t, r->ncalls + 1), n = calls_left(r, stage, left), chunk = n;
	while (chunk > 0 && n > 0 && !r->with->enough(r->with->context)) {
		bool any = false;
		for (size_t i = 0; i < n && !r->with->enough(r->with->context); i += chunk)
			any = go_without(r, stage, left + i, i + chunk < n ? chunk : n - i) || any;
		n = calls_left(r, stage, left);
		chunk = chunk > 1 ? (chunk + 1) / 2 : any;
	}
}

/* All that may be left out when it is lost, at once: that makes the others easier to judge. */
static void
lose_droppable(struct reducing *r)
{
	size_t *left = arena_array(r->arena, size_t, r->ncalls + 1), n = 0;
	for (size_t i = 0; i < r->n; i++) {
		bool may = r->h->lines[i].event.kind == EVENT_CALLED && !r->lost[r->owner[i]] && r->owner[i] != r->owner[r->n - 1];
		if (may && r->with->drops(r->with->context, r->h, i, r->n))
			left[n++] = r->owner[i];
	}
	go_without(r, LOSE, left, n);
}

struct history *
history_reduce(struct arena *a, struct reduction *with, const struct history *h)
{
	struct reducing r = {.arena = a, .with = with, .h = h};
	r.n = h->n;
	find_calls(&r);
	find_beginning(&r);
	lose_open(&r);
	for (size_t i = 0; i < r.n; i++)
		with->calls += h->lines[i].event.kind == EVENT_CALLED;
	if (with->calls > with->few)
		lose_droppable(&r);
	for (int stage = LOSE; stage <= DROP && with->calls > with->few; stage++)
		go_without_most(&r, (enum stage)stage);
	for (size_t i = 0; i < r.n; i++)
		with->left += h->lines[i].event.kind == EVENT_CALLED && !r.dropped[r.owner[i]];
	with->end = r.n;
	return build(&r, a, r.n, DROP);
}
