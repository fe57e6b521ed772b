#include "unit/explore/explored.h"

/* What calls return when a condition and no expression says it. */

#define CALLER(returns, ensures, then) \
	"resource: r\nstate: { n: 0..9 = 3 }\noperations:\n  a:\n    returns: " returns "\n    ensures: " ensures "\n" \
	"clients:\n  c:\n    vars: { last: int = -1 }\n    calls:\n      - { call: a, when: last == -1, then: " then " }\n"

/* A client that calls once: before its call, while it waits, and a state for each result. */
static void
assert_results(const char *yaml, size_t results)
{
	struct explored x;
	explored_open(&x, yaml, NULL);
	assert_string_equal(explored_list(&x), "");
	assert_int_equal(x.e->states, 2 + results);
	assert_true(x.e->complete);
	explored_close(&x);
}

static void
a_type_of_few_values_is_tried_out(void **state)
{
	assert_results(CALLER("0..9", "result > n", "last := result"), 6);
}

static void
a_part_of_the_condition_that_names_the_values_is_used(void **state)
{
	assert_results(CALLER("int", "result in {2, 3, 4} and result >= n", "last := result"), 2);
	assert_results(CALLER("int", "result > 0 and n + 1 == result", "last := result"), 1);
	assert_results(CALLER("int", "result in n..n + 3", "last := result"), 4);
	assert_results(CALLER("int", "if n > 5 then result == 1 else result in {5, 6}", "last := result"), 2);
	assert_results(CALLER("int", "(n > 5 => result == 1) and (n <= 5 => result == 7)", "last := result"), 1);
}

static void
fields_are_put_together(void **state)
{
	assert_results(CALLER("'record(ok: bool, v: int)'", "result.v in {1, 2, 3} and (result.ok == (result.v > 1))", "last := result.v"), 3);
}

static void
what_nobody_reads_is_not_tried_out(void **state)
{
	assert_results(CALLER("int", "true", "last := 1"), 1);
	assert_results(CALLER("'record(ok: bool, v: int)'", "result.ok == false or result.v >= 0", "last := if result.ok then 1 else 2"), 2);
}

static void
assert_too_many(const char *yaml)
{
	struct explored x;
	explored_open(&x, yaml, NULL);
	assert_non_null(explored_finding(&x, FINDING_UNEXPLORED));
	assert_null(explored_finding(&x, FINDING_DEADLOCK));
	assert_false(x.e->complete);
	explored_close(&x);
}

static void
too_many_results_are_left_out_and_it_is_said(void **state)
{
	(void)state;
	assert_too_many(CALLER("int", "result > n", "last := result"));
	assert_too_many(CALLER("int", "result in 0..5000", "last := result"));
}

static void
a_condition_that_no_result_satisfies_is_found(void **state)
{
	struct explored x;
	explored_open(&x, CALLER("0..9", "result > n + 6", "last := result"), NULL);
	const struct finding *f = explored_finding(&x, FINDING_NO_RESULT);
	assert_string_equal(f->message, "no result satisfies ensures of a, so the call can never return");
	assert_string_equal(explored_path(&x, f->steps, f->nsteps), "c0 a()");
	explored_close(&x);
}

static void
a_fault_in_what_names_the_values_is_an_error(void **state)
{
	struct explored x;
	explored_open(&x, CALLER("int", "result == 1 div (n - 3)", "last := result"), NULL);
	assert_string_equal(explored_finding(&x, FINDING_FAULT)->message, "ensures of a: division by zero");
	explored_close(&x);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_type_of_few_values_is_tried_out),
		cmocka_unit_test(a_part_of_the_condition_that_names_the_values_is_used),
		cmocka_unit_test(fields_are_put_together),
		cmocka_unit_test(what_nobody_reads_is_not_tried_out),
		cmocka_unit_test(too_many_results_are_left_out_and_it_is_said),
		cmocka_unit_test(a_condition_that_no_result_satisfies_is_found),
		cmocka_unit_test(a_fault_in_what_names_the_values_is_an_error),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
