#include "trial/variety.h"

#include "unit/unit.h"

/* So many tests with so many points each, of which so many are different. */
static bool
lacks(uint64_t tests, uint64_t points, uint64_t different)
{
	struct variety v = {0};
	for (uint64_t i = 0; i < tests; i++)
		variety_add(&v, 1000 + i % different, points);
	bool lacking = variety_lacks(&v);
	table_free(&v.seen);
	return lacking;
}

static void
many_tests_with_one_schedule_lack_variety_where_there_was_a_choice(void **state)
{
	(void)state;
	assert_true(lacks(10000, 108, 1));
	assert_true(lacks(10000, 108, 3));
	assert_true(lacks(100, 4, 1));
}

static void
few_schedules_are_enough_where_there_are_no_more(void **state)
{
	(void)state;
	assert_false(lacks(10000, 1, 1));
	assert_false(lacks(10000, 3, 2));
	assert_false(lacks(10000, 20, 6));
	assert_false(lacks(10000, 0, 1));
}

static void
few_tests_tell_nothing(void **state)
{
	(void)state;
	assert_false(lacks(99, 108, 1));
	assert_false(lacks(1000, 108, 20));
}

static void
a_schedule_may_have_any_number(void **state)
{
	(void)state;
	struct variety v = {0};
	variety_add(&v, 0, 5);
	variety_add(&v, 0, 5);
	variety_add(&v, UINT64_MAX, 5);
	assert_int_equal(v.seen.n, 2);
	assert_int_equal(v.tests, 3);
	table_free(&v.seen);
}

/* So many tests with a choice, and of each: points where one could have come in between another, and where one did. */
static void
make(struct variety *v, uint64_t tests, bool bare, uint64_t open, uint64_t crossed)
{
	for (uint64_t i = 0; i < tests; i++)
		variety_cross(v, bare, open, crossed);
}

static void
calls_that_never_come_in_between_others_are_seen_whatever_their_order(void **state)
{
	(void)state;
	struct variety v = {0};
	make(&v, 99, true, 7, 0);
	assert_false(variety_never_crosses(&v));
	make(&v, 1, true, 7, 0);
	assert_true(variety_never_crosses(&v));
	make(&v, 1, true, 7, 1);
	assert_true(variety_never_crosses(&v));
	make(&v, 1, true, 7, 1);
	assert_false(variety_never_crosses(&v));
	make(&v, 98, true, 7, 0);
	assert_true(variety_never_crosses(&v));
	assert_false(variety_never_opens(&v));
}

static void
tests_in_which_nothing_could_come_in_between_say_nothing_of_those_in_which_it_could(void **state)
{
	(void)state;
	struct variety v = {0};
	make(&v, 10000, true, 0, 0);
	assert_false(variety_never_crosses(&v));
	assert_true(variety_never_opens(&v));
	make(&v, 150, true, 1, 1);
	assert_false(variety_never_crosses(&v));
	assert_false(variety_never_opens(&v));
}

static void
what_comes_in_between_at_breakpoints_is_no_sign_of_points(void **state)
{
	(void)state;
	struct variety v = {0};
	make(&v, 300, false, 5, 5);
	assert_false(variety_never_opens(&v));
	make(&v, 100, true, 0, 0);
	assert_true(variety_never_opens(&v));
	assert_false(variety_never_crosses(&v));
}

static bool
needs_breakpoints(uint64_t tests, uint64_t calls, uint64_t steps)
{
	struct variety v = {0};
	for (uint64_t i = 0; i < tests; i++) {
		variety_cross(&v, true, 1, 0);
		variety_count(&v, calls, steps);
	}
	return variety_needs_breakpoints(&v);
}

static void
calls_that_pass_one_primitive_at_most_need_breakpoints(void **state)
{
	(void)state;
	assert_true(needs_breakpoints(100, 20, 20));
	assert_true(needs_breakpoints(100, 20, 40));
	assert_false(needs_breakpoints(100, 20, 60));
	assert_false(needs_breakpoints(99, 20, 20));
	assert_false(needs_breakpoints(100, 0, 0));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(many_tests_with_one_schedule_lack_variety_where_there_was_a_choice),
		cmocka_unit_test(few_schedules_are_enough_where_there_are_no_more),
		cmocka_unit_test(few_tests_tell_nothing),
		cmocka_unit_test(a_schedule_may_have_any_number),
		cmocka_unit_test(calls_that_never_come_in_between_others_are_seen_whatever_their_order),
		cmocka_unit_test(tests_in_which_nothing_could_come_in_between_say_nothing_of_those_in_which_it_could),
		cmocka_unit_test(what_comes_in_between_at_breakpoints_is_no_sign_of_points),
		cmocka_unit_test(calls_that_pass_one_primitive_at_most_need_breakpoints),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
