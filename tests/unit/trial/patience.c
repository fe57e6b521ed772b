/* What is believed of a failure that rests on watching those who poll: whoever makes the tests is played here. */
#include "trial/patience.h"

#include "unit/unit.h"

static const struct patience_seen passed = {.end = TRIAL_PASSED, .steps = 1};
static const struct patience_seen undecided = {.end = TRIAL_UNDECIDED, .steps = 1};
static const struct patience_seen crashed = {.end = TRIAL_FAILED, .steps = 1};
static const struct patience_seen unexplained = {.end = TRIAL_FAILED, .judged = true, .loosely = OUTCOME_FAIL, .certainty = CERTAIN_BUT_POLLING, .steps = 1};
static const struct patience_seen explained = {.end = TRIAL_FAILED, .judged = true, .loosely = OUTCOME_PASS, .certainty = CERTAIN_BUT_POLLING, .steps = 1};
static const struct patience_seen unknown = {.end = TRIAL_FAILED, .judged = true, .loosely = OUTCOME_UNDECIDED, .certainty = CERTAIN_BUT_POLLING, .steps = 1};

static struct arena arena;
static const char *why;

static enum patience_belief
take(struct patience *p, const struct patience_seen *s)
{
	why = NULL;
	return patience_take(p, s, &why);
}

/* A test that fails because somebody who polls seems to stay blocked. */
static enum patience_belief
fails(struct patience *p, enum certainty certainty)
{
	const struct patience_seen s = {.end = TRIAL_FAILED, .judged = true, .certainty = certainty, .steps = 10};
	patience_begin(p);
	patience_rest(p, &arena, certainty);
	patience_failed(p, FAILURE_PROGRESS, certainty, true);
	return take(p, &s);
}

static struct patience
usual(unsigned n)
{
	return (struct patience){.usual = n};
}

static void
watches(const struct patience *p, unsigned before, unsigned last)
{
	struct patience_watch w = patience_watch(p);
	assert_int_equal(w.before, before);
	assert_int_equal(w.last, last);
}

static void
what_rests_on_nothing_is_believed_at_once(void **state)
{
	struct patience p = usual(1);
	assert_int_equal(fails(&p, CERTAIN), PATIENCE_BELIEVES);
	patience_begin(&p);
	assert_int_equal(take(&p, &passed), PATIENCE_BELIEVES);
	p.trusting = true;
	assert_int_equal(fails(&p, CERTAIN_BUT_POLLING), PATIENCE_BELIEVES);
	assert_int_equal(fails(&p, UNCLEAR), PATIENCE_ASKS_AGAIN);
}

static void
what_fails_again_with_more_is_believed(void **state)
{
	struct patience p = usual(2);
	watches(&p, 2, 2);
	assert_int_equal(fails(&p, CERTAIN_BUT_POLLING), PATIENCE_ASKS_AGAIN);
	watches(&p, 20, 200);
	assert_int_equal(take(&p, &explained), PATIENCE_BELIEVES);
	patience_end(&p);
	watches(&p, 2, 2);
}

static void
what_no_patience_explains_is_believed(void **state)
{
	const struct patience_seen *certain[] = {&unexplained, &crashed};
	for (size_t i = 0; i < 2; i++) {
		struct patience p = usual(1);
		fails(&p, CERTAIN_BUT_POLLING);
		assert_int_equal(take(&p, &passed), PATIENCE_ASKS_AGAIN);
		watches(&p, 1, 100);
		assert_int_equal(take(&p, certain[i]), PATIENCE_BELIEVES);
		assert_int_equal(patience_usual(&p), 1);
	}
}

static void
what_patience_explains_is_made_anew_with_more(void **state)
{
	const struct patience_seen *nothing[] = {&passed, &explained, &unknown, &undecided};
	for (size_t i = 0; i < 4; i++) {
		struct patience p = usual(1);
		fails(&p, CERTAIN_BUT_POLLING);
		take(&p, &passed);
		assert_int_equal(take(&p, nothing[i]), PATIENCE_ASKS_ANEW);
		watches(&p, 2, 2);
		assert_int_equal(p.spent, 0);
	}
}

