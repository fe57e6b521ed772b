#include "unit/unit.h"

#include "base/random.h"
#include "trial/table.h"

static void
what_was_added_is_found_and_nothing_else(void **state)
{
	struct table t = {0};
	uint64_t value;
	for (uint64_t i = 1; i <= 5000; i++) {
		assert_false(table_find(&t, random_mix(i), &value));
		table_add(&t, random_mix(i), i);
	}
	for (uint64_t i = 1; i <= 5000; i++) {
		assert_true(table_find(&t, random_mix(i), &value));
		assert_int_equal(value, i);
	}
	table_free(&t);
}

static void
keys_that_want_the_same_place_stand_beside_each_other(void **state)
{
	struct table t = {0};
	uint64_t value;
	for (uint64_t i = 1; i <= 50; i++)
		table_add(&t, i << 32, i);
	for (uint64_t i = 1; i <= 50; i++)
		assert_true(table_find(&t, i << 32, &value) && value == i);
	assert_false(table_find(&t, 51ull << 32, &value));
	table_free(&t);
}

static void
after_it_is_cleared_it_is_empty(void **state)
{
	struct table t = {0};
	uint64_t value;
	table_clear(&t);
	table_add(&t, 7, 1);
	table_clear(&t);
	assert_false(table_find(&t, 7, &value));
	table_add(&t, 7, 2);
	assert_true(table_find(&t, 7, &value) && value == 2);
	table_free(&t);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_was_added_is_found_and_nothing_else),
		cmocka_unit_test(keys_that_want_the_same_place_stand_beside_each_other),
		cmocka_unit_test(after_it_is_cleared_it_is_empty),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
