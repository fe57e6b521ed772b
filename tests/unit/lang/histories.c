#include "unit/lang/world.h"

#include "unit/unit.h"

static void
calls_are_found_by_their_pattern(void **state)
{
	static const struct world_case cases[] = {
		{"empty(waiting())", NULL, "false"},
		{"len(waiting())", NULL, "5"},
		{"len(waiting(enter))", NULL, "4"},
		{"len(others())", NULL, "4"},
		{"len(waiting(enter(n, _)))", NULL, "2"},
		{"len(waiting(enter(_, 300)))", NULL, "1"},
		{"len(waiting(enter(n, w)))", NULL, "1"},
		{"len(older(enter(1, _)))", NULL, "2"},
		{"len(older(exit))", NULL, "0"},
		{"empty(older())", NULL, "false"},
		{"empty(older(exit))", NULL, "true"},
		{"empty(older(enter(1, _)))", NULL, "false"},
		{"empty(older(enter(2, _)))", NULL, "true"},
		{"empty(younger(enter(2, _)))", NULL, "false"},
		{"empty(younger(enter(1, _)))", NULL, "true"},
		{"older(enter(n, _)) == {}", NULL, "false"},
		{"older(enter(n, _)) != ∅", NULL, "true"},
		{"forall enter(m, v) in waiting(enter) . v <= w", NULL, "true"},
		{"forall enter(m, v) in waiting(enter(n, _)) . v < w", NULL, "false"},
		{"exists enter(m, v) in waiting() . m == 3", NULL, "true"},
		{"[v | enter(m, v) in waiting()]", NULL, "[300, 900, 700, 100]"},
		{"[v | enter(_, v) in older(enter(1, _))]", NULL, "[300, 900]"},
		{"{m | enter(m, _) in waiting(), m > 1}", NULL, "{2, 3}"},
		{"sum exit(_, v) in others() . v", NULL, "0"},
		{"sum exit(_, v) in waiting() . v", NULL, "500"},
		{"max enter(_, v) in waiting() . v", NULL, "900"},
		{"max exit(_, v) in others() . v", NULL, "fault 0-30: there is nothing to take the smallest or largest of"},
		{"count enter(_, _) in waiting() . true", NULL, "4"},
		{"count enter(1 + 1, _) in waiting() . true", NULL, "1"},
		{"exists pair(c, s) in waiting() . c and s == \"x\"", NULL, "false"},
		{"exists enter(m, v) in waiting(), enter(m, u) in waiting() . u > v", NULL, "true"},
		{"exists enter(m, v) in waiting(), enter(m2, u) in waiting(enter(m, _)) . u > v", NULL, "true"},
		{"forall enter(m, m) in waiting() . true", NULL, "true"},
	};
	VALUES_ARE(cases, NULL);
}

static void
an_answer_that_depends_on_an_open_order_is_not_given(void **state)
{
	static const struct world_case cases[] = {
		{"len(older())", NULL, "asks"},
		{"len(older(enter(3, _)))", NULL, "asks"},
		{"empty(older(enter(3, _)))", NULL, "asks"},
		{"empty(younger(enter(3, _)))", NULL, "asks"},
		{"exists enter(m, v) in older(enter) . v > 500", NULL, "asks"},
	};
	VALUES_ARE(cases, NULL);
}

