#include "gen/bias.h"

#include "unit/unit.h"

enum { TESTS = 2000, DRAWS = 64 };

/* How many of the draws are among the first values. */
static int
below(const struct bias *b, uint64_t n, uint64_t limit)
{
	uint64_t stream = 1;
	int found = 0;
	for (int i = 0; i < DRAWS; i++)
		found += bias_draw(b, n, &stream) < limit;
	return found;
}

static void
a_test_without_a_key_prefers_nothing(void **state)
{
	for (uint64_t place = 0; place < 100; place++)
		assert_int_equal(bias_of(0, place, 10).kind, BIAS_NONE);
}

static void
all_draws_are_values_that_there_are(void **state)
{
	static const uint64_t sizes[] = {1, 2, 3, 10, 1000, UINT64_MAX};
	for (uint64_t test = 1; test < TESTS; test++)
		for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
			struct bias b = bias_of(test, i, sizes[i]);
			uint64_t stream = test;
			for (int k = 0; k < 8; k++)
				assert_true(bias_draw(&b, sizes[i], &stream) < sizes[i]);
		}
}

static void
tests_differ_in_what_they_prefer_and_so_do_places(void **state)
{
	int tests[BIAS_FEW + 1] = {0}, places[BIAS_FEW + 1] = {0};
	for (uint64_t i = 1; i < TESTS; i++) {
		tests[bias_of(i, 1, 10).kind]++;
		places[bias_of(1, i, 10).kind]++;
	}
	for (int kind = 0; kind <= BIAS_FEW; kind++) {
		assert_true(tests[kind] > TESTS / 16);
		assert_true(places[kind] > TESTS / 16);
	}
}

static void
the_same_test_prefers_the_same(void **state)
{
	for (uint64_t test = 1; test < 100; test++) {
		struct bias a = bias_of(test, 5, 10), b = bias_of(test, 5, 10);
		assert_int_equal(a.kind, b.kind);
		assert_int_equal(a.values, b.values);
		assert_int_equal(a.key, b.key);
	}
}

static void
low_values_come_mostly_and_others_now_and_then(void **state)
{
	struct bias b = {.kind = BIAS_LOW, .values = 2};
	int low = below(&b, 1000, 2);
	assert_true(low > DRAWS * 3 / 4);
	assert_true(low < DRAWS);
}

static void
high_values_are_the_last_ones(void **state)
{
	struct bias b = {.kind = BIAS_HIGH, .values = 2};
	assert_true(below(&b, 1000, 998) < DRAWS / 4);
}

static void
ends_are_the_first_and_the_last(void **state)
{
	struct bias b = {.kind = BIAS_ENDS, .values = 1000};
	int low = below(&b, 1000, 1), rest = below(&b, 1000, 999) - low;
	assert_true(low > DRAWS / 4);
	assert_true(low < DRAWS * 3 / 4);
	assert_true(rest < DRAWS / 4);
}

static void
few_values_may_be_just_one(void **state)
{
	struct bias b = {.kind = BIAS_FEW, .values = 1, .key = 12345};
	uint64_t stream = 1, seen[DRAWS];
	int most = 0;
	for (int i = 0; i < DRAWS; i++)
		seen[i] = bias_draw(&b, 1000, &stream);
	for (int i = 0; i < DRAWS; i++) {
		int same = 0;
		for (int k = 0; k < DRAWS; k++)
			same += seen[i] == seen[k];
		most = same > most ? same : most;
	}
	assert_true(most > DRAWS * 3 / 4);
}

int
main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_test_without_a_key_prefers_nothing),
		cmocka_unit_test(all_draws_are_values_that_there_are),
		cmocka_unit_test(tests_differ_in_what_they_prefer_and_so_do_places),
		cmocka_unit_test(the_same_test_prefers_the_same),
		cmocka_unit_test(low_values_come_mostly_and_others_now_and_then),
		cmocka_unit_test(high_values_are_the_last_ones),
		cmocka_unit_test(ends_are_the_first_and_the_last),
		cmocka_unit_test(few_values_may_be_just_one),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
