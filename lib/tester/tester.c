#include "tester/tester.h"

#include "shrink/shrink.h"
#include "trial/record.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { FREE_TRIES = 5 };

struct tester {
	struct arena arena;
	struct arena searched[2]; /* of the last of all small tests, and of the first that was undecided */
	const struct tester_options *options;
	struct diags *diags;
	const struct model *model;
	struct trial *trial, *first; /* the first one is freed with all others */
	bool free; /* calls run freely */
	struct tested *tested;
	struct trial_result original; /* the failure that is being shrunk */
	struct shrink shrink;
	size_t smallest; /* calls */
	double deadline; /* of shrinking */
};

static double
seconds_now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static bool
interrupted(struct tester *g)
{
	const struct rounds_options *o = &g->options->rounds;
	g->tested->interrupted = g->tested->interrupted || (o->interrupted && o->interrupted(o->context));
	return g->tested->interrupted;
}

/* --- shrinking --- */

/* Where calls run freely, a test that can fail need not do so each time. */
static bool
fails_again(struct tester *g, struct arena *a, const struct test *test, struct trial_result *r)
{
	for (int i = 0; i < (g->free ? FREE_TRIES : 1); i++) {
		trial_fail_again(g->trial, a, test, r);
		if (trial_same(r, &g->original))
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
	return interrupted(g) || seconds_now() >= g->deadline;
}

/* If it fails without what is rare, nothing rare is to happen while it is made smaller: it would seem to be needed. */
static bool
reproduce(struct tester *g, struct trial_result *again)
{
	trial_keep_common(g->trial, true);
	if (fails_again(g, &g->arena, g->original.test, again))
		return true;
	trial_keep_common(g->trial, false);
	return !g->free && fails_again(g, &g->arena, g->original.test, again);
}

static const struct test *
smaller(struct tester *g)
{
	struct trial_result again;
	g->shrink = (struct shrink){.fails = fails, .enough = enough, .context = g};
	trial_renew(g->trial); /* what the failure left behind in the host is no part of it */
	bool reproduced = reproduce(g, &again);
	g->deadline = seconds_now() + (double)g->options->shrink_seconds;
	trial_trust(g->trial, true);
	const struct test *smallest = reproduced ? shrink_test(&g->shrink, &g->arena, again.test) : g->original.test;
	trial_trust(g->trial, false);
	trial_keep_common(g->trial, false);
	return smallest;
}

/* --- a failure --- */

/* Makes the test again in a new host, many times; `again` is the last run that failed alike. Its steps are kept. */
static void
confirm(struct tester *g, const struct test *smallest, struct trial_result *again)
{
	struct tested *t = g->tested;
	trial_renew(g->trial);
	for (t->confirmations = 0; t->confirmations < TESTER_CONFIRMATIONS; t->confirmations++) {
		struct arena a = {0};
		trial_fail_again(g->trial, &a, smallest, again);
		t->alike += trial_same(again, &g->original);
		arena_free(&a);
		trial_trust(g->trial, true);
		if (t->alike && interrupted(g)) {
			t->confirmations++;
			break;
		}
	}
}

/* One run more, to be looked at and written down: with all the patience that a replay has. False: it did not fail alike. */
static bool
look(struct tester *g, const struct test *smallest, struct trial_result *again)
{
	trial_keep_steps(g->trial, true);
	trial_trust(g->trial, false);
	for (int i = 0; i < TESTER_CONFIRMATIONS; i++) {
		trial_fail_again(g->trial, &g->arena, smallest, again);
		if (trial_same(again, &g->original))
			return true;
	}
	return false;
}

/* Where calls run freely, what was seen need not come back to be true. */
static void
tell_original(struct tester *g)
{
	struct tested *t = g->tested;
	t->smallest = t->calls;
	t->runs = 0;
	tester_describe(&g->arena, g->model, g->options->host.library, &g->original, t);
}

/* Does it say that a call did not return, by having waited for it? */
static bool
rests_on_waiting(const struct tester *g)
{
	const struct trial_result *r = &g->original;
	bool stays = r->kind == KIND_HANG || (r->kind == KIND_JUDGED && r->failure == FAILURE_PROGRESS);
	return g->free && stays && r->certainty != CERTAIN;
}

/* "safety"; or "crash: Segmentation fault, at +0x11f0". */
static const char *
failure_in_words(struct tester *g)
{
	const struct trial_result *r = &g->original;
	const char *class = tester_class(r);
	if (!r->wrong)
		return class;
	return r->stack.n ? arena_printf(&g->arena, "%s: %s, at +%#" PRIx64, class, r->wrong, r->stack.at[0].offset) : arena_printf(&g->arena, "%s: %s", class, r->wrong);
}

/* What POSIX merely allows, and the failure cannot do without: choices that are not needed were taken out. */
static void
tell_needs(struct tester *g, const struct trace *trace)
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
	const char **needs = arena_array(&g->arena, const char *, ALL);
	g->tested->needs = needs;
	for (size_t k = 0; k < ALL; k++)
		for (size_t i = 0; i < trace->n; i++)
			if (strcmp(trace->at[i].action, all[k].action) == 0) {
				needs[g->tested->nneeds++] = all[k].need;
				break;
			}
}

