#include "tester/private.h"

#include "trial/record.h"

#include <string.h>

/*
 * MOST_VAIN: each takes as long as a host may be waited for, and who lets two hang may do so with all. OVERLAP_SECONDS: for code so slow that
 * the bound on steps is far away. MOST_LOST: who is ended or stopped so often in a row while the library is loaded has done that itself.
 */
enum { FREE_TRIES = 5, MOST_VAIN = 2, OVERLAP_SECONDS = 30, MOST_LOST = 3 };

/* A failure that came back so often is not made again to be sure, if that would take more steps in all. */
enum { ENOUGH_ALIKE = 3, MOST_STEPS = 4000000 };

/* Seconds from when an interruption was seen. */
#define GRACE 0.5

static bool
interrupted(struct tester *g)
{
	const struct rounds_options *o = &g->options->rounds;
	g->tested->interrupted = g->tested->interrupted || (o->interrupted && o->interrupted(o->context));
	return g->tested->interrupted;
}

/* Interrupted, and nothing more is to be waited for: a failure that comes back quickly is still told. */
static bool
is_stopped(void *context)
{
	struct tester *g = context;
	if (!interrupted(g))
		return false;
	g->stop = g->stop > 0 ? g->stop : seconds_now() + GRACE;
	return seconds_now() >= g->stop;
}

/* --- shrinking --- */

static void
fail_again(struct tester *g, struct arena *a, const struct test *test, struct trial_result *r)
{
	trial_again(g->trial, a, test, &g->how, r);
	g->lost = r->end == TRIAL_NO_HOST ? g->lost + 1 : 0;
	if (g->lost && (!r->outside || g->lost == MOST_LOST))
		g->shut = arena_strdup(&g->arena, last_words(g));
}

/* Where calls run freely, a test that can fail need not do so each time. */
static bool
fails_again(struct tester *g, struct arena *a, const struct test *test, struct trial_result *r)
{
	for (int i = 0; i < (g->free ? FREE_TRIES : 1); i++) {
		fail_again(g, a, test, r);
		if (trial_same(r, &g->original) && !signature_known(g->options->rounds.known, g->options->rounds.nknown, r))
			return true;
	}
	return false;
}

static bool
fails(void *context, struct arena *a, const struct test *candidate, const struct test **done)
{
	struct tester *g = context;
	struct trial_result r;
	bool same = fails_again(g, a, candidate, &r);
	*done = r.test;
	if (same)
		g->smallest = test_calls(r.test);
	if (g->options->shrinking)
		g->options->shrinking(g->options->rounds.context, g->shrink.runs, g->smallest);
	return same;
}

static bool
enough(void *context)
{
	struct tester *g = context;
	return g->shut || interrupted(g) || seconds_now() >= g->deadline;
}

/*
 * If it fails without what is rare, nothing rare is to happen while it is made smaller: it would seem to be needed. The same goes for what memory
 * holds, and which of it is given again.
 */
static bool
reproduce(struct tester *g, struct arena *a, struct trial_result *again)
{
	const struct test *test = g->original.test;
	struct test plain = *test;
	plain.zeros = false;
	plain.reuse = REUSE_NONE;
	g->how.common = true;
	if ((test->zeros || test->reuse) && fails_again(g, a, &plain, again))
		return true;
	if (!g->shut && fails_again(g, a, test, again))
		return true;
	g->how.common = false;
	trial_renew(g->trial);
	return !g->free && !g->shut && !is_stopped(g) && fails_again(g, a, test, again);
}

static const struct test *
smaller(struct tester *g)
{
	struct arena a = {0}, first = {0};
	struct trial_result again;
	const struct test *start = reproduce(g, &a, &again) ? test_copy(&first, again.test) : NULL;
	arena_free(&a);
	g->shrink = (struct shrink){.fails = fails, .enough = enough, .context = g, .params = &g->model->spec->params};
	g->deadline = seconds_now() + (double)g->options->shrink_seconds;
	g->how.unwanted = enough;
	g->how.trusting = true;
	const struct test *smallest = start ? shrink_test(&g->shrink, &g->arena, start) : g->original.test;
	g->how.unwanted = is_stopped;
	g->how.trusting = g->how.common = false;
	arena_free(&first);
	return smallest;
}

/* --- a failure --- */

/* Is it of no use to make it again? A library that keeps itself from being loaded again does not take back what was seen. */
static bool
is_vain(struct tester *g, const struct trial_result *again)
{
	g->vain += again->hung && !trial_same(again, &g->original);
	return g->vain >= MOST_VAIN || g->shut;
}

void
tell_overlap(struct tester *g, const struct test *test)
{
	g->deadline = seconds_now() + OVERLAP_SECONDS;
	struct trial_how how = g->how;
	how.fails = true;
	how.own_spins = false;
	if (!g->free)
		g->tested->overlap = tester_overlap(g->trial, test, &how, enough, g);
}

static bool
is_confirmed(const struct tested *t, uint64_t steps)
{
	return t->confirmations == TESTER_CONFIRMATIONS || (t->alike >= ENOUGH_ALIKE && steps + steps / t->confirmations > MOST_STEPS);
}

/*
 * Makes the test again in a new host, many times; `again` is the last run that failed alike. Its steps are kept. Where that host does not show the
 * failure at once, what tests left behind may have caused it: from then on each run has a host of its own.
 */
