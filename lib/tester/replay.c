/* A replay file: its test is made again. */
#include "tester/private.h"

#include "trial/record.h"

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
	if (*trial_facts(g->trial)->unseen)
		return arena_printf(&g->arena, "the implementation uses what the scheduler does not see: %s", trial_facts(g->trial)->unseen);
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
		tester_describe(&g->arena, g->model, g->trial, r, t);
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
	g->how.fails = expected->head.fails;
	trial_again(g->trial, &g->arena, expected->test, &g->how, r);
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
	struct tester *g = tester_begin(d, m, o, t);
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
		tell_overlap(g, expected->test);
		trial_renew(g->trial);
		g->how.steps = true;
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