static void
tell_failure(struct tester *g)
{
	struct tested *t = g->tested;
	struct trial_result again;
	if (g->free)
		g->trial = trial_twin(g->trial); /* the original stays as it is */
	t->calls = test_calls(g->original.test);
	t->waited = rests_on_waiting(g);
	const struct test *smallest = smaller(g);
	t->runs = g->shrink.runs;
	confirm(g, smallest, &again);
	if (!t->alike && smallest != g->original.test) {
		smallest = g->original.test; /* what was made smaller may live on what runs before it left behind */
		confirm(g, smallest, &again);
	}
	g->deadline = seconds_now() + 2;
	if (t->alike && !g->free)
		t->overlap = tester_overlap(g->trial, smallest, enough, g);
	bool seen = t->alike && look(g, smallest, &again);
	if (!seen && g->free) {
		t->verdict = TESTED_FAIL;
		tell_original(g);
		return;
	}
	if (!seen) {
		t->verdict = TESTED_UNDECIDED;
		t->reason = arena_printf(&g->arena, "a failure (%s) did not come back in %zu runs", failure_in_words(g), t->confirmations);
		return;
	}
	t->verdict = TESTED_FAIL;
	t->smallest = test_calls(again.test);
	tester_describe(&g->arena, g->model, g->options->host.library, &again, t);
	tell_needs(g, &again.trace);
	struct replay *record = arena_new(&g->arena, struct replay);
	trial_record(&g->arena, &again, record);
	t->record = record;
}

/* --- a pass --- */

/* A pass is to say that there is no data race, and none can be seen. */
static const char *
blind(const struct tester *g)
{
	if (g->options->host.races != RACES_FAIL)
		return NULL;
	if (trial_sees_races(g->trial))
		return trial_stats(g->trial)->missed_races ? "data races were not looked for to the end of each test: there is too much memory to remember" : NULL;
	return g->free ? "data races are not seen where calls run freely" : "data races are not seen: the implementation is not compiled with -fsanitize=thread";
}

/* An operation that never returned. */
static const char *
too_little(struct tester *g, const char *operation)
{
	const struct tested_exhaustive *e = g->tested->exhaustive;
	if (!e)
		return "not enough was exercised";
	return arena_printf(&g->arena, "in tests of up to %zu call%s %s never returned; --max-calls asks for larger ones%s", e->n, e->n == 1 ? "" : "s", operation,
		g->tested->out_of_time ? ", and --time gives them more time" : "");
}

/* Why a run in which nothing failed is no pass; NULL if it is one. */
static const char *
lacking(struct tester *g, const struct rounds_result *r)
{
	const struct tested_statistics *s = &g->tested->statistics;
	if (r->interrupted)
		return arena_printf(&g->arena, "interrupted after %zu test%s", r->total, r->total == 1 ? "" : "s");
	if (r->elsewhere)
		return arena_printf(&g->arena, "%zu test%s failed in a way that belongs to a round which was left out", r->elsewhere, r->elsewhere == 1 ? "" : "s");
	if (*trial_unseen(g->trial))
		return arena_printf(&g->arena, "the implementation uses what the scheduler does not see: %s", trial_unseen(g->trial));
	if (blind(g))
		return blind(g);
	if (g->tested->exhaustive && !g->tested->exhaustive->complete)
		return "there was not even time for all tests of one call";
	if (!s->calls)
		return "nothing was exercised";
	for (size_t i = 0; i < s->nops; i++)
		if (!s->ops[i].returned)
			return too_little(g, s->ops[i].name);
	return NULL;
}

static void
tell_pass(struct tester *g, const struct rounds_result *r)
{
	g->tested->reason = lacking(g, r);
	g->tested->elsewhere = !r->interrupted && r->elsewhere > 0;
	g->tested->verdict = g->tested->reason ? TESTED_UNDECIDED : TESTED_PASS;
}

