#include "shrink/shrink.h"

#include <stdlib.h>
#include <string.h>

/* Random schedules that are tried where the recorded one does not fit any more. */
enum { SCHEDULES = 8 };
/* Calls of a test that is so short that any two of them may be taken out together. */
enum { SHORT = 24 };
/* ... and of one that is so long that large parts of it are taken out first: the smallest of them are one in PARTS of it. */
enum { LONG = 400, PARTS = 32 };

/* A call in its place. A phase is a run of steps with the same number. */
struct step {
	int client;
	size_t phase;
	bool then; /* it comes when its client's call before is back; in a phase these come last */
	struct script_call call;
};

/* A test in a form in which calls can be taken out and moved. */
struct draft {
	const struct test *test; /* for what is not in the steps */
	size_t n;
	struct step *steps;
	size_t nphases;
	const struct test_phase **phases; /* whose choices are taken; NULL for none */
};

/* Tests may be long, and candidates many: there is one of them at a time, beside the best test. */
struct shrinker {
	struct shrink *shrink;
	struct arena kept; /* of the best test, which others share what they leave as it is with, and of its draft */
	struct arena candidate; /* of the next test to try */
	struct arena run; /* of what the oracle makes of it */
	const struct test *best;
	struct draft draft; /* of the best */
	bool stopped;
};

static struct draft
draft_of(struct arena *a, const struct test *t)
{
	struct draft d = {.test = t, .nphases = t->n};
	size_t *next = arena_array(a, size_t, t->nclients + 1);
	d.steps = arena_array(a, struct step, test_calls(t) + 1);
	d.phases = arena_array(a, const struct test_phase *, t->n + 1);
	for (size_t p = 0; p < t->n; p++) {
		d.phases[p] = &t->phases[p];
		for (size_t i = 0; i < t->phases[p].n; i++) {
			int client = t->phases[p].clients[i];
			d.steps[d.n++] = (struct step){client, p, i >= t->phases[p].n - t->phases[p].then, t->scripts[client].calls[next[client]++]};
		}
	}
	return d;
}

/* A draft of the best test, to be changed. It is the next candidate's: the last one is forgotten. */
static struct draft
next_draft(struct shrinker *s)
{
	struct draft d = s->draft;
	arena_free(&s->candidate);
	d.steps = arena_array(&s->candidate, struct step, d.n + 1);
	memcpy(d.steps, s->draft.steps, d.n * sizeof *d.steps);
	return d;
}

/* A copy of the best test, to be changed; the same. */
static struct test *
next_test(struct shrinker *s)
{
	arena_free(&s->candidate);
	struct test *t = arena_new(&s->candidate, struct test);
	*t = *s->best;
	return t;
}

/* Its phases, to be changed. */
static struct test_phase *
own_phases(struct shrinker *s, struct test *t)
{
	struct test_phase *phases = arena_array(&s->candidate, struct test_phase, t->n + 1);
	memcpy(phases, t->phases, t->n * sizeof *phases);
	t->phases = phases;
	return phases;
}

static void
add_scripts(struct shrinker *s, const struct draft *d, struct test *t)
{
	struct script *scripts = arena_array(&s->candidate, struct script, t->nclients + 1);
	struct script_call **next = arena_array(&s->candidate, struct script_call *, t->nclients + 1);
	for (size_t i = 0; i < d->n; i++)
		scripts[d->steps[i].client].n++;
	for (size_t c = 0; c < t->nclients; c++) {
		scripts[c].start = d->test->scripts[c].start;
		scripts[c].calls = next[c] = arena_array(&s->candidate, struct script_call, scripts[c].n + 1);
	}
	for (size_t i = 0; i < d->n; i++)
		*next[d->steps[i].client]++ = d->steps[i].call;
	t->scripts = scripts;
}

