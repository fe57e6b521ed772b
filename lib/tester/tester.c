#include "tester/private.h"

#include <stdlib.h>
#include <time.h>

/* Tests of a round that have a host each. */
enum { AFRESH = 200 };

double
seconds_now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

const char *
last_words(struct tester *g)
{
	return g->diags->list.n ? g->diags->list.at[g->diags->list.n - 1].message : "a host cannot be started";
}

static void
start_host(struct tester *g)
{
	const struct tester_options *o = g->options;
	struct host_options host = o->host;
	host.interrupted = o->rounds.interrupted;
	host.context = o->rounds.context;
	if (g->tested->engine_why) {
		host.program = o->free_program;
		host.free = true;
		host.patience = TESTER_FREE_PATIENCE;
	}
	g->free = host.free;
	g->first = g->trial = trial_new(g->diags, g->model, &host, &o->judge);
}

/* Starts the implementation anew, and freely, if the scheduler does not see something that it does, and if that is allowed. */
static bool
free_from(struct tester *g, const char *unseen)
{
	if (g->free || !g->options->free_program || !unseen || !*unseen || spec_is_program(g->model->spec))
		return false;
	g->tested->engine_why = arena_strdup(&g->arena, unseen);
	trial_free(g->first);
	start_host(g);
	return g->trial;
}

/* Is there a host? If not, that is the verdict. */
static bool
is_there(struct tester *g)
{
	g->tested->not_loaded = !g->trial;
	if (!g->trial)
		g->tested->reason = last_words(g);
	return g->trial;
}

struct tester *
tester_begin(struct diags *d, const struct model *m, const struct tester_options *o, struct tested *t)
{
	struct tester *g = mem_alloc(sizeof *g);
	*g = (struct tester){.options = o, .diags = d, .model = m, .tested = t};
	*t = (struct tested){.implementation = o->implementation, .model = m, .seed = o->rounds.seed, .verdict = TESTED_ERROR};
	start_host(g);
	if (g->trial)
		free_from(g, trial_facts(g->trial)->unseen);
	is_there(g);
	return g;
}

/* The calls of a test that ended in no verdict on the implementation. */
static void
tell_last_test(struct tester *g, const struct trial_result *r)
{
	struct tested *t = g->tested;
	t->history = r->history;
	t->judged = r->verdict;
	t->stack = backtrace_tell(&g->arena, &r->stack, trial_library(g->trial, r->test ? r->test->variant : trial_usual(g->trial)));
}

/*
 * A failure was seen that no new host shows: what a test leaves behind may have caused it, or something else that nobody chose. Tests that have a
 * host each are not touched by the former, and may fail for good reason.
 */
static void
look_afresh(struct tester *g)
{
	struct tested *t = g->tested;
	struct rounds_options o = g->options->rounds;
	struct rounds_result r;
	if (g->free || t->interrupted)
		return;
	o.tests = o.tests && o.tests < AFRESH ? o.tests : AFRESH;
	o.times = 0;
	o.renewed = true;
	rounds_run(g->trial, &o, &r);
	t->tests += r.total;
	t->interrupted = r.interrupted;
	if (r.trial.end != TRIAL_FAILED) {
		t->reason = arena_printf(&g->arena, "%s, nor did any in %zu tests that had a host each; perhaps tests leave something behind", t->reason, r.total);
		return;
	}
	t->round = r.round;
	t->tests_in_round = r.tests;
	g->original = r.trial;
	t->strategy = r.drawing.strategy ? strategy_name(r.drawing.strategy) : NULL;
	tell_failure(g);
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
	t->one_by_one = (struct tested_share){r->one_by_one.made, r->one_by_one.asked};
	t->at_once = (struct tested_share){r->at_once.made, r->at_once.asked};
	t->slow = r->slow;
	t->too_few = r->too_few;
	t->interrupted = r->interrupted;
	t->undecided = r->undecided;
	t->incomplete = trial_stats(g->trial)->incomplete ? arena_strdup(&g->arena, trial_stats(g->trial)->incomplete) : NULL;
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
		if (t->verdict == TESTED_UNDECIDED)
			look_afresh(g);
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
	case TRIAL_NO_HOST: /* which an implementation that could be loaded before can bring about */
		t->verdict = TESTED_UNDECIDED;
		t->reason = arena_printf(&g->arena, "a host could be started before, and another one could not: %s", last_words(g));
		break;
	}
	tell_races(g);
}

/* How many calls a client makes in a row in small tests, at most. */
static size_t
burst_of(const struct tester *g)
{
	const struct bounds *asked = &g->options->rounds.burst;
	const struct testing *t = &g->model->spec->testing;
	size_t burst = asked->high ? (size_t)asked->high : t->any_burst ? EXHAUST_BURST : (size_t)t->burst.high;
	return trial_facts(g->trial)->takes_bursts ? burst : 1;
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
	o.burst = burst_of(g);
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

/* What an implementation does need not show before it does it. */
static void
run_rounds(struct tester *g, struct rounds_result *r)
{
	struct rounds_options o = g->options->rounds;
	o.free = g->free;
	double start = seconds_now();
	rounds_run(g->trial, &o, r);
	if (r->trial.end != TRIAL_UNDECIDED || r->interrupted || !free_from(g, r->trial.unseen))
		return;
	int64_t left = o.seconds - (int64_t)(seconds_now() - start);
	o.seconds = o.seconds && left < 1 ? 1 : o.seconds ? left : 0;
	o.free = true;
	rounds_run(g->trial, &o, r);
}

struct tester *
tester_run(struct diags *d, const struct model *m, const struct tester_options *o, struct tested *t)
{
	struct rounds_result r = {0};
	double start = seconds_now();
	struct tester *g = tester_begin(d, m, o, t);
	if (g->trial) {
		if (o->exhaustive)
			exhaust(g, &r);
		else
			run_rounds(g, &r);
		if (is_there(g))
			tell(g, &r);
		if (o->mutate && g->trial && t->verdict == TESTED_PASS && !g->free)
			tester_mutate(&g->arena, d, g->trial, m, o, t);
	}
	tester_tell_sandbox(&g->arena, o->host.sandbox, t);
	t->seconds = seconds_now() - start;
	return g;
}

const struct signature *
tester_signatures(const struct tester *g)
{
	return g->tested->verdict == TESTED_FAIL ? g->found : NULL;
}

void
tester_free(struct tester *g)
{
	if (!g)
		return;
	trial_free(g->first);
	arena_free(&g->looked);
	arena_free(&g->searched[0]);
	arena_free(&g->searched[1]);
	arena_free(&g->arena);
	free(g);
}