/* --- all of it --- */

static const struct tested_case *
tell_cases(struct tester *g, const struct operation *op, const uint64_t *calls)
{
	struct tested_case *cases = arena_array(&g->arena, struct tested_case, op->ncases + 1);
	for (size_t i = 0; i < op->ncases; i++)
		cases[i] = (struct tested_case){op->cases[i].name, calls[i]};
	return cases;
}

static void
tell_strategies(struct tester *g)
{
	const struct trial_stats *from = trial_stats(g->trial);
	struct tested_statistics *s = &g->tested->statistics;
	struct tested_strategy *list = arena_array(&g->arena, struct tested_strategy, STRATEGIES);
	for (int i = STRATEGIES - 1; i >= STRATEGY_NONE; i--)
		if (from->strategies[i])
			list[s->nstrategies++] = (struct tested_strategy){i == STRATEGY_NONE ? "mixed" : strategy_name((enum strategy)i), from->strategies[i]};
	s->strategies = list;
}

static void
tell_statistics(struct tester *g)
{
	const struct trial_stats *from = trial_stats(g->trial);
	const struct spec *spec = g->model->spec;
	struct tested_statistics *s = &g->tested->statistics;
	struct tested_operation *ops = arena_array(&g->arena, struct tested_operation, spec->nops + 1);
	*s = (struct tested_statistics){.tests = from->tests, .calls = from->calls, .phases = from->phases, .steps = from->steps, .blocked = from->blocked,
		.released = from->released, .nops = spec->nops, .ops = ops};
	s->places = from->places->list.n;
	s->stopped_tests = from->places->tests;
	s->stops = from->places->visits;
	s->states = tally_states(from->tally, &s->more_states);
	tell_strategies(g);
	for (size_t i = 0; i < spec->nops; i++) {
		const struct trial_operation_stats *o = &from->ops[i];
		const struct tally_operation *t = tally_operation(from->tally, &spec->ops[i]);
		ops[i] = (struct tested_operation){.name = spec->ops[i].name, .made = o->made, .returned = o->returned, .blocked = o->blocked, .released = o->released,
			.guarded = t->guarded, .held = t->held, .kept = t->kept, .kept_by_policy = t->kept_by_policy,
			.ncases = spec->ops[i].ncases, .cases = tell_cases(g, &spec->ops[i], t->cases)};
	}
}

/* The calls of a test that ended in no verdict on the implementation. */
static void
tell_last_test(struct tester *g, const struct trial_result *r)
{
	struct tested *t = g->tested;
	t->history = r->history;
	t->judged = r->verdict;
	t->stack = backtrace_tell(&g->arena, &r->stack, g->options->host.library);
}

static const char *
last_words(struct tester *g)
{
	return g->diags->list.n ? g->diags->list.at[g->diags->list.n - 1].message : "a host cannot be started";
}

static void
tell_engine(struct tester *g)
{
	struct tested *t = g->tested;
	t->engine = g->free ? "free" : "controlled";
	t->carriers = trial_carriers(g->trial);
	if (*trial_identity(g->trial))
		t->carriers_why = arena_printf(&g->arena, "it uses %s", trial_identity(g->trial));
}

static const struct varied_step *
varied_step(struct tester *g, const struct trace_step *s)
{
	if (!s)
		return NULL;
	struct varied_step *v = arena_new(&g->arena, struct varied_step);
	v->action = arena_strdup(&g->arena, s->action);
	v->actor = s->actor == ACTOR_HOST ? "the host" : s->actor >= ACTOR_THREAD ? arena_printf(&g->arena, "thread %d", s->actor - ACTOR_THREAD) : arena_strdup(&g->arena, trial_client_name(s->actor, g->trial));
	if (s->placed)
		v->place = place_find(&g->arena, g->options->host.library, s->place - 1); /* it stands behind a call */
	return v;
}

/* Tests that were made twice. */
static void
tell_varied(struct tester *g, const struct rounds_result *r)
{
	struct tested *t = g->tested;
	t->repeated = r->repeated;
	t->varies = r->varied > 0;
	t->varied_phase = r->difference.phase + 1;
	t->varied[0] = varied_step(g, r->difference.first);
	t->varied[1] = varied_step(g, r->difference.second);
	t->varying = arena_strdup(&g->arena, trial_varying(g->trial));
}