static void
confirm(struct tester *g, const struct test *smallest, struct trial_result *again)
{
	struct tested *t = g->tested;
	uint64_t steps = 0;
	g->how.own_spins = true;
	trial_renew(g->trial);
	for (t->confirmations = 0; !is_confirmed(t, steps); t->confirmations++) {
		struct arena a = {0};
		fail_again(g, &a, smallest, again);
		steps += again->steps;
		t->alike += trial_same(again, &g->original);
		if (!t->alike)
			g->how.renewed = true;
		arena_free(&a);
		g->how.trusting = true;
		if (is_vain(g, again) || is_stopped(g) || ((t->alike || again->hung) && interrupted(g))) {
			t->confirmations++;
			break;
		}
	}
}

/* One run more, to be looked at and written down: with all the patience that a replay has. False: it did not fail alike. */
static bool
look(struct tester *g, const struct test *smallest, struct trial_result *again)
{
	g->how.steps = g->how.own_spins = true;
	g->how.trusting = false;
	for (int i = 0; i < TESTER_CONFIRMATIONS; i++) {
		arena_free(&g->looked);
		fail_again(g, &g->looked, smallest, again);
		if (trial_same(again, &g->original))
			return true;
		if (is_vain(g, again) || is_stopped(g))
			return false;
	}
	return false;
}

/* Where calls run freely, what was seen need not come back to be true; nor where the implementation sees to it that it cannot. */
static void
tell_original(struct tester *g)
{
	struct tested *t = g->tested;
	t->smallest = t->calls;
	t->runs = 0;
	t->verdict = TESTED_FAIL;
	t->shut = g->shut;
	tester_describe(&g->arena, g->model, g->trial, &g->original, t);
}

/* Does it say that a call did not return, by having waited for it? */
static bool
rests_on_waiting(const struct tester *g)
{
	const struct trial_result *r = &g->original;
	bool stays = r->kind == KIND_HANG || (r->kind == KIND_JUDGED && r->failure == FAILURE_PROGRESS);
	return g->free && stays && r->certainty != CERTAIN;
}

/* "safety"; or "crash: Segmentation fault". */
static const char *
failure_in_words(struct tester *g)
{
	const struct trial_result *r = &g->original;
	const char *class = tester_class(r);
	return r->wrong ? arena_printf(&g->arena, "%s: %s", class, r->wrong) : class;
}

/* What C and POSIX merely allow, and the failure cannot do without: choices that are not needed were taken out. */
static void
tell_needs(struct tester *g, const struct test *smallest, const struct trace *trace)
{
	static const struct {
		const char *action, *need;
	} all[] = {
		{"wake out of turn", "a signal that does not wake who has waited longest"},
		{"wake up unasked", "a wait that ends though nobody woke it (a spurious wake-up)"},
		{"time out early", "a sleep or a timeout that is over before others have gone on"},
		{"time out late", "a timeout that is over, though it is later than `testing: horizon`"},
		{"fail to lock mutex", "a mtx_trylock that fails though nobody holds the mutex"},
		{"be interrupted", "a wait that a signal interrupts (EINTR)"},
		{"fail to exchange", "a weak compare and exchange that fails though the values are equal"},
	};
	enum { ALL = sizeof all / sizeof *all };
	const char **needs = arena_array(&g->arena, const char *, ALL + 2);
	g->tested->needs = needs;
	if (smallest->zeros)
		needs[g->tested->nneeds++] = "memory from malloc that is all zero";
	if (smallest->reuse)
		needs[g->tested->nneeds++] = smallest->reuse == REUSE_LATEST ? "malloc gives a block again that was just freed" : "malloc gives the block again that was freed first";
	for (size_t k = 0; k < ALL; k++)
		for (size_t i = 0; i < trace->n; i++)
			if (strcmp(trace->at[i].action, all[k].action) == 0) {
				needs[g->tested->nneeds++] = all[k].need;
				break;
			}
}

void
tell_failure(struct tester *g)
{
	struct tested *t = g->tested;
	struct trial_result again;
	g->found[0] = g->found[1] = signature_of(&g->arena, &g->original);
	if (!g->free)
		trial_renew(g->trial); /* what the failure left behind in the host is no part of it */
	g->trial = trial_twin(g->trial); /* the original stays as it is */
	g->how = (struct trial_how){.fails = true, .unwanted = is_stopped, .context = g};
	t->calls = test_calls(g->original.test);
	t->waited = rests_on_waiting(g);
	const struct test *smallest = smaller(g);
	t->runs = g->shrink.runs;
	confirm(g, smallest, &again);
	if (!t->alike && !g->shut && g->vain < MOST_VAIN && !is_stopped(g) && smallest != g->original.test) {
		smallest = g->original.test; /* what was made smaller may live on what runs before it left behind */
		confirm(g, smallest, &again);
	}
	if (t->alike)
		tell_overlap(g, smallest);
	bool seen = t->alike && look(g, smallest, &again);
	if (!seen && (g->free || g->shut)) {
		tell_original(g);
		return;
	}
	if (!seen) {
		t->verdict = TESTED_UNDECIDED;
		tester_describe(&g->arena, g->model, g->trial, &g->original, t);
		t->reason = (again.hung || is_stopped(g)) && interrupted(g) ? arena_printf(&g->arena, "interrupted before a failure (%s) was made again", failure_in_words(g))
		                                         : arena_printf(&g->arena, "a failure (%s) did not come back in %zu runs in new hosts", failure_in_words(g), t->confirmations);
		return;
	}
	t->verdict = TESTED_FAIL;
	t->smallest = test_calls(again.test);
	g->found[1] = signature_of(&g->arena, &again);
	tester_describe(&g->arena, g->model, g->trial, &again, t);
	tell_needs(g, smallest, &again.trace);
	struct replay *record = arena_new(&g->arena, struct replay);
	trial_record(&g->arena, &again, record);
	t->record = record;
}
