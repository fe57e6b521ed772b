/* Who has a turn, alone: tasks and the trace are ours. */
#include "drivers/native/turns.h"
#include "drivers/native/trace.h"

#include "unit/unit.h"

enum { N = 3, MANY = 1000000 };

struct task tasks[MOST_CARRIERS], *tasks_alive[MOST_CARRIERS];
int tasks_top, tasks_nalive;

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

/* Lets those who back off go on while they may; each sleeps twice as long then. */
static void
double_sleeps(uint64_t *now, bool happens)
{
	for (struct task *t; (t = turn_of_sleeper(*now));) {
		assert_true(t->late < MANY);
		turn_taken(t, now, "time out");
		if (happens)
			for (int i = 0; i < N; i++)
				tasks[i].idle = 0;
		t->began = *now;
		t->deadline = *now + 2 * *now;
		t->state = TASK_BLOCKED;
	}
}

static void
begin_to_sleep(void)
{
	begin();
	for (int i = 0; i < N; i++)
		tasks[i] = (struct task){.state = TASK_BLOCKED, .timeouts = 5, .deadline = 2000000000 + (uint64_t)i};
}

static void
whoever_backs_off_looks_once_though_it_is_late(void **state)
{
	(void)state;
	uint64_t now = 0;
	begin_to_sleep();
	double_sleeps(&now, false);
	assert_int_equal(now, 2000000000 + N - 1);
	for (int i = 0; i < N; i++)
		assert_int_equal(tasks[i].timeouts, 6);
	assert_int_equal(turns_certainty(), REST_POLLING);
}

static void
whoever_backs_off_looks_again_when_something_has_happened_but_not_for_ever(void **state)
{
	(void)state;
	uint64_t now = 0;
	begin_to_sleep();
	double_sleeps(&now, true);
	for (int i = 0; i < N; i++)
		assert_true(tasks[i].late > 1 && tasks[i].late == tasks[0].late);
}

static void
whoever_sleeps_for_long_for_the_first_time_does_not_back_off(void **state)
{
	(void)state;
	begin_to_sleep();
	for (int i = 0; i < N; i++)
		tasks[i].timeouts = 0;
	assert_null(turn_of_sleeper(0));
	assert_int_equal(turns_certainty(), REST_LATE);
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
		cmocka_unit_test(whoever_backs_off_looks_once_though_it_is_late),
		cmocka_unit_test(whoever_backs_off_looks_again_when_something_has_happened_but_not_for_ever),
		cmocka_unit_test(whoever_sleeps_for_long_for_the_first_time_does_not_back_off),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