/* Those that fail a test are told with it. */
static void
tell_races(struct tester *g)
{
	const struct trial_stats *s = trial_stats(g->trial);
	struct tested *t = g->tested;
	t->missed_races = s->missed_races;
	if (t->nraces)
		return;
	t->more_races = s->more_races;
	t->races = races_tell(&g->arena, g->options->host.library, s->races, s->nraces, &t->nraces);
}

static void
tell(struct tester *g, const struct rounds_result *r)
{
	struct tested *t = g->tested;
	tell_engine(g);
	t->round = r->round;
	t->tests_in_round = r->tests;
	t->tests = r->total;
	t->out_of_time = r->out_of_time;
	t->slow = r->slow;
	t->interrupted = r->interrupted;
	t->undecided = r->undecided;
	t->doubt = r->undecided ? arena_strdup(&g->arena, r->doubt.wrong) : NULL;
	tell_statistics(g);
	tell_varied(g, r);
	switch (r->trial.end) {
	case TRIAL_PASSED:
		tell_pass(g, r);
		break;
	case TRIAL_FAILED:
		g->original = r->trial;
		t->strategy = r->drawing.strategy ? strategy_name(r->drawing.strategy) : NULL;
		tell_failure(g);
		break;
	case TRIAL_UNDECIDED:
		t->verdict = TESTED_UNDECIDED;
		t->reason = r->trial.wrong;
		tell_last_test(g, &r->trial);
		break;
	case TRIAL_BAD_SPEC:
		t->verdict = TESTED_ERROR;
		t->bad_spec = true;
		t->reason = arena_printf(&g->arena, "the specification is wrong: %s", r->trial.wrong);
		tell_last_test(g, &r->trial);
		break;
	case TRIAL_NO_HOST:
		t->verdict = TESTED_ERROR;
		t->reason = last_words(g);
		break;
	}
	tell_races(g);
}

/* Starts the implementation; freely where the scheduler would not see what it does, and that is allowed. */
static void
start_host(struct tester *g)
{
	const struct tester_options *o = g->options;
	struct host_options freely = o->host;
	g->trial = trial_new(g->diags, g->model, &o->host, &o->judge);
	g->free = o->host.free;
	if (g->trial && !g->free && o->free_program && *trial_unseen(g->trial)) {
		g->tested->engine_why = arena_strdup(&g->arena, trial_unseen(g->trial));
		trial_free(g->trial);
		freely.program = o->free_program;
		freely.free = g->free = true;
		freely.patience = TESTER_FREE_PATIENCE;
		g->trial = trial_new(g->diags, g->model, &freely, &o->judge);
	}
	g->first = g->trial;
}

static struct tester *
begin(struct diags *d, const struct model *m, const struct tester_options *o, struct tested *t)
{
	struct tester *g = mem_alloc(sizeof *g);
	*g = (struct tester){.options = o, .diags = d, .model = m, .tested = t};
	*t = (struct tested){.implementation = o->implementation, .model = m, .seed = o->rounds.seed, .verdict = TESTED_ERROR};
	start_host(g);
	if (!g->trial) {
		t->reason = last_words(g);
		t->not_loaded = true;
	}
	return g;
}

/* All small tests instead of rounds, told as if they were a round. */
static void
exhaust(struct tester *g, struct rounds_result *r)
{
	struct exhaust_options o = g->options->exhaust;
	struct exhaust_result all;
	if (g->free) {
		r->trial = (struct trial_result){.end = TRIAL_UNDECIDED, .wrong = "calls run freely, so their schedules cannot be gone through"};
		return;
	}
	o.seconds = g->options->rounds.seconds;
	o.interrupted = g->options->rounds.interrupted;
	o.context = g->options->rounds.context;
	exhaust_run(g->trial, g->searched, &o, &all);
	for (size_t i = 0; i < all.n; i++)
		r->total += all.sizes[i].tests;
	r->tests = r->total + (all.trial.end != TRIAL_PASSED && all.trial.end != TRIAL_UNDECIDED);
	r->undecided = all.undecided;
	r->doubt = all.doubt;
	r->round = 3;
	r->out_of_time = all.out_of_time;
	r->interrupted = all.interrupted;
	r->trial = all.trial;
	g->tested->exhaustive = tester_proof(&g->arena, &o, &all, trial_clients(g->trial));
}

