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

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(many_tests_with_one_schedule_lack_variety_where_there_was_a_choice),
		cmocka_unit_test(few_schedules_are_enough_where_there_are_no_more),
		cmocka_unit_test(few_tests_tell_nothing),
		cmocka_unit_test(a_schedule_may_have_any_number),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
