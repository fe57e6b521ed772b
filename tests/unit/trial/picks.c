#include "unit/unit.h"

#include "trial/picks.h"

#include <stdio.h>

enum { MOST = 200, ARGS = 1, THEN = 2 };

/* What a test asks for, and what it was given each time. */
struct fixture {
	struct arena arena;
	struct slots slots;
	char seen[MOST][32];
	size_t n;
};

static int
setup(void **state)
{
	*state = calloc(1, sizeof(struct fixture));
	return 0;
}

static int
teardown(void **state)
{
	struct fixture *f = *state;
	slots_free(&f->slots);
	arena_free(&f->arena);
	free(f);
	return 0;
}

static uint64_t
ask(struct fixture *f, size_t order, int what, size_t nth, uint64_t of)
{
	struct picks p = slots_picks(&f->slots, &f->arena, order, 0, what);
	uint64_t value = nth < p.n ? p.at[nth] : 0;
	slots_meet(&f->slots, &(struct slot){.order = order, .what = what, .nth = nth, .of = of});
	return value < of ? value : of - 1;
}

static void
note(struct fixture *f, const char *what)
{
	for (size_t i = 0; i < f->n; i++)
		assert_string_not_equal(f->seen[i], what);
	assert_true(f->n < MOST);
	snprintf(f->seen[f->n++], sizeof *f->seen, "%s", what);
}

static void
all_combinations_come_once(void **state)
{
	struct fixture *f = *state;
	slots_rewind(&f->slots, 10);
	do {
		char text[32];
		slots_begin(&f->slots);
		uint64_t a = ask(f, 1, ARGS, 0, 3), b = ask(f, 1, ARGS, 1, a + 1), c = a == 2 ? ask(f, 2, ARGS, 0, 2) : 0;
		snprintf(text, sizeof text, "%d %d %d", (int)a, (int)b, (int)c);
		note(f, text);
		assert_true(slots_all_met(&f->slots));
	} while (slots_next(&f->slots));
	assert_int_equal(f->n, 1 + 2 + 3 * 2);
	assert_false(f->slots.narrowed);
}

static void
of_many_values_the_first_and_the_last_are_taken(void **state)
{
	struct fixture *f = *state;
	uint64_t expected[] = {0, 1, 99};
	slots_rewind(&f->slots, 3);
	do {
		slots_begin(&f->slots);
		assert_true(f->n < 3);
		assert_int_equal(ask(f, 1, ARGS, 0, 100), expected[f->n++]);
	} while (slots_next(&f->slots));
	assert_int_equal(f->n, 3);
	assert_true(f->slots.narrowed);
}

static void
a_single_value_is_the_first(void **state)
{
	struct fixture *f = *state;
	slots_rewind(&f->slots, 1);
	slots_begin(&f->slots);
	assert_int_equal(ask(f, 1, ARGS, 0, 100), 0);
	assert_false(slots_next(&f->slots));
}

/* What the first call does when it returns may depend on the second call's argument, and is only then asked for. */
static void
what_comes_up_late_is_combined_with_all_the_rest(void **state)
{
	struct fixture *f = *state;
	size_t others = 0;
	slots_rewind(&f->slots, 10);
	do {
		char text[32];
		slots_begin(&f->slots);
		uint64_t b = ask(f, 2, ARGS, 0, 3), a = b == 1 ? ask(f, 1, THEN, 0, 2) : 0;
		snprintf(text, sizeof text, "%d %d", (int)a, (int)b);
		if (slots_all_met(&f->slots))
			note(f, text);
		else
			others++; /* as without the pick that nobody asked for */
	} while (slots_next(&f->slots));
	assert_int_equal(f->n, 4);
	assert_int_equal(others, 2);
}

static void
parameters_have_all_their_values(void **state)
{
	struct fixture *f = *state;
	slots_rewind(&f->slots, 10);
	slots_meet(&f->slots, &(struct slot){.what = SLOT_PARAM, .nth = 0, .of = 4});
	do {
		slots_begin(&f->slots);
		assert_int_equal(slots_param(&f->slots, 0, 4), f->n++);
		assert_true(slots_all_met(&f->slots));
	} while (slots_next(&f->slots));
	assert_int_equal(f->n, 4);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(all_combinations_come_once, setup, teardown),
		cmocka_unit_test_setup_teardown(of_many_values_the_first_and_the_last_are_taken, setup, teardown),
		cmocka_unit_test_setup_teardown(a_single_value_is_the_first, setup, teardown),
		cmocka_unit_test_setup_teardown(what_comes_up_late_is_combined_with_all_the_rest, setup, teardown),
		cmocka_unit_test_setup_teardown(parameters_have_all_their_values, setup, teardown),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
