#include "unit/explore/explored.h"

/* What may be on purpose: deadlock, starvation, guards and cases that do nothing. */

static void
assert_findings(const char *yaml, const struct explore_options *options, const char *findings)
{
	struct explored x;
	explored_open(&x, yaml, options);
	assert_string_equal(explored_list(&x), findings);
	assert_int_equal(x.e->errors, 0);
	explored_close(&x);
}

static void
a_deadlock_is_found_with_what_each_call_waits_for(void **state)
{
	struct explored x;
	explored_open(&x,
		"resource: r\nstate: { free: map 0..1 to bool = true }\noperations:\n"
		"  lock: { params: { k: 0..1 }, cpre: 'free[k]', post: 'free[k] := false' }\n"
		"  unlock: { params: { k: 0..1 }, post: 'free[k] := true' }\n"
		"clients:\n  c:\n    count: 2\n    vars: { n: 0..4 = 0 }\n    calls:\n"
		"      - { call: 'lock(if n == 0 then id else 1 - id)', when: n < 2, then: n += 1 }\n"
		"      - { call: 'unlock(n - 2)', when: n >= 2, then: 'n := (n + 1) mod 4' }\n",
		NULL);
	const struct finding *f = explored_finding(&x, FINDING_DEADLOCK);
	assert_int_equal(f->severity, SEVERITY_WARNING);
	assert_string_equal(f->message, "all clients wait, and no call can ever go ahead");
	assert_string_equal(explored_path(&x, f->steps, f->nsteps), "c0 lock(0) -> +c0 lock(1) -> c1 lock(1) -> +c1 lock(0)");
	explored_close(&x);
}

static void
clients_that_have_nothing_left_to_do_are_no_deadlock(void **state)
{
	assert_findings("resource: r\noperations:\n  a: { }\nclients:\n  c: { vars: { done: bool = false }, calls: [ { call: a, when: not done, then: done := true } ] }\n",
		NULL, "");
}

static void
a_call_that_need_not_go_ahead_does_not_end_a_deadlock(void **state)
{
	assert_findings("resource: r\nstate: { n: 0..1 = 0 }\noperations:\n  a: { must: n > 0 }\nclients:\n  c: { calls: [ call: a ] }\n", NULL,
		"deadlock: all clients wait, unless a call goes ahead that need not ('must')");
}

static void
a_call_that_others_overtake_is_found_with_the_cycle(void **state)
{
	struct explored x;
	explored_open(&x, COUNTER("n: 0..1 = 1", "cpre: n > 0, post: n -= 1", ""), NULL);
	const struct finding *f = explored_finding(&x, FINDING_STARVATION);
	assert_string_equal(explored_list(&x), "starvation: others can overtake take of a user for ever");
	assert_string_equal(explored_path(&x, f->steps, f->nsteps), "+user0 take() -> user1 take()");
	assert_string_equal(explored_path(&x, f->cycle, f->ncycle), "user1 give() -> user1 take()");
	assert_int_equal(f->nwaits, 1);
	assert_string_equal(f->waits[0].clause, "n > 0");
	explored_close(&x);
}

static void
a_call_that_never_gets_a_chance_is_told_from_one_that_is_overtaken(void **state)
{
	struct explored x;
	explored_open(&x,
		"resource: rw\nstate: { r: nat = 0, w: nat = 0 }\noperations:\n"
		"  read: { cpre: w == 0, post: r += 1 }\n  done: { post: r -= 1 }\n"
		"  write: { cpre: r == 0 and w == 0, post: w += 1 }\n  written: { post: w -= 1 }\n"
		"clients:\n"
		"  reader: { count: 2, vars: { busy: bool = false }, calls: [ { call: read, when: not busy, then: busy := true }, { call: done, when: busy, then: busy := false } ] }\n"
		"  writer: { vars: { busy: bool = false }, calls: [ { call: write, when: not busy, then: busy := true }, { call: written, when: busy, then: busy := false } ] }\n",
		NULL);
	assert_string_equal(explored_list(&x), "starvation: others can overtake read of a reader for ever\nstarvation: others can keep write of a writer waiting for ever");
	explored_close(&x);
}

