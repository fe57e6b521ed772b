/* What happens rarely, alone: tasks, turns and the trace are ours. */
#include "drivers/native/rare.h"
#include "drivers/native/trace.h"
#include "drivers/native/turns.h"

#include "unit/unit.h"

enum { ALL = SRTEST_SPURIOUS | SRTEST_TIMEOUT | SRTEST_TRYLOCK | SRTEST_INTERRUPT | SRTEST_EXCHANGE };

struct task tasks[MOST_CARRIERS], *tasks_alive[MOST_CARRIERS];
int tasks_top, tasks_nalive;

struct task *
turn_of_late_sleeper(uint64_t now)
{
	(void)now;
	return tasks_nalive > 0 && tasks[0].state == TASK_BLOCKED ? &tasks[0] : NULL;
}

uint64_t
turns_horizon(void)
{
	return 0;
}

void
turn_taken(struct task *t, uint64_t *now, const char *action)
{
	(void)now;
	(void)action;
	t->state = TASK_READY;
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

void
turns_put_off(uint64_t by)
{
	(void)by;
}

static unsigned
failures(unsigned tries)
{
	unsigned n = 0;
	for (unsigned i = 0; i < tries; i++)
		n += rare_fails(SRTEST_TRYLOCK);
	return n;
}

static void
whoever_tries_again_and_again_gets_there(void **state)
{
	(void)state;
	for (uint64_t seed = 0; seed < 20; seed++) {
		rare_begin(ALL, true, seed);
		assert_in_range(failures(100000), 1, 16);
		assert_int_equal(failures(1000), 0);
	}
}

static void
each_run_may_have_its_failures(void **state)
{
	(void)state;
	rare_begin(ALL, true, 1);
	unsigned n = failures(100000);
	rare_begin(ALL, true, 1);
	assert_int_equal(failures(100000), n);
}

static void
nothing_fails_where_nothing_is_drawn(void **state)
{
	(void)state;
	rare_begin(ALL, false, 1);
	assert_int_equal(failures(100000), 0);
}

/* One that sleeps always again, as a timer with an interval does: how often its time comes early. */
static unsigned
early(bool is_timer, unsigned tries)
{
	static struct task *at[MOST_CARRIERS];
	unsigned n = 0;
	uint64_t now = 0;
	tasks_top = tasks_nalive = 1;
	tasks_alive[0] = &tasks[0];
	for (unsigned i = 0; i < tries; i++) {
		tasks[0] = (struct task){.state = TASK_BLOCKED, .wait = WAIT_SLEEP, .is_timer = is_timer, .deadline = 1};
		if (rare_tasks(at, now) == 0)
			continue;
		rare_wake(at[0], &now);
		n++;
	}
	tasks_top = tasks_nalive = 0;
	return n;
}

static void
a_timer_expires_early_now_and_then_only(void **state)
{
	(void)state;
	rare_begin(ALL, true, 1);
	assert_int_equal(early(true, 1000), 16);
	assert_int_equal(early(false, 1000), 1000);
	rare_begin(ALL, true, 1);
	assert_int_equal(early(true, 1000), 16);
}

static void
a_kind_that_is_left_out_does_not_happen(void **state)
{
	static const unsigned kinds[] = {SRTEST_SPURIOUS, SRTEST_TIMEOUT, SRTEST_TRYLOCK, SRTEST_INTERRUPT, SRTEST_EXCHANGE};
	(void)state;
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
		for (size_t k = 2; k < sizeof kinds / sizeof *kinds; k++) {
			unsigned n = 0;
			rare_begin(ALL & ~kinds[i], true, 1);
			for (int tries = 0; tries < 10000; tries++)
				n += rare_fails((enum srtest_rare)kinds[k]);
			assert_int_equal(n > 0, i != k);
		}
	}
	rare_begin(0, true, 1);
	assert_false(rare_happens(true));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_kind_that_is_left_out_does_not_happen),
		cmocka_unit_test(whoever_tries_again_and_again_gets_there),
		cmocka_unit_test(each_run_may_have_its_failures),
		cmocka_unit_test(nothing_fails_where_nothing_is_drawn),
		cmocka_unit_test(a_timer_expires_early_now_and_then_only),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
