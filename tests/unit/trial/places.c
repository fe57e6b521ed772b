#include "trial/places.h"

#include "unit/unit.h"

#include <stdbool.h>

enum { SEEDS = 2000 };

static void
learn(struct arena *a, struct places_known *k, uint64_t from, uint64_t to)
{
	for (uint64_t at = from; at < to; at++)
		places_add(a, k, at);
}

/* How many of many tests have a breakpoint there. */
static size_t
share_of(const struct places_known *k, uint64_t place)
{
	size_t n = 0;
	for (uint64_t seed = 0; seed < SEEDS; seed++) {
		uint64_t at[MOST_BREAKPOINTS];
		size_t chosen = places_choose(k, seed, at);
		for (size_t i = 0; i < chosen; i++)
			n += at[i] == place;
	}
	return n;
}

static void
none_is_chosen_where_none_is_known(void **state)
{
	struct places_known k = {0};
	uint64_t at[MOST_BREAKPOINTS];
	assert_int_equal(places_choose(&k, 1, at), 0);
}

static void
those_that_are_chosen_are_known_and_different(void **state)
{
	struct arena a = {0};
	struct places_known k = {0};
	bool several = false;
	learn(&a, &k, 10, 14);
	for (uint64_t seed = 0; seed < SEEDS; seed++) {
		uint64_t at[MOST_BREAKPOINTS];
		size_t n = places_choose(&k, seed, at);
		assert_in_range(n, 1, MOST_BREAKPOINTS);
		several = several || n == MOST_BREAKPOINTS;
		for (size_t i = 0; i < n; i++) {
			assert_in_range(at[i], 10, 13);
			for (size_t j = 0; j < i; j++)
				assert_int_not_equal(at[i], at[j]);
		}
	}
	assert_true(several);
	arena_free(&a);
}

static void
what_is_chosen_does_not_depend_on_who_learned_what_when(void **state)
{
	struct arena a = {0};
	struct places_known up = {0}, down = {0};
	learn(&a, &up, 0, 50);
	for (uint64_t at = 50; at-- > 0;) {
		places_add(&a, &down, at);
		places_add(&a, &down, 49); /* again */
	}
	assert_int_equal(down.list.n, 50);
	for (uint64_t seed = 0; seed < SEEDS; seed++) {
		uint64_t one[MOST_BREAKPOINTS], other[MOST_BREAKPOINTS];
		size_t n = places_choose(&up, seed, one);
		assert_int_equal(places_choose(&down, seed, other), n);
		assert_memory_equal(one, other, n * sizeof *one);
	}
	arena_free(&a);
}

static void
a_place_that_few_calls_come_to_is_chosen_more_often(void **state)
{
	struct arena a = {0};
	struct places_known k = {0};
	learn(&a, &k, 0, 20);
	size_t before = share_of(&k, 7);
	for (uint64_t at = 0; at < 20; at++)
		for (int i = 0; i < 30; i++)
			places_visited(&k, at, at != 7);
	assert_true(share_of(&k, 7) > 3 * before);
	assert_true(share_of(&k, 8) > 0);
	assert_int_equal(k.visits, 19 * 30);
	arena_free(&a);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(none_is_chosen_where_none_is_known),
		cmocka_unit_test(those_that_are_chosen_are_known_and_different),
		cmocka_unit_test(what_is_chosen_does_not_depend_on_who_learned_what_when),
		cmocka_unit_test(a_place_that_few_calls_come_to_is_chosen_more_often),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
