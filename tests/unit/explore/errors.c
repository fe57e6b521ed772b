#include "unit/explore/explored.h"

/* What is wrong with a specification: each mistake is found, once, by the shortest calls that lead to it. */

static void
a_right_specification_has_no_errors(void **state)
{
	struct explored x;
	explored_open(&x, COUNTER("n: 0..1 = 1", "cpre: n > 0, post: n -= 1", "invariant: n >= 0\n"), NULL);
	assert_int_equal(x.e->errors, 0);
	assert_true(x.e->complete);
	assert_null(x.e->bound);
	explored_close(&x);
}

static void
a_value_that_leaves_its_type_is_an_error_with_the_calls_that_lead_there(void **state)
{
	struct explored x;
	explored_open(&x, COUNTER("n: 0..1 = 1", "post: n -= 1", ""), NULL);
	const struct finding *f = explored_finding(&x, FINDING_LEAVES);
	assert_int_equal(x.e->errors, 1);
	assert_int_equal(f->severity, SEVERITY_ERROR);
	assert_string_equal(f->message, "post of take: the value -1 is not in 0..1");
	assert_string_equal(explored_path(&x, f->steps, f->nsteps), "user0 take() -> user1 take()");
	assert_string_equal(explored_span(&x, f->span), "n -= 1");
	assert_string_equal(f->state, "n = 0");
	explored_close(&x);
}

static void
an_invariant_that_a_post_breaks_is_explained(void **state)
{
	struct explored x;
	explored_open(&x, COUNTER("n: int = 1", "post: n -= 1", "invariant:\n  - n < 5\n  - n >= 0\n"), NULL);
	const struct finding *f = explored_finding(&x, FINDING_INVARIANT);
	assert_int_equal(x.e->errors, 1);
	assert_string_equal(f->message, "invariant 2 does not hold");
	assert_string_equal(f->clause, "n >= 0");
	assert_string_equal(f->values, "n is -1");
	assert_string_equal(explored_path(&x, f->steps, f->nsteps), "user0 take() -> user1 take()");
	explored_close(&x);
}

static void
an_invariant_that_does_not_hold_at_the_start_needs_no_calls(void **state)
{
	struct explored x;
	explored_open(&x, COUNTER("n: int = 0", "post: n -= 1", "invariant: n > 0\n"), NULL);
	const struct finding *f = explored_finding(&x, FINDING_INVARIANT);
	assert_string_equal(f->message, "the invariant does not hold at the start");
	assert_string_equal(f->values, "n is 0");
	assert_int_equal(f->nsteps, 0);
	assert_int_equal(x.e->states, 0);
	explored_close(&x);
}

static void
a_fault_in_a_guard_is_an_error(void **state)
{
	struct explored x;
	explored_open(&x, COUNTER("n: int = 1", "cpre: 6 div n > 0, post: n -= 1", ""), NULL);
	const struct finding *f = explored_finding(&x, FINDING_FAULT);
	assert_string_equal(f->message, "cpre of take: division by zero");
	assert_string_equal(explored_path(&x, f->steps, f->nsteps), "user0 take() -> user1 take()");
	explored_close(&x);
}

#define CLIENT(calls) \
	"resource: r\nstate: { n: int = 0 }\noperations:\n  a: { params: { k: 0..3 }, returns: int, result: n, post: n := k }\n" \
	"clients:\n  c:\n    vars: { v: 0..3 = 0 }\n    calls:\n" calls

static void
a_fault_in_an_argument_is_found(void **state)
{
	struct explored x;
	explored_open(&x, CLIENT("      - { call: a(v + 3), then: v := 1 }\n"), NULL);
	const struct finding *f = explored_finding(&x, FINDING_LEAVES);
	assert_string_equal(f->message, "argument k of a: the value 4 is not in 0..3");
	assert_string_equal(explored_path(&x, f->steps, f->nsteps), "c0 a(3) = 0 -> +c0 its next call");
	explored_close(&x);
}

static void
a_fault_when_a_call_has_returned_is_found(void **state)
{
	struct explored x;
	explored_open(&x, CLIENT("      - { call: a(3), then: v += result }\n"), NULL);
	const struct finding *f = explored_finding(&x, FINDING_LEAVES);
	assert_string_equal(f->message, "then of c: the value 6 is not in 0..3");
	assert_string_equal(explored_path(&x, f->steps, f->nsteps), "c0 a(3) = 0 -> c0 a(3) = 3 -> c0 a(3)");
	explored_close(&x);
}

static void
a_fault_in_a_case_or_on_arrival_is_found(void **state)
{
	struct explored x;
	explored_open(&x,
		"resource: r\nscheduling_state: { w: 0..1 = 0 }\noperations:\n  a: { cases: { c: 1 div w == 1 }, waiting: w += 1 }\n"
		"clients:\n  c: { count: 2, calls: [ call: a ] }\n",
		NULL);
	const struct finding *fault = explored_finding(&x, FINDING_FAULT), *leaves = explored_finding(&x, FINDING_LEAVES);
	assert_string_equal(fault->message, "case c of a: division by zero");
	assert_string_equal(explored_path(&x, fault->steps, fault->nsteps), "+c0 a()");
	assert_string_equal(leaves->message, "waiting of a: the value 2 is not in 0..1");
	assert_string_equal(explored_path(&x, leaves->steps, leaves->nsteps), "+c0 a() -> +c1 a()");
	explored_close(&x);
}

static void
the_walk_goes_on_elsewhere_after_an_error(void **state)
{
	struct explored x;
	explored_open(&x,
		"resource: r\nstate: { n: 0..2 = 0 }\noperations:\n  a: { post: n += 1 }\n  b: { post: n -= 1 }\n"
		"clients:\n  c: { calls: [ call: a, call: b ] }\n",
		NULL);
	assert_string_equal(explored_list(&x), "leaves-type: post of a: the value 3 is not in 0..2\nleaves-type: post of b: the value -1 is not in 0..2");
	assert_int_equal(x.e->states, 10); /* three values, and in each no call, a or b; and before the client starts */
	assert_true(x.e->complete);
	explored_close(&x);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_right_specification_has_no_errors),
		cmocka_unit_test(a_value_that_leaves_its_type_is_an_error_with_the_calls_that_lead_there),
		cmocka_unit_test(an_invariant_that_a_post_breaks_is_explained),
		cmocka_unit_test(an_invariant_that_does_not_hold_at_the_start_needs_no_calls),
		cmocka_unit_test(a_fault_in_a_guard_is_an_error),
		cmocka_unit_test(a_fault_in_an_argument_is_found),
		cmocka_unit_test(a_fault_when_a_call_has_returned_is_found),
		cmocka_unit_test(a_fault_in_a_case_or_on_arrival_is_found),
		cmocka_unit_test(the_walk_goes_on_elsewhere_after_an_error),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