/* Once some patience had been needed, what is not known is no ground to go on. */
static void
what_cannot_be_told_is_undecided(void **state)
{
	const struct patience_seen *unclear[] = {&unknown, &undecided};
	for (size_t i = 0; i < 2; i++) {
		struct patience p = usual(4);
		fails(&p, CERTAIN_BUT_POLLING);
		take(&p, &passed);
		assert_int_equal(take(&p, unclear[i]), PATIENCE_CANNOT_TELL);
		assert_non_null(why);
	}
}

static void
sleeps_beyond_the_horizon_are_not_waited_for(void **state)
{
	struct patience p = usual(1);
	assert_int_equal(fails(&p, CERTAIN_BUT_LATE), PATIENCE_ASKS_AGAIN);
	assert_int_equal(take(&p, &passed), PATIENCE_CANNOT_TELL);
	assert_non_null(strstr(why, "horizon"));
	p = usual(1);
	struct patience_seen late = unexplained;
	late.certainty = CERTAIN_BUT_LATE;
	fails(&p, CERTAIN_BUT_POLLING);
	take(&p, &passed);
	assert_int_equal(take(&p, &late), PATIENCE_ASKS_ANEW);
}

/* It doubles up to what all tests may have; one may have more, and then it is at an end. */
static void
patience_has_an_end(void **state)
{
	static const unsigned grows[] = {2, 4, 8, 16, 160, 1000};
	struct patience p = usual(1);
	for (size_t i = 0; i < sizeof grows / sizeof *grows; i++) {
		assert_int_equal(fails(&p, CERTAIN_BUT_POLLING), PATIENCE_ASKS_AGAIN);
		assert_int_equal(take(&p, &passed), PATIENCE_ASKS_AGAIN);
		assert_int_equal(take(&p, &passed), PATIENCE_ASKS_ANEW);
		assert_int_equal(patience_usual(&p), grows[i]);
	}
	assert_int_equal(p.spent, 2 * 12); /* what only this test may have counts: twice, ten steps and one and one */
	fails(&p, CERTAIN_BUT_POLLING);
	take(&p, &passed);
	assert_int_equal(take(&p, &passed), PATIENCE_CANNOT_TELL);
	patience_end(&p);
	patience_new_test(&p);
	watches(&p, 16, 16);
	assert_int_equal(p.spent, 0);
}

static void
freely_a_failure_must_come_back(void **state)
{
	struct patience p = {.usual = 1, .free = true};
	assert_int_equal(fails(&p, CERTAIN_BUT_LATE), PATIENCE_ASKS_AGAIN);
	for (int i = 0; i < 4; i++)
		assert_int_equal(take(&p, &passed), PATIENCE_ASKS_AGAIN);
	assert_int_equal(take(&p, &passed), PATIENCE_CANNOT_TELL);
	patience_end(&p);
	fails(&p, CERTAIN_BUT_LATE);
	take(&p, &passed);
	assert_int_equal(take(&p, &explained), PATIENCE_BELIEVES);
	patience_end(&p);
	assert_int_equal(fails(&p, CERTAIN), PATIENCE_BELIEVES); /* all wait for each other */
}

static void
a_phase_that_was_not_over_is_forgotten(void **state)
{
	struct patience p = usual(1);
	patience_begin(&p);
	patience_rest(&p, &arena, CERTAIN);
	patience_rest(&p, &arena, CERTAIN_BUT_LATE);
	patience_unrest(&p);
	patience_rest(&p, &arena, CERTAIN_BUT_POLLING);
	assert_int_equal(p.rests.n, 2);
	assert_int_equal(p.rests.at[1], CERTAIN_BUT_POLLING);
	assert_true(p.polled);
	patience_begin(&p);
	assert_int_equal(p.rests.n, 0);
	assert_false(p.polled);
}

static int
forget(void **state)
{
	arena_free(&arena);
	return 0;
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_rests_on_nothing_is_believed_at_once),
		cmocka_unit_test(what_fails_again_with_more_is_believed),
		cmocka_unit_test(what_no_patience_explains_is_believed),
		cmocka_unit_test(what_patience_explains_is_made_anew_with_more),
		cmocka_unit_test(what_cannot_be_told_is_undecided),
		cmocka_unit_test(sleeps_beyond_the_horizon_are_not_waited_for),
		cmocka_unit_test(patience_has_an_end),
		cmocka_unit_test(freely_a_failure_must_come_back),
		cmocka_unit_test(a_phase_that_was_not_over_is_forgotten),
	};
	return cmocka_run_group_tests(tests, NULL, forget);
}
