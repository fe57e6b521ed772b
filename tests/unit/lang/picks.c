#include "unit/lang/world.h"

#include "unit/unit.h"

static void
the_first_choice_is_the_simplest(void **state)
{
	static const struct world_case cases[] = {
		{"pick 1..3", NULL, "1"},
		{"pick 1..10 step 4", NULL, "1"},
		{"pick {5, 7, 9}", NULL, "5"},
		{"pick list", NULL, "3"},
		{"pick Color", NULL, "red"},
		{"pick Warehouse", NULL, "0"},
		{"pick x in Warehouse . x * 2", NULL, "0"},
		{"pick x in free, y in free . [x, y]", NULL, "[0, 0]"},
		{"pick [x | x in list, x > 1]", NULL, "3"},
		{"pick 1..3 step k", NULL, "1"},
		{"pick weight", NULL, "0"},
		{"pick -9223372036854775808..9223372036854775807", NULL, "-9223372036854775808"},
		{"(pick 0..1) + (pick 0..1)", NULL, "0"},
		{"[pick 0..x | x in 1..3]", NULL, "[0, 0, 0]"},
	};
	VALUES_ARE(cases, NULL);
}

static void
there_must_be_something_to_pick_from(void **state)
{
	static const struct world_case cases[] = {
		{"pick {}", NULL, "fault 0-7: there is nothing to pick from"},
		{"pick []", NULL, "fault 0-7: there is nothing to pick from"},
		{"pick 3..1", NULL, "fault 0-9: there is nothing to pick from"},
		{"pick 1..3 step 0", NULL, "fault 0-16: the step of a pick is 0; it must be positive"},
	};
	VALUES_ARE(cases, NULL);
}

static void
what_cannot_be_listed_cannot_be_picked_from(void **state)
{
	static const struct world_case cases[] = {
		{"pick list step 2", NULL, "0-16: a step goes with a range of numbers / write: pick 100..1100 step 100"},
		{"pick int", NULL, "5-8: the values of this type cannot be listed / write: pick a..b"},
		{"pick string", NULL, "5-11: the values of this type cannot be listed / write: pick a..b"},
		{"pick 5", NULL, "5-6: a collection is expected here, this is int"},
	};
	VALUES_ARE(cases, NULL);
}

static void
picked(const char *text, const uint64_t *script, const char *value, size_t n, const uint64_t *bounds)
{
	struct world w;
	world_open(&w);
	w.script = script;
	assert_string_equal(world_eval(&w, text, NULL), value);
	assert_int_equal(w.chosen, n);
	assert_memory_equal(w.bounds, bounds, n * sizeof *bounds);
	world_close(&w);
}

static void
each_pick_is_one_choice_among_its_values(void **state)
{
	static const uint64_t script[16] = {2, 1, 3, 0};
	picked("pick 1..10 step 4", script, "9", 1, (uint64_t[]){3});
	picked("pick {5, 7, 9}", script, "9", 1, (uint64_t[]){3});
	picked("pick Color", script, "blue", 1, (uint64_t[]){3});
	picked("pick list", script, "2", 1, (uint64_t[]){3});
	picked("pick weight", script, "2", 1, (uint64_t[]){4});
	picked("pick x in Warehouse . x * 2", script, "4", 1, (uint64_t[]){4});
	picked("[pick 0..x | x in 1..3]", script, "[0, 1, 3]", 3, (uint64_t[]){2, 3, 4});
	picked("(pick 0..9) - pick 0..9 step 2", script, "0", 2, (uint64_t[]){10, 5});
	picked("pick -9223372036854775808..9223372036854775807", script, "-9223372036854775806", 1, (uint64_t[]){UINT64_MAX});
}

static void
only_clients_pick(void **state)
{
	struct world w;
	world_open(&w);
	w.picks = false;
	assert_string_equal(world_eval(&w, "1 + pick 1..3", NULL), "4-13: this clause cannot pick: only clients do");
	assert_false(w.done.picked);
	world_close(&w);
}

static void
without_a_chooser_the_first_is_picked(void **state)
{
	struct world w;
	world_open(&w);
	w.frame.choices = NULL;
	assert_string_equal(world_eval(&w, "pick {5, 7, 9}", NULL), "5");
	world_close(&w);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_first_choice_is_the_simplest),
		cmocka_unit_test(there_must_be_something_to_pick_from),
		cmocka_unit_test(what_cannot_be_listed_cannot_be_picked_from),
		cmocka_unit_test(each_pick_is_one_choice_among_its_values),
		cmocka_unit_test(only_clients_pick),
		cmocka_unit_test(without_a_chooser_the_first_is_picked),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