struct tester *
tester_run(struct diags *d, const struct model *m, const struct tester_options *o, struct tested *t)
{
	struct rounds_result r = {0};
	double start = seconds_now();
	struct tester *g = begin(d, m, o, t);
	if (g->trial) {
		struct rounds_options rounds = o->rounds;
		rounds.free = g->free;
		if (o->exhaustive)
			exhaust(g, &r);
		else
			rounds_run(g->trial, &rounds, &r);
		tell(g, &r);
		if (o->mutate && t->verdict == TESTED_PASS && !g->free)
			tester_mutate(&g->arena, d, g->trial, m, o, t);
	}
	tester_tell_sandbox(&g->arena, o->host.sandbox, t);
	t->seconds = seconds_now() - start;
	return g;
}

/* --- a replay file --- */

/* Why a test that passes is no pass; NULL if it is one. */
static const char *
not_passed(struct tester *g, const struct replay *expected, const char *difference)
{
	if (blind(g))
		return blind(g);
	if (expected->head.fails)
		return arena_printf(&g->arena, "the failure did not come back: the test passes now%s%s", difference ? "; " : "", difference ? difference : "");
	if (difference)
		return arena_printf(&g->arena, "it passes, but not as the file says: %s", difference);
	if (*trial_unseen(g->trial))
		return arena_printf(&g->arena, "the implementation uses what the scheduler does not see: %s", trial_unseen(g->trial));
	return test_calls(expected->test) ? NULL : "there is no call in this file";
}

/* The test has been made again: what does that say? */
static void
tell_replay(struct tester *g, const struct trial_result *r, const struct replay *expected, const char *difference)
{
	struct tested *t = g->tested;
	bool other = false;
	switch (r->end) {
	case TRIAL_PASSED:
		t->reason = not_passed(g, expected, difference);
		t->verdict = t->reason ? TESTED_UNDECIDED : TESTED_PASS;
		break;
	case TRIAL_FAILED:
		other = difference && expected->head.fails; /* a failure that nobody expected is one, whatever else was */
		t->reason = other ? arena_printf(&g->arena, "it fails, but not as the file says: %s", difference) : NULL;
		t->verdict = other ? TESTED_UNDECIDED : TESTED_FAIL;
		tester_describe(&g->arena, g->model, g->options->host.library, r, t);
		break;
	case TRIAL_UNDECIDED:
		t->verdict = TESTED_UNDECIDED;
		t->reason = r->wrong;
		break;
	case TRIAL_BAD_SPEC:
		t->bad_spec = true;
		t->reason = arena_printf(&g->arena, "the specification is wrong: %s", r->wrong);
		t->history = r->history;
		t->judged = r->verdict;
		break;
	case TRIAL_NO_HOST:
		t->reason = last_words(g);
		break;
	}
}

/* Makes the test; where it differs from what is expected. */
static const char *
follow(struct tester *g, const struct replay *expected, struct trial_result *r)
{
	struct replay now = {0};
	(expected->head.fails ? trial_fail_again : trial_again)(g->trial, &g->arena, expected->test, r);
	if (r->end != TRIAL_PASSED && r->end != TRIAL_FAILED)
		return NULL;
	trial_record(&g->arena, r, &now);
	now.head.fails = r->end == TRIAL_FAILED ? tester_class(r) : NULL;
	return replay_difference(&g->arena, g->model->spec, expected, &now);
}

struct tester *
tester_replay(struct diags *d, const struct model *m, const struct tester_options *o, const struct replay *expected, const char *file, struct tested *t)
{
	struct trial_result r;
	double start = seconds_now();
	struct tester *g = begin(d, m, o, t);
	t->replayed = file;
	t->expected = expected->head.fails != NULL;
	t->seed = expected->head.seed;
	t->round = expected->head.round;
	if (!g->trial) {
		tester_tell_sandbox(&g->arena, o->host.sandbox, t);
		return g;
	}
	const char *difference = follow(g, expected, &r);
	if (r.end == TRIAL_FAILED) {
		g->deadline = seconds_now() + 2;
		if (!g->free)
			t->overlap = tester_overlap(g->trial, expected->test, enough, g);
		trial_renew(g->trial);
		trial_keep_steps(g->trial, true);
		difference = follow(g, expected, &r);
	}
	tell_engine(g);
	tell_statistics(g);
	t->smallest = t->calls = test_calls(expected->test);
	tell_replay(g, &r, expected, difference);
	tell_races(g);
	tester_tell_sandbox(&g->arena, o->host.sandbox, t);
	t->seconds = seconds_now() - start;
	return g;
}

void
tester_free(struct tester *g)
{
	if (!g)
		return;
	trial_free(g->first);
	arena_free(&g->searched[0]);
	arena_free(&g->searched[1]);
	arena_free(&g->arena);
	free(g);
}
