/* Who has a turn, alone: tasks and the trace are ours. */
#include "drivers/native/circle.h"
#include "drivers/native/stalled.h"
#include "drivers/native/turns.h"
#include "drivers/native/trace.h"

#include "unit/unit.h"

enum { N = 3, MANY = 1000000 };

struct task tasks[MOST_CARRIERS], *tasks_alive[MOST_CARRIERS];
int tasks_top, tasks_nalive;

static bool closed; /* a circle */
static bool stalled;

bool
circle_closed(void)
{
	return closed;
}

bool
stalled_all(void)
{
	return stalled;
}

void
trace_step(int32_t actor, const char *action, uint64_t object, const void *place, uint64_t time)
{
	(void)actor;
	(void)action;
	(void)object;
	(void)place;
	(void)time;
}

/* They spin, and have had enough turns among the others. */
static void
begin(void)
{
	stalled = false;
	tasks_top = tasks_nalive = N;
	turns_begin(0, 1000000000, 100);
	for (int i = 0; i < N; i++) {
		tasks[i] = (struct task){.state = TASK_READY, .polling = true, .spins = true, .deadline = FOREVER, .idle = turns_enough()};
		tasks_alive[i] = &tasks[i];
	}
	assert_null(turn_of_poller());
}

/* How often they are let run alone, where each polls once each time. */
static unsigned
count_alone(void)
{
	unsigned n = 0;
	for (struct task *t; n < MANY && (t = turn_of_spinner()); n++)
		t->idle++;
	return n;
}

static void
whoever_polls_when_let_alone_gets_so_many_rounds_more(void **state)
{
	(void)state;
	begin();
	assert_int_equal(count_alone(), N * turns_enough());
	for (int i = 0; i < N; i++)
		assert_int_equal(tasks[i].idle, 2 * turns_enough());
}

static void
those_who_are_let_alone_take_turns(void **state)
{
	(void)state;
	begin();
	for (int n = 0; n < 10 * N; n++) {
		struct task *t = turn_of_spinner();
		assert_ptr_equal(t, &tasks[n % N]);
		t->idle++;
	}
}

static void
whoever_spins_for_long_and_nothing_else_is_let_alone_no_more(void **state)
{
	(void)state;
	begin();
	tasks[1].spun = true;
	assert_int_equal(count_alone(), (N - 1) * turns_enough());
	assert_int_equal(tasks[1].idle, turns_enough());
}

static void
all_rounds_are_there_again_when_something_has_happened(void **state)
{
	(void)state;
	begin();
	count_alone();
	for (int i = 0; i < N; i++)
		tasks[i].idle = 0;
	assert_non_null(turn_of_poller());
	for (int i = 0; i < N; i++)
		tasks[i].idle = turns_enough();
	assert_int_equal(count_alone(), N * turns_enough());
}

static void
rounds_that_cost_much_do_not_keep_anyone_from_being_let_alone(void **state)
{
	(void)state;
	begin();
	turns_cost_much();
	assert_true(tasks[0].idle > 2 * turns_enough());
	assert_int_equal(count_alone(), N * turns_enough());
}

static void
whoever_spins_is_busy_for_ever_where_that_is_known(void **state)
{
	(void)state;
	begin();
	for (int i = 0; i < N; i++)
		tasks[i].hurried = true;
	assert_int_equal(turns_certainty(), REST_UNCLEAR);
	stalled = true;
	assert_int_equal(turns_certainty(), REST_BUSY);
}

/* They sleep for twice as long as the horizon, and have not looked since something happened. */
static void
begin_to_sleep(enum wait wait)
{
	begin();
	for (int i = 0; i < N; i++)
		tasks[i] = (struct task){.state = TASK_BLOCKED, .wait = wait, .deadline = 2000000000 + (uint64_t)i};
}

