#include "trial/schedules.h"

#include "base/random.h"
#include "trial/table.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_KNOWN = 1 << 20 };

/* How many schedules go on from a point, by the preemptions in them. */
struct counts {
	uint64_t with[SCHEDULES_MOST_PREEMPTIONS + 1];
	bool bounded; /* there are others, with more preemptions than were left */
};

/* What comes after a choice in a state, if so many preemptions are left after it. */
struct known {
	unsigned left;
	struct counts after;
};

/* A point on the way of the run that is made now, with the choice that it makes there. */
struct node {
	size_t phase;
	enum point_kind kind;
	int32_t actor;
	uint32_t nth;
	uint64_t state; /* 0: not known */
	size_t n, first; /* candidates, in `actors` */
	size_t chosen; /* one of them; 0 is the default */
	unsigned preempted; /* how often before this point */
	struct counts after; /* the choice that is made now, so far */
	struct counts from; /* here, by earlier choices */
};

struct search {
	struct trial *trial;
	struct trial_how how;
	const struct schedules_options *options;
	struct schedules *found;
	const struct test *test; /* whose schedules these are */
	struct test made; /* the same with choices */
	struct test_phase *phases;
	struct choice *choices;
	size_t choices_cap;
	unsigned preemptions; /* that are allowed now */
	struct node *nodes;
	size_t nnodes, nodes_cap, kept; /* kept: those that were there before the run */
	int32_t *actors;
	size_t nactors, actors_cap;
	struct table choices_seen; /* in states: where in `known` what comes after them is */
	struct known *known;
	size_t nknown, known_cap;
	struct counts all; /* from the beginning */
	bool cut; /* the rest of the run is known, or of no account */
	struct counts rest; /* what it stands for */
	bool strayed; /* the run did not come where it should */
	bool told; /* the host tells of points */
	bool blind; /* but not of all states */
};

/* --- what is known --- */

static void
grow(void *at, size_t n, size_t *cap, size_t size)
{
	void **array = at;
	if (n < *cap)
		return;
	*cap = *cap ? 2 * *cap : 64;
	*array = mem_grow(*array, *cap * size);
}

static uint64_t
sum(uint64_t a, uint64_t b)
{
	return a > UINT64_MAX - b ? UINT64_MAX : a + b;
}

/* Adds what comes after so many preemptions, as far as that is within the bound. */
static void
add(const struct search *s, struct counts *to, const struct counts *c, unsigned preemptions)
{
	for (unsigned k = 0; k + preemptions <= s->preemptions; k++)
		to->with[k + preemptions] = sum(to->with[k + preemptions], c->with[k]);
	to->bounded = to->bounded || c->bounded;
}

static bool
preempts(const struct node *n)
{
	return n->kind == POINT_MAY_STAY && n->chosen > 0;
}

static unsigned
preempted_after(const struct node *n)
{
	return n->preempted + preempts(n);
}

/* A number for the state and the choice that is made there; 0: none. */
static uint64_t
key_of(const struct search *s, const struct node *n)
{
	uint64_t chosen = (uint64_t)(uint32_t)s->actors[n->first + n->chosen] << 32 | n->phase;
	return n->state ? random_mix(n->state ^ random_mix(chosen + 1)) : 0;
}

/* What comes after the choice, if that was gone through with as many preemptions left, or more. */
static bool
recall(const struct search *s, const struct node *n, struct counts *after)
{
	uint64_t key = key_of(s, n), at;
	unsigned left = s->preemptions - preempted_after(n);
	if (!key || !table_find(&s->choices_seen, key, &at) || s->known[at].left < left)
		return false;
	*after = s->known[at].after;
	for (unsigned k = left + 1; k <= SCHEDULES_MOST_PREEMPTIONS; k++) {
		after->bounded = after->bounded || after->with[k];
		after->with[k] = 0;
	}
	return true;
}

static void
remember(struct search *s, const struct node *n)
{
	uint64_t key = key_of(s, n), at = s->nknown;
	unsigned left = s->preemptions - preempted_after(n);
	bool found = key && table_find(&s->choices_seen, key, &at);
	if (!key || (found ? s->known[at].left >= left : s->nknown == MOST_KNOWN))
		return;
	if (!found) {
		grow(&s->known, s->nknown, &s->known_cap, sizeof *s->known);
		table_add(&s->choices_seen, key, s->nknown++);
	}
	s->known[at] = (struct known){left, n->after};
}

/* --- what a run says --- */

static void
drop_last(struct search *s)
{
	s->nactors = s->nodes[--s->nnodes].first;
}