static void
a_history_and_its_patterns_are_used_as_they_can_be(void **state)
{
	static const struct world_case cases[] = {
		{"count enter in waiting() . true", NULL, "6-24: a pattern of calls runs through a history / write: forall enter(n, w) in waiting(enter) . ..."},
		{"waiting()", NULL, "0-9: the calls of a history are not a value / ask empty(...) or len(...), or run through them: exists enter(n, w) in waiting() . w > 5"},
		{"waiting() == waiting()", NULL, "0-9: the calls of a history are not a value / ask empty(...) or len(...), or run through them: exists enter(n, w) in waiting() . w > 5"},
		{"let q = waiting() in true", NULL, "8-17: the calls of a history are not a value / ask empty(...) or len(...), or run through them: exists enter(n, w) in waiting() . w > 5"},
		{"len(waiting(entr))", NULL, "12-16: 'entr' is not an operation / did you mean 'enter'?"},
		{"len(waiting(enter(m, _)))", NULL, "18-19: 'm' is not known here / a new name may stand only in the pattern of forall, exists, ... or a comprehension; _ stands for anything"},
		{"len(waiting(enter(1)))", NULL, "12-20: enter has 2 parameters, this pattern has 1 / _ stands for anything; enter alone for any arguments"},
		{"len(waiting(enter(\"a\", _)))", NULL, "18-21: the parameter n of enter is int, this is string"},
		{"len(waiting(N))", NULL, "12-13: 'N' is not an operation"},
		{"forall x in waiting() . true", NULL, "7-21: a pattern of calls runs through a history / write: forall enter(n, w) in waiting(enter) . ..."},
		{"forall enter(m, n) in list . true", NULL, "7-26: a pattern of calls runs through a history / write: forall enter(n, w) in waiting(enter) . ..."},
	};
	VALUES_ARE(cases, NULL);
}

static uint64_t
asked(const char *text)
{
	struct world w;
	world_open(&w);
	assert_string_equal(world_eval(&w, text, NULL), "asks");
	uint64_t calls = w.calls.asked;
	world_close(&w);
	return calls;
}

static void
the_calls_whose_order_is_open_are_named(void **state)
{
	assert_int_equal(asked("empty(older(enter(3, _)))"), 16);
	assert_int_equal(asked("len(younger(enter))"), 16);
	assert_int_equal(asked("forall enter(m, v) in older() . v > 0"), 16);
}

static unsigned
histories_of(const char *text, bool *sequenced)
{
	struct world w;
	world_open(&w);
	assert_non_null(world_expr(&w, text, NULL));
	unsigned asks = w.done.asks;
	*sequenced = w.done.sequenced;
	world_close(&w);
	return asks;
}

static void
a_clause_tells_which_histories_it_asks_and_whether_their_order_matters(void **state)
{
	bool sequenced;
	assert_int_equal(histories_of("k == 3", &sequenced), 0);
	assert_int_equal(histories_of("empty(older()) and len(others(exit)) == 0", &sequenced), HISTORY_BIT(OP_OLDER) | HISTORY_BIT(OP_OTHERS));
	assert_false(sequenced);
	assert_int_equal(histories_of("{v | enter(_, v) in waiting()}", &sequenced), HISTORY_BIT(OP_WAITING));
	assert_false(sequenced);
	histories_of("head([v | enter(_, v) in waiting()]) == 3", &sequenced);
	assert_true(sequenced);
}

static void
a_list_of_calls_is_in_the_order_of_arrival(void **state)
{
	struct world w;
	world_open(&w);
	for (int i = 0; i < 5; i++)
		w.before[i] = 31u & ~((2u << i) - 1); /* the last slot came first */
	assert_string_equal(world_eval(&w, "[v | enter(_, v) in waiting()]", NULL), "[100, 700, 900, 300]");
	w.calls.before = NULL;
	assert_string_equal(world_eval(&w, "[v | enter(_, v) in waiting()]", NULL), "[300, 900, 700, 100]");
	world_close(&w);
}

static void
a_call_that_has_not_arrived_has_only_waiting(void **state)
{
	struct world w;
	world_open(&w);
	w.histories = HISTORY_BIT(OP_WAITING);
	assert_string_equal(world_eval(&w, "len(waiting())", NULL), "5");
	assert_string_equal(world_eval(&w, "len(older())", NULL), "4-11: this clause cannot ask for older calls / the call has not arrived yet; ask for waiting(...)");
	world_close(&w);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(calls_are_found_by_their_pattern),
		cmocka_unit_test(an_answer_that_depends_on_an_open_order_is_not_given),
		cmocka_unit_test(a_history_and_its_patterns_are_used_as_they_can_be),
		cmocka_unit_test(the_calls_whose_order_is_open_are_named),
		cmocka_unit_test(a_clause_tells_which_histories_it_asks_and_whether_their_order_matters),
		cmocka_unit_test(a_list_of_calls_is_in_the_order_of_arrival),
		cmocka_unit_test(a_call_that_has_not_arrived_has_only_waiting),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