static const struct test *
test_of(struct shrinker *s, const struct draft *d)
{
	struct test *t = arena_new(&s->candidate, struct test);
	struct test_phase *phases = arena_array(&s->candidate, struct test_phase, d->n + 1);
	*t = *d->test;
	add_scripts(s, d, t);
	t->n = 0;
	for (size_t i = 0; i < d->n;) {
		size_t from = i, phase = d->steps[i].phase;
		while (i < d->n && d->steps[i].phase == phase)
			i++;
		int *clients = arena_array(&s->candidate, int, i - from);
		size_t then = 0;
		for (size_t k = from; k < i; k++) {
			clients[k - from] = d->steps[k].client;
			then += d->steps[k].then;
		}
		const struct test_phase *choices = phase < d->nphases ? d->phases[phase] : NULL;
		phases[t->n++] = (struct test_phase){.n = i - from, .clients = clients, .then = then, .nchoices = choices ? choices->nchoices : 0, .choices = choices ? choices->choices : NULL};
	}
	t->phases = phases;
	return t;
}

/* From now on this is the best one. What it was made of goes. */
static void
keep(struct shrinker *s, const struct test *t)
{
	struct arena kept = {0};
	s->best = test_copy(&kept, t);
	s->draft = draft_of(&kept, s->best);
	arena_free(&s->kept);
	s->kept = kept;
}

static bool
try_once(struct shrinker *s, const struct test *candidate)
{
	const struct test *done;
	s->stopped = s->stopped || s->shrink->enough(s->shrink->context);
	if (s->stopped)
		return false;
	s->shrink->runs++;
	bool fails = s->shrink->fails(s->shrink->context, &s->run, candidate, &done);
	if (fails)
		keep(s, done);
	arena_free(&s->run);
	return fails;
}

static bool
same_calls(const struct test_phase *a, const struct test_phase *b)
{
	return a->n == b->n && memcmp(a->clients, b->clients, a->n * sizeof *a->clients) == 0;
}

/*
 * With other calls, the choices of the schedule fall on other points. So if the last phase needs some, others are tried.
 */
static bool
try_test(struct shrinker *s, const struct test *candidate)
{
	if (try_once(s, candidate))
		return true;
	const struct test_phase *last = candidate->n ? &candidate->phases[candidate->n - 1] : NULL;
	if (!last || last->nchoices == 0 || last->n < 2 || same_calls(last, &s->best->phases[s->best->n - 1]))
		return false;
	struct test t = *candidate;
	struct test_phase *phases = own_phases(s, &t);
	for (uint64_t seed = 1; seed <= SCHEDULES && !s->stopped; seed++) {
		phases[t.n - 1].drawing = (struct drawing){.strategy = STRATEGY_WALK, .seed = seed, .rare = seed % 2};
		if (try_once(s, &t))
			return true;
	}
	return false;
}

/* --- fewer calls --- */

/* Takes out steps [from, from + n). */
static bool
try_without(struct shrinker *s, size_t from, size_t n)
{
	struct draft d = next_draft(s);
	if (n >= d.n)
		return false;
	memmove(d.steps + from, d.steps + from + n, (d.n - from - n) * sizeof *d.steps);
	d.n -= n;
	return try_test(s, test_of(s, &d));
}

/* The smallest runs that are taken out have so many calls. */
static bool
remove_runs_of(struct shrinker *s, size_t least)
{
	bool any = false;
	for (size_t size = test_calls(s->best) / 2; size >= least && !s->stopped; size /= 2) {
		for (size_t end = test_calls(s->best); end >= size && !s->stopped;) {
			bool removed = try_without(s, end - size, size);
			size_t now = test_calls(s->best);
			any = any || removed;
			end = removed ? (end - size < now ? end - size : now) : end - (size > 1 ? size : 1);
		}
	}
	return any;
}

static bool
remove_runs(struct shrinker *s)
{
	return remove_runs_of(s, 1);
}

