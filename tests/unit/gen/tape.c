#include "gen/tape.h"

#include "unit/unit.h"

#include <stdio.h>

/* Takes two choices, the second one depending on the first, and writes them down. */
static void
two_choices(struct tape *t, char *seen)
{
	uint64_t a = t->choices.choose(&t->choices, 3), b = t->choices.choose(&t->choices, a + 1);
	sprintf(seen + strlen(seen), " %u%u", (unsigned)a, (unsigned)b);
}

static void
a_tape_tries_all_combinations_once(void **state)
{
	struct tape t;
	char seen[100] = "";
	for (tape_rewind(&t, 100); tape_next(&t);)
		two_choices(&t, seen);
	assert_string_equal(seen, " 00 10 11 20 21 22");
	assert_false(t.partial);
}

static void
what_does_not_choose_runs_once(void **state)
{
	struct tape t;
	int runs = 0;
	for (tape_rewind(&t, 100); tape_next(&t);)
		runs++;
	assert_int_equal(runs, 1);
	assert_false(t.partial);
}

static void
too_many_combinations_leave_the_simplest_of_each_choice(void **state)
{
	struct tape t;
	uint64_t most[3] = {0}, runs = 0;
	for (tape_rewind(&t, 100); tape_next(&t); runs++) {
		for (int i = 0; i < 3; i++) {
			uint64_t chosen = t.choices.choose(&t.choices, i == 1 ? 2 : 1000);
			most[i] = chosen > most[i] ? chosen : most[i];
		}
	}
	assert_true(t.partial);
	assert_int_equal(runs, 7 * 2 * 7);
	assert_int_equal(most[0], 6);
	assert_int_equal(most[1], 1);
	assert_int_equal(most[2], 6);
}

static void
a_single_choice_of_many_is_cut_short(void **state)
{
	struct tape t;
	uint64_t runs = 0;
	for (tape_rewind(&t, 10); tape_next(&t); runs++)
		assert_int_equal(t.choices.choose(&t.choices, UINT64_MAX), runs);
	assert_int_equal(runs, 10);
	assert_true(t.partial);
}

static void
choices_beyond_the_end_of_the_tape_take_the_simplest(void **state)
{
	struct tape t;
	int runs = 0;
	for (tape_rewind(&t, 2); tape_next(&t); runs++)
		for (int i = 0; i < TAPE_LONGEST + 10; i++)
			t.choices.choose(&t.choices, 2);
	assert_true(runs <= 2);
	assert_true(t.partial);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_tape_tries_all_combinations_once),
		cmocka_unit_test(what_does_not_choose_runs_once),
		cmocka_unit_test(too_many_combinations_leave_the_simplest_of_each_choice),
		cmocka_unit_test(a_single_choice_of_many_is_cut_short),
		cmocka_unit_test(choices_beyond_the_end_of_the_tape_take_the_simplest),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