static void
take_point(struct search *s, size_t phase, const struct point *p)
{
	struct node n = {.phase = phase, .kind = p->kind, .actor = p->actor, .nth = p->nth, .n = p->n, .first = s->nactors};
	n.preempted = s->nnodes ? preempted_after(&s->nodes[s->nnodes - 1]) : 0;
	n.state = s->options->plain ? 0 : p->state;
	s->blind = s->blind || (p->state == 0 && p->kind != POINT_WAKES_ONE);
	for (size_t i = 0; i < p->n; i++) {
		grow(&s->actors, s->nactors, &s->actors_cap, sizeof *s->actors);
		s->actors[s->nactors++] = (int32_t)p->actors[i];
	}
	grow(&s->nodes, s->nnodes, &s->nodes_cap, sizeof *s->nodes);
	s->nodes[s->nnodes++] = n;
	s->cut = recall(s, &n, &s->rest);
}

/* How many of the nodes from before the run are in the phase. */
static size_t
kept_in(const struct search *s, size_t phase)
{
	size_t n = 0;
	for (size_t i = 0; i < s->kept; i++)
		n += s->nodes[i].phase == phase;
	return n;
}

/* The test is made from its first phase on. */
static void
begins(void *context)
{
	struct search *s = context;
	while (s->nnodes > s->kept)
		drop_last(s);
	s->cut = s->strayed = s->told = false;
	s->rest = (struct counts){.with = {1}};
}

static uint64_t
first_point(void *context, size_t phase)
{
	return kept_in(context, phase);
}

static void
rested(void *context, size_t phase, bool whole, const struct points *p)
{
	struct search *s = context;
	size_t last = s->kept ? s->nodes[s->kept - 1].phase : 0, kept = kept_in(s, phase);
	s->told = s->told || p->told;
	s->found->polled = s->found->polled || p->polled;
	s->found->more = s->found->more || p->more;
	s->strayed = s->strayed || p->count < kept || (s->kept && phase < last && p->count != kept);
	if (!whole && !s->cut) {
		s->cut = true;
		s->rest = (struct counts){0};
	}
	for (size_t i = 0; i < p->n && !s->cut; i++)
		take_point(s, phase, &p->at[i]);
}

static void
picked(void *context, int client, size_t call, enum pick_of what, size_t nth, uint64_t n)
{
	struct search *s = context;
	if (s->options->picked)
		s->options->picked(s->options->context, client, call, what, nth, n);
}

/* --- runs --- */

/* The choices of the nodes, as the phases of a test have them: deviations from the default. */
static void
write_choices(struct search *s)
{
	size_t n = 0, next = 0;
	while (s->choices_cap < s->nnodes)
		grow(&s->choices, s->choices_cap, &s->choices_cap, sizeof *s->choices);
	for (size_t p = 0; p < s->test->n; p++) {
		struct test_phase *phase = &s->phases[p];
		phase->choices = s->choices + n;
		phase->nchoices = 0;
		for (; next < s->nnodes && s->nodes[next].phase == p; next++) {
			const struct node *d = &s->nodes[next];
			if (d->chosen == 0)
				continue;
			s->choices[n++] = (struct choice){d->actor, d->nth, s->actors[d->first + d->chosen]};
			phase->nchoices++;
		}
	}
}

/* Were all choices made, and no others? */
static bool
did_as_told(const struct search *s, const struct test *done)
{
	for (size_t p = 0; p < s->made.n; p++) {
		const struct test_phase *wanted = &s->made.phases[p];
		if (p >= done->n)
			return wanted->nchoices == 0;
		if (wanted->nchoices != done->phases[p].nchoices || (wanted->nchoices && memcmp(wanted->choices, done->phases[p].choices, wanted->nchoices * sizeof *wanted->choices) != 0))
			return false;
	}
	return true;
}

/* Another run, with the choices of the nodes. False: it ends the search. */
static bool
run(struct search *s, struct arena *a, struct trial_result *r)
{
	arena_free(a);
	s->kept = s->nnodes;
	write_choices(s);
	trial_again(s->trial, a, &s->made, &s->how, r);
	s->found->runs++;
	s->found->late = s->found->late || r->certainty == CERTAIN_BUT_LATE;
	s->found->polled = s->found->polled || r->certainty > CERTAIN_BUT_LATE;
	if (r->end != TRIAL_PASSED)
		return false;
	const char *wrong = NULL;
	if (!s->told && r->test->n)
		wrong = "the host does not tell where there is something to choose";
	else if (!s->found->polled && (s->strayed || !did_as_told(s, r->test)))
		wrong = "with the same choices the implementation did not do the same again, so its schedules cannot be gone through";
	if (!wrong)
		return true;
	r->end = TRIAL_UNDECIDED;
	r->wrong = wrong;
	return false;
}