static bool
try_without_client(struct shrinker *s, int client)
{
	struct draft d = next_draft(s);
	size_t kept = 0;
	for (size_t i = 0; i < d.n; i++)
		if (d.steps[i].client != client)
			d.steps[kept++] = d.steps[i];
	if (kept == d.n || kept == 0)
		return false;
	d.n = kept;
	return try_test(s, test_of(s, &d));
}

static bool
remove_clients(struct shrinker *s)
{
	bool any = false;
	for (size_t c = 0; c < s->best->nclients && !s->stopped; c++)
		any = try_without_client(s, (int)c) || any;
	return any;
}

static bool
try_without_two(struct shrinker *s, size_t i, size_t k)
{
	struct draft d = next_draft(s);
	memmove(d.steps + k, d.steps + k + 1, (d.n - k - 1) * sizeof *d.steps);
	memmove(d.steps + i, d.steps + i + 1, (d.n - i - 2) * sizeof *d.steps);
	d.n -= 2;
	return try_test(s, test_of(s, &d));
}

/* Two calls together, such as what took and what gave back; in a long test only a client's call and its next one. */
static bool
remove_pairs(struct shrinker *s)
{
	bool any = false;
	const struct draft *d = &s->draft;
	for (size_t i = 0; i < d->n && !s->stopped; i++) {
		for (size_t k = i + 1; k < d->n && d->n > 2 && !s->stopped; k++) {
			bool same = d->steps[k].client == d->steps[i].client, is_long = d->n > SHORT;
			if (!same && is_long)
				continue;
			bool removed = try_without_two(s, i, k);
			any = any || removed;
			k -= removed;
			if (same && is_long)
				break;
		}
	}
	return any;
}

/* --- less at once --- */

static size_t
first_of_phase(const struct draft *d, size_t p)
{
	size_t first = 0;
	while (d->steps[first].phase != p)
		first++;
	return first;
}

/* Does the ith call of the phase come after one of its client, and none after it? */
static bool
ends_burst(const struct test_phase *p, size_t i)
{
	size_t k = i + 1;
	while (k < p->n && p->clients[k] != p->clients[i])
		k++;
	return i >= p->n - p->then && k == p->n;
}

/* Gives the call a phase of its own, after the others. */
static bool
try_after(struct shrinker *s, size_t p, size_t i)
{
	struct draft d = next_draft(s);
	size_t first = first_of_phase(&d, p), n = s->best->phases[p].n;
	struct step moved = d.steps[first + i];
	memmove(d.steps + first + i, d.steps + first + i + 1, (n - i - 1) * sizeof *d.steps);
	d.steps[first + n - 1] = moved;
	d.steps[first + n - 1].phase = d.nphases;
	d.steps[first + n - 1].then = false;
	return try_test(s, test_of(s, &d));
}

/* A failure that does not need calls in a row shows none. */
static bool
break_bursts(struct shrinker *s)
{
	bool any = false;
	for (size_t p = 0; p < s->best->n && !s->stopped; p++) {
		for (size_t i = s->best->phases[p].n; i-- > 0 && !s->stopped;) {
			bool ends = i < s->best->phases[p].n && ends_burst(&s->best->phases[p], i);
			any = (ends && try_after(s, p, i)) || any;
			if (p >= s->best->n)
				break;
		}
	}
	return any;
}

/* Gives a call of a phase with several a phase of its own, before the others. */
static bool
separate(struct shrinker *s)
{
	bool any = false;
	for (size_t p = 0; p < s->best->n && !s->stopped; p++) {
		for (size_t i = 0; i < s->best->phases[p].n && s->best->phases[p].n > 1 && !s->stopped; i++) {
			if (i >= s->best->phases[p].n - s->best->phases[p].then)
				break;
			struct draft d = next_draft(s);
			size_t first = first_of_phase(&d, p);
			struct step moved = d.steps[first + i];
			memmove(d.steps + first + 1, d.steps + first, i * sizeof *d.steps);
			d.steps[first] = moved;
			d.steps[first].phase = d.nphases; /* a number that no other has; it has no choices */
			if (try_test(s, test_of(s, &d))) {
				any = true;
				break;
			}
		}
	}
	return any;
}