/* Lets them go on while they may; each sleeps twice as long then. How many looks they had. */
static unsigned
double_sleeps(uint64_t *now)
{
	unsigned looks = 0;
	for (struct task *t; looks < MANY && (t = turn_of_one_later(*now)); looks++) {
		uint64_t slept = t->deadline - t->began;
		turn_taken(t, now, "time out");
		t->began = *now;
		t->deadline = *now + 2 * slept;
		t->state = TASK_BLOCKED;
	}
	return looks;
}

static void
whoever_sleeps_for_longer_than_the_horizon_does_so_until_it_is_asked_for(void **state)
{
	(void)state;
	begin_to_sleep(WAIT_SLEEP);
	assert_null(turn_of_sleeper(0));
	assert_null(turn_of_one_later(0));
	assert_int_equal(turns_certainty(), REST_LATE);
	turns_let_later(false);
	assert_ptr_equal(turn_of_one_later(0), &tasks[0]);
}

static void
whoever_sleeps_twice_as_long_each_time_looks_until_the_end_of_time_and_polls(void **state)
{
	(void)state;
	uint64_t now = 0;
	begin_to_sleep(WAIT_SLEEP);
	turns_let_later(false);
	unsigned looks = double_sleeps(&now);
	assert_true(looks > 10 * N && looks < 100 * N);
	assert_true(now > 1000000000000000000);
	assert_int_equal(turns_certainty(), REST_POLLING);
}

static void
nobody_is_let_go_on_later_once_a_call_has_returned(void **state)
{
	(void)state;
	begin_to_sleep(WAIT_SLEEP);
	turns_let_later(true);
	turns_returned();
	assert_null(turn_of_one_later(0));
}

static void
whoever_others_may_wake_goes_on_later_only_if_waits_do(void **state)
{
	(void)state;
	begin_to_sleep(WAIT_COND);
	turns_let_later(false);
	assert_null(turn_of_one_later(0));
	turns_let_later(true);
	assert_non_null(turn_of_one_later(0));
}

static void
a_thread_that_sleeps_may_be_what_others_wait_for(void **state)
{
	(void)state;
	begin_to_sleep(WAIT_SLEEP);
	tasks[0].is_thread = tasks[1].is_timer = true;
	turns_let_later(false);
	assert_ptr_equal(turn_of_one_later(0), &tasks[2]);
	turns_let_later(true);
	assert_ptr_equal(turn_of_one_later(0), &tasks[0]);
}

static void
time_goes_by_for_who_polls_until_the_clock_shows_it(void **state)
{
	(void)state;
	uint64_t now = 0;
	unsigned n = 0;
	begin();
	assert_false(turns_pass_time(&now));
	turns_let_later(false);
	assert_false(turns_pass_time(&now));
	tasks[1].watches = true;
	for (; n < MANY && turns_pass_time(&now); n++)
		assert_non_null(turn_of_poller());
	assert_true(n > 10 && n < 100);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(whoever_polls_when_let_alone_gets_so_many_rounds_more),
		cmocka_unit_test(those_who_are_let_alone_take_turns),
		cmocka_unit_test(whoever_spins_for_long_and_nothing_else_is_let_alone_no_more),
		cmocka_unit_test(all_rounds_are_there_again_when_something_has_happened),
		cmocka_unit_test(rounds_that_cost_much_do_not_keep_anyone_from_being_let_alone),
		cmocka_unit_test(whoever_spins_is_busy_for_ever_where_that_is_known),
		cmocka_unit_test(whoever_sleeps_for_longer_than_the_horizon_does_so_until_it_is_asked_for),
		cmocka_unit_test(whoever_sleeps_twice_as_long_each_time_looks_until_the_end_of_time_and_polls),
		cmocka_unit_test(nobody_is_let_go_on_later_once_a_call_has_returned),
		cmocka_unit_test(whoever_others_may_wake_goes_on_later_only_if_waits_do),
		cmocka_unit_test(a_thread_that_sleeps_may_be_what_others_wait_for),
		cmocka_unit_test(time_goes_by_for_who_polls_until_the_clock_shows_it),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