static void
fifo_lets_nobody_starve(void **state)
{
	assert_findings(COUNTER("n: 0..1 = 1", "cpre: n > 0, post: n -= 1", "scheduling: fifo\n"), NULL, "");
}

static void
guards_that_never_hold_or_never_fail_are_found(void **state)
{
	assert_findings(
		"resource: r\nstate: { n: 0..1 = 0 }\noperations:\n  a: { cpre: n == 1 }\n  b: { cpre: n == 0 }\n"
		"clients:\n  c: { calls: [ { call: a, when: id > 0 }, { call: b, when: id == 0 } ] }\n  d: { count: 2, calls: [ call: a, call: b ] }\n",
		NULL,
		"never-holds: cpre of a never holds\nnever-fails: cpre of b never fails\nnever-holds: when of c for a never holds\nnever-fails: when of c for b never fails");
}

static void
operations_and_cases_that_are_never_reached_are_found(void **state)
{
	assert_findings(
		"resource: r\nstate: { n: 0..1 = 0 }\noperations:\n  a: { cases: { zero: n == 0, one: n == 1, alone: empty(waiting(a)) } }\n  b: { }\n"
		"clients:\n  c: { calls: [ call: a ] }\n",
		NULL, "not-reached: case one of a is never reached\nnot-reached: no client calls b, so it is not explored");
}

static void
calls_outside_pre_are_not_made_and_it_is_said_if_there_are_no_others(void **state)
{
	assert_findings("resource: r\noperations:\n  a: { params: { n: 0..3 }, pre: n > 1 }\nclients:\n  c: { calls: [ call: a(pick 0..3), call: a(1) ] }\n", NULL,
		"outside-pre: every call of a that c would make here is outside its 'pre', so none is made");
}

static void
calls_outside_pre_are_refused_where_the_specification_says_how(void **state)
{
	struct explored x;
	explored_open(&x,
		"resource: r\noperations:\n  a: { params: { n: 0..3 }, pre: n > 1, returns: int, result: n, reject: result == -1 }\n"
		"clients:\n  c: { vars: { last: -1..3 = 0 }, calls: [ { call: a(pick 0..3), then: last := result } ] }\n",
		NULL);
	assert_string_equal(explored_list(&x), "");
	assert_int_equal(x.e->ops[0].refused, 2 * 4);
	assert_int_equal(x.e->ops[0].executed, 2 * 4);
	explored_close(&x);
}

static void
nothing_is_claimed_for_good_when_a_bound_ended_it(void **state)
{
	struct explored x;
	explored_open(&x, "resource: r\nstate: { n: int = 0 }\noperations:\n  a: { cases: { c: n < 0 }, post: n += 1 }\nclients:\n  c: { calls: [ call: a ] }\n",
		&(struct explore_options){.states = 100});
	assert_string_equal(explored_list(&x), "not-reached: case c of a is never reached within 100 states\n"
		"counts: n only ever grows, and no call that clients make makes it less");
	assert_false(x.e->complete);
	assert_string_equal(x.e->bound, "states");
	explored_close(&x);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_deadlock_is_found_with_what_each_call_waits_for),
		cmocka_unit_test(clients_that_have_nothing_left_to_do_are_no_deadlock),
		cmocka_unit_test(a_call_that_need_not_go_ahead_does_not_end_a_deadlock),
		cmocka_unit_test(a_call_that_others_overtake_is_found_with_the_cycle),
		cmocka_unit_test(a_call_that_never_gets_a_chance_is_told_from_one_that_is_overtaken),
		cmocka_unit_test(fifo_lets_nobody_starve),
		cmocka_unit_test(guards_that_never_hold_or_never_fail_are_found),
		cmocka_unit_test(operations_and_cases_that_are_never_reached_are_found),
		cmocka_unit_test(calls_outside_pre_are_not_made_and_it_is_said_if_there_are_no_others),
		cmocka_unit_test(calls_outside_pre_are_refused_where_the_specification_says_how),
		cmocka_unit_test(nothing_is_claimed_for_good_when_a_bound_ended_it),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