/* --- smaller choices --- */

static bool
try_picks(struct shrinker *s, size_t step, bool then, size_t which, uint64_t value)
{
	struct draft d = next_draft(s);
	struct picks *p = then ? &d.steps[step].call.then : &d.steps[step].call.args;
	uint64_t *at = arena_array(&s->candidate, uint64_t, p->n + 1);
	memcpy(at, p->at, p->n * sizeof *at);
	at[which] = value;
	p->at = at;
	return try_test(s, test_of(s, &d));
}

static const struct picks *
picks_of(struct shrinker *s, size_t step, bool then)
{
	const struct draft *d = &s->draft;
	return step >= d->n ? NULL : then ? &d->steps[step].call.then : &d->steps[step].call.args;
}

/* Where a number was picked: in which step, and for its arguments or for what followed. */
struct picked {
	size_t step;
	bool then;
	size_t which;
};

/* The picks that are not the simplest yet; they live with the best test. */
static size_t
find_picked(struct shrinker *s, struct picked **found)
{
	const struct draft *d = &s->draft;
	size_t most = 0, n = 0;
	for (size_t i = 0; i < d->n; i++)
		most += d->steps[i].call.args.n + d->steps[i].call.then.n;
	*found = arena_array(&s->kept, struct picked, most + 1);
	for (size_t i = 0; i < d->n; i++)
		for (int then = 0; then < 2; then++) {
			const struct picks *p = then ? &d->steps[i].call.then : &d->steps[i].call.args;
			for (size_t k = 0; k < p->n; k++)
				if (p->at[k])
					(*found)[n++] = (struct picked){i, then, k};
		}
	return n;
}

/* Makes these the simplest, all at once. */
static bool
try_simplest(struct shrinker *s, const struct picked *at, size_t n)
{
	struct draft d = next_draft(s);
	for (size_t i = 0; i < n; i++) {
		struct picks *p = at[i].then ? &d.steps[at[i].step].call.then : &d.steps[at[i].step].call.args;
		uint64_t *copy = arena_array(&s->candidate, uint64_t, p->n);
		memcpy(copy, p->at, p->n * sizeof *copy);
		copy[at[i].which] = 0;
		p->at = copy;
	}
	return try_test(s, test_of(s, &d));
}

/* The simplest value for many picks at once, in ever smaller runs. */
static bool
simplest_picks(struct shrinker *s)
{
	struct picked *found;
	size_t n = find_picked(s, &found);
	bool any = false;
	for (size_t size = n; size > 1 && !s->stopped; size /= 2) {
		for (size_t from = 0; from + size <= n && !s->stopped;) {
			bool simpler = try_simplest(s, found + from, size);
			any = any || simpler;
			from += simpler ? 0 : size;
			n = simpler ? find_picked(s, &found) : n;
		}
	}
	return any;
}

/* The simplest value, then by halves, then one less. */
static bool
lower_pick(struct shrinker *s, size_t step, bool then, size_t which)
{
	bool any = false;
	for (const struct picks *p; (p = picks_of(s, step, then)) && which < p->n && p->at[which] > 0 && !s->stopped;) {
		uint64_t value = p->at[which];
		bool lower = try_picks(s, step, then, which, 0) || (value > 2 && try_picks(s, step, then, which, value / 2)) || (value > 1 && try_picks(s, step, then, which, value - 1));
		any = any || lower;
		if (!lower)
			break;
	}
	return any;
}

static bool
lower_picks(struct shrinker *s)
{
	bool any = false;
	for (size_t i = 0; i < s->draft.n && !s->stopped; i++) {
		for (int then = 0; then < 2; then++) {
			const struct picks *p;
			for (size_t k = 0; (p = picks_of(s, i, then)) && k < p->n && !s->stopped; k++)
				any = lower_pick(s, i, then, k) || any;
		}
	}
	return any;
}