/* --- the way through --- */

/* The run that was just made stands for these: for all that come after a choice that is known; for none where not all calls were made. */
static void
count_run(struct search *s, const struct trial_result *r)
{
	struct node *last = s->nnodes ? &s->nodes[s->nnodes - 1] : NULL;
	bool whole = s->cut || test_calls(r->test) == test_calls(s->test);
	if (whole && !s->strayed)
		add(s, last ? &last->after : &s->all, &s->rest, 0);
}

/* Takes the node's next choice of which it is not known what comes after it. False: there is none. */
static bool
choose_another(struct search *s, struct node *n)
{
	while (n->chosen + 1 < n->n) {
		if (n->kind == POINT_MAY_STAY && n->preempted == s->preemptions) {
			n->from.bounded = true;
			return false;
		}
		n->chosen++;
		n->after = (struct counts){0};
		if (!recall(s, n, &n->after))
			return true;
		add(s, &n->from, &n->after, preempts(n));
	}
	return false;
}

/* All was made after the last choice: takes another one, there or before. False: there is none. */
static bool
go_on(struct search *s)
{
	while (s->nnodes) {
		struct node *last = &s->nodes[s->nnodes - 1];
		remember(s, last);
		add(s, &last->from, &last->after, preempts(last));
		if (choose_another(s, last))
			return true;
		drop_last(s);
		add(s, s->nnodes ? &s->nodes[s->nnodes - 1].after : &s->all, &last->from, 0);
	}
	return false;
}

/* Spinning calls that are known get points where they had none: all choices are others. */
static void
start_over(struct search *s)
{
	s->nnodes = s->nactors = s->nknown = 0;
	s->all = (struct counts){0};
	table_clear(&s->choices_seen);
}

/* All schedules with the preemptions that are allowed now. False: that ends the search. */
static bool
search_bound(struct search *s, struct arena *a, struct trial_result *r)
{
	size_t nspins = SIZE_MAX;
	do {
		if (s->options->enough && s->options->enough(s->options->context))
			return false;
		if (!run(s, a, r))
			return false;
		if (nspins != SIZE_MAX && r->test->nspins != nspins) {
			start_over(s);
			nspins = SIZE_MAX;
			continue;
		}
		nspins = r->test->nspins;
		while (s->strayed && s->nnodes > s->kept)
			drop_last(s);
		count_run(s, r);
	} while (nspins == SIZE_MAX || go_on(s));
	return true;
}

/* Where states are not known, nothing is gained by going from bound to bound. */
static void
raise_bound(struct search *s)
{
	s->preemptions = s->blind ? s->options->preemptions : s->preemptions + 1;
}

/* Those with few preemptions first: they lead to most of the states that there are, and a failure among them is easier to read. */
static void
search(struct search *s, struct arena *a, struct trial_result *r)
{
	for (s->preemptions = s->options->plain ? s->options->preemptions : 0; ; raise_bound(s)) {
		s->all = (struct counts){0};
		if (!search_bound(s, a, r))
			return;
		if (!s->all.bounded || s->preemptions == s->options->preemptions)
			break;
	}
	s->found->complete = true;
}

static void
begin(struct search *s, const struct test *test)
{
	s->phases = mem_alloc((test->n + 1) * sizeof *s->phases);
	memcpy(s->phases, test->phases, test->n * sizeof *s->phases);
	for (size_t p = 0; p < test->n; p++)
		s->phases[p].drawing = (struct drawing){0};
	s->made = *test;
	s->made.phases = s->phases;
}

void
schedules_search(struct trial *t, struct arena *a, const struct test *test, const struct schedules_options *o, struct schedules *found, struct trial_result *r)
{
	struct search s = {.trial = t, .options = o, .found = found, .test = test};
	const struct trial_watch watch = {.begins = begins, .first_point = first_point, .rested = rested, .picked = picked, .context = &s};
	*found = (struct schedules){0};
	*r = (struct trial_result){.end = TRIAL_PASSED};
	begin(&s, test);
	s.how = (struct trial_how){.common = true, .watch = &watch};
	search(&s, a, r);
	for (unsigned k = 0; k <= SCHEDULES_MOST_PREEMPTIONS; k++)
		found->count = sum(found->count, s.all.with[k]);
	table_free(&s.choices_seen);
	free(s.known);
	free(s.phases);
	free(s.choices);
	free(s.nodes);
	free(s.actors);
}