static bool
try_start(struct shrinker *s, size_t client, size_t which, uint64_t value)
{
	struct test *t = next_test(s);
	struct script *scripts = arena_array(&s->candidate, struct script, t->nclients);
	memcpy(scripts, t->scripts, t->nclients * sizeof *scripts);
	uint64_t *at = arena_array(&s->candidate, uint64_t, scripts[client].start.n);
	memcpy(at, scripts[client].start.at, scripts[client].start.n * sizeof *at);
	at[which] = value;
	scripts[client].start.at = at;
	t->scripts = scripts;
	return try_test(s, t);
}

static bool
lower_starts(struct shrinker *s)
{
	bool any = false;
	for (size_t c = 0; c < s->best->nclients && !s->stopped; c++) {
		for (size_t k = 0; k < s->best->scripts[c].start.n && s->best->scripts[c].n && !s->stopped; k++) {
			uint64_t value = s->best->scripts[c].start.at[k];
			for (uint64_t lower = 0; lower < value && !s->stopped; lower = lower + (value - lower + 1) / 2)
				if (try_start(s, c, k, lower)) {
					any = true;
					break;
				}
		}
	}
	return any;
}

static bool
try_param(struct shrinker *s, size_t which, word value)
{
	struct test *t = next_test(s);
	word *params = arena_array(&s->candidate, word, t->nparams);
	memcpy(params, t->params, t->nparams * sizeof *params);
	params[which] = value;
	t->params = params;
	return try_test(s, t);
}

/* The value of a number's, a char's or an enum's type that is so many steps from another one towards its simplest. */
static word
towards(word from, word simplest, uint64_t steps)
{
	return from > simplest ? (word)((uint64_t)from - steps) : (word)((uint64_t)from + steps);
}

/* By halves of the way to the simplest value, so all that is tried lies between two values of the type. */
static bool
simplify_param(struct shrinker *s, size_t which, word simplest)
{
	bool any = false;
	uint64_t nearest = 0; /* so far from the simplest value it may still fail */
	for (;;) {
		word value = s->best->params[which];
		uint64_t distance = value > simplest ? (uint64_t)value - (uint64_t)simplest : (uint64_t)simplest - (uint64_t)value;
		if (distance <= nearest || s->stopped)
			return any;
		uint64_t middle = nearest + (distance - nearest) / 2;
		if (try_param(s, which, towards(value, simplest, distance - middle)))
			any = true;
		else
			nearest = middle + 1;
	}
}

/* Those that --define fixes stay as they are. */
static bool
lower_params(struct shrinker *s)
{
	const struct variables *v = s->shrink->params;
	bool any = false;
	for (size_t i = 0; i < s->best->nparams && !s->stopped; i++) {
		word simplest;
		if (!v->at[i].init && value_initial(NULL, v->at[i].type, &simplest)) /* no type of a parameter has blocks */
			any = simplify_param(s, i, simplest) || any;
	}
	return any;
}

/* --- fewer deviations of the schedule --- */

static bool
try_choices(struct shrinker *s, size_t phase, size_t from, size_t n)
{
	struct test *t = next_test(s);
	struct test_phase *p = &own_phases(s, t)[phase];
	struct choice *at = arena_array(&s->candidate, struct choice, p->nchoices);
	memcpy(at, p->choices, from * sizeof *at);
	memcpy(at + from, p->choices + from + n, (p->nchoices - from - n) * sizeof *at);
	p->choices = at;
	p->nchoices -= n;
	return try_once(s, t);
}

static bool
remove_choices(struct shrinker *s)
{
	bool any = false;
	for (size_t p = 0; p < s->best->n && !s->stopped; p++) {
		for (size_t size = s->best->phases[p].nchoices; size > 0 && !s->stopped; size /= 2) {
			for (size_t from = 0; p < s->best->n && from + size <= s->best->phases[p].nchoices && !s->stopped;) {
				bool removed = try_choices(s, p, from, size);
				any = any || removed;
				from += removed ? 0 : size;
			}
			if (p >= s->best->n)
				break;
		}
	}
	return any;
}

/* --- fewer breakpoints --- */

/* Without the breakpoint, the choices of the schedule fall on other points: so others are tried. */
static bool
try_without_breakpoint(struct shrinker *s, size_t which)
{
	struct test *t = next_test(s);
	uint64_t *at = arena_array(&s->candidate, uint64_t, t->nbreakpoints);
	t->nbreakpoints = 0;
	for (size_t i = 0; i < s->best->nbreakpoints; i++)
		if (i != which)
			at[t->nbreakpoints++] = s->best->breakpoints[i];
	t->breakpoints = at;
	if (t->n == 0 || try_once(s, t))
		return t->n > 0;
	struct test_phase *phases = own_phases(s, t);
	for (uint64_t seed = 1; seed <= SCHEDULES && phases[t->n - 1].n > 1 && !s->stopped; seed++) {
		phases[t->n - 1].drawing = (struct drawing){.strategy = STRATEGY_WALK, .seed = seed};
		if (try_once(s, t))
			return true;
	}
	return false;
}

static bool
remove_breakpoints(struct shrinker *s)
{
	bool any = false;
	for (size_t i = 0; i < s->best->nbreakpoints && !s->stopped;) {
		bool removed = try_without_breakpoint(s, i);
		any = any || removed;
		i += !removed;
	}
	return any;
}

/* Memory that is new looks like nothing, and what was freed is not given again, or at least not in the order in which it was. */
static bool
try_other_memory(struct shrinker *s)
{
	struct test *t = next_test(s);
	t->zeros = false;
	bool any = s->best->zeros && try_once(s, t);
	for (enum reuse simpler = REUSE_NONE; simpler < s->best->reuse && !s->stopped; simpler++) {
		t = next_test(s);
		t->reuse = simpler;
		any = try_once(s, t) || any;
	}
	return any;
}

/* --- long tests --- */

/* Takes away all choices of the schedule in phases [from, from + n). False also if there are none. */
static bool
try_plain(struct shrinker *s, size_t from, size_t n)
{
	struct test *t = next_test(s);
	struct test_phase *phases = own_phases(s, t);
	bool any = false;
	for (size_t p = from; p < from + n; p++) {
		any = any || phases[p].nchoices;
		phases[p].nchoices = 0;
	}
	return any && try_once(s, t);
}

static void
remove_all_choices(struct shrinker *s)
{
	for (size_t size = s->best->n; size > s->best->n / PARTS && !s->stopped; size /= 2)
		for (size_t from = 0; from + size <= s->best->n && !s->stopped; from += size)
			try_plain(s, from, size);
}

/* Each run of a long test takes long, and one deviation or one call less makes it hardly shorter. */
static void
shorten(struct shrinker *s)
{
	remove_all_choices(s);
	remove_clients(s);
	for (size_t calls; (calls = test_calls(s->best)) > LONG && !s->stopped && remove_runs_of(s, calls / PARTS);)
		;
}

const struct test *
shrink_test(struct shrink *shrink, struct arena *a, const struct test *t)
{
	static bool (*const passes[])(struct shrinker *) = {
		try_other_memory, break_bursts, remove_breakpoints, remove_choices, remove_clients, remove_runs, simplest_picks, lower_params, remove_pairs, separate, lower_starts, lower_picks,
	};
	enum { PASSES = sizeof passes / sizeof *passes };
	struct shrinker s = {.shrink = shrink};
	shrink->runs = 0;
	keep(&s, t);
	if (test_calls(t) > LONG)
		shorten(&s);
	/* until all of them in a row have found nothing */
	for (size_t i = 0, idle = 0; idle < PASSES && !s.stopped; i = (i + 1) % PASSES)
		idle = passes[i](&s) ? 0 : idle + 1;
	const struct test *smallest = test_copy(a, s.best);
	arena_free(&s.kept);
	arena_free(&s.candidate);
	return smallest;
}
