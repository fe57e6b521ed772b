#include "unit/mutate/tried.h"

/* Which mutants there are of what a specification says. */

static const struct mutate_options once = {.tests = 1};

static const char *
changes_of(struct tried *t, const char *yaml, const char *clause)
{
	tried_open(t, yaml, &once);
	if (!t->m)
		diags_print(&t->diags, stderr, false);
	assert_non_null(t->m);
	return tried_changes(t, clause);
}

#define GUARD(cpre) \
	"resource: r\nconstants: { N: 3 }\ntypes: { Color: [red, green, blue] }\n" \
	"state: { n: int, f: bool, g: bool, c: Color, s: seq of int, m: 'map[1..3] bool = false' }\n" \
	"operations:\n  a:\n    params: { k: 0..3 }\n    cpre: \"" cpre "\"\n    post: n := k\n"

static void
each_part_of_a_condition_is_left_out_once(void **state)
{
	struct tried t;
	assert_string_equal(changes_of(&t, GUARD("f and g and n == k"), "cpre of a"),
		"f and g and n == k -> f and g or n == k\n"
		"f ->\n"
		"f -> not f\n"
		"g ->\n"
		"g -> not g\n"
		"n == k ->\n"
		"n == k -> n != k");
	tried_close(&t);
}

static void
comparisons_are_swapped_and_constants_shifted(void **state)
{
	struct tried t;
	assert_string_equal(changes_of(&t, GUARD("n < 7"), "cpre of a"), "n < 7 ->\nn < 7 -> n <= 7\nn < 7 -> n >= 7\n7 -> 8\n7 -> 6");
	tried_close(&t);
	assert_string_equal(changes_of(&t, GUARD("n <= N - 1"), "cpre of a"),
		"n <= N - 1 ->\nn <= N - 1 -> n < N - 1\nn <= N - 1 -> n > N - 1\nN - 1 -> N + 1\n1 -> 2\n1 -> 0");
	tried_close(&t);
	assert_string_equal(changes_of(&t, GUARD("n > N"), "cpre of a"), "n > N ->\nn > N -> n >= N\nn > N -> n <= N\nN -> N + 1\nN -> N - 1");
	tried_close(&t);
	assert_string_equal(changes_of(&t, GUARD("c != blue"), "cpre of a"), "c != blue ->\nc != blue -> c == blue\nblue -> red");
	tried_close(&t);
}

static void
conditions_are_negated(void **state)
{
	struct tried t;
	assert_string_equal(changes_of(&t, GUARD("not f"), "cpre of a"), "not f ->\nnot f -> f");
	tried_close(&t);
	assert_string_equal(changes_of(&t, GUARD("f => m[2]"), "cpre of a"), "f => m[2] ->\nf ->\nf -> not f\nm[2] -> not m[2]\n2 -> 3\n2 -> 1");
	tried_close(&t);
	assert_string_equal(changes_of(&t, GUARD("if f then g else empty(s)"), "cpre of a"),
		"if f then g else empty(s) ->\nf -> not f\ng -> not g\nempty(s) -> not empty(s)");
	tried_close(&t);
}

static void
functions_and_quantifiers_are_replaced(void **state)
{
	struct tried t;
	assert_string_equal(changes_of(&t, GUARD("head(s) == len(tail(s))"), "cpre of a"),
		"head(s) == len(tail(s)) ->\nhead(s) == len(tail(s)) -> head(s) != len(tail(s))\nhead(s) -> last(s)\ntail(s) -> front(s)");
	tried_close(&t);
	assert_string_equal(changes_of(&t, GUARD("forall i in 1..3 . m[i]"), "cpre of a"),
		"forall i in 1..3 . m[i] ->\nforall i in 1..3 . m[i] -> exists i in 1..3 . m[i]\n1 -> 2\n1 -> 0\n3 -> 4\n3 -> 2\nm[i] -> not m[i]");
	tried_close(&t);
	assert_string_equal(changes_of(&t, GUARD("s ++ [k] == s"), "cpre of a"),
		"s ++ [k] == s ->\ns ++ [k] == s -> s ++ [k] != s\ns ++ [k] -> [k] ++ s");
	tried_close(&t);
}

#define POST(post) "resource: r\nstate: { n: int, f: bool }\noperations:\n  a:\n    post:\n" post

static void
statements_are_left_out_and_turned_round(void **state)
{
	struct tried t;
	assert_string_equal(changes_of(&t, POST("      - n += 1\n      - f := true\n"), "post of a"),
		"n += 1 ->\nn += 1 -> n -= 1\n1 -> 2\n1 -> 0\nf := true ->\ntrue -> false");
	tried_close(&t);
	assert_string_equal(changes_of(&t, POST("      - if f then f := false\n"), "post of a"),
		"if f then f := false ->\nf ->\nf -> not f\nfalse -> true");
	tried_close(&t);
	assert_string_equal(changes_of(&t, POST("      - if f then f := false else n := 2\n"), "post of a"),
		"if f then f := false else n := 2 ->\nf -> not f\nf := false ->\nfalse -> true\nn := 2 ->\n2 -> 3\n2 -> 1");
	tried_close(&t);
	assert_string_equal(changes_of(&t, POST("      - for i in 1..2 do (n := i; f := false)\n"), "post of a"),
		"for i in 1..2 do { n := i; f := false } ->\n1 -> 2\n1 -> 0\n2 -> 3\n2 -> 1\nn := i ->\nf := false ->\nfalse -> true");
	tried_close(&t);
}

static void
policies_predefined_ones_too_are_mutated(void **state)
{
	struct tried t;
	static const char yaml[] =
		"resource: r\noperations:\n  a: { params: { k: 0..3 }, cpre: true }\nscheduling:\n  operations:\n"
		"    a: { enabled: 'empty(older(a(k))) or k == 0' }\n";
	assert_string_equal(changes_of(&t, yaml, "enabled of a"),
		"empty(older(a(k))) or k == 0 ->\nempty(older(a(k))) or k == 0 -> empty(older(a(k))) and k == 0\nempty(older(a(k))) ->\n"
		"empty(older(a(k))) -> not empty(older(a(k)))\nolder(a(k)) -> younger(a(k))\nk ->\nk == 0 ->\nk == 0 -> k != 0\n0 -> 1\n0 -> -1");
	tried_close(&t);
	assert_string_equal(changes_of(&t, "resource: r\nstate: { f: bool }\noperations:\n  a: { cpre: f }\nscheduling: fifo\n", "enabled of a"),
		"empty(older(a)) ->\nempty(older(a)) -> not empty(older(a))\nolder(a) -> younger(a)");
	assert_string_equal(tried_mutant(&t, "enabled of a", "older(a) -> younger(a)")->span.src->name, "policy fifo");
	tried_close(&t);
}

static void
what_is_not_the_model_stays_as_it_is(void **state)
{
	struct tried t;
	tried_open(&t,
		"resource: r\nstate: { n: nat }\ninvariant: n < 7\noperations:\n  a: { params: { k: 0..3 }, cases: { low: k < 2 }, post: n := k }\n"
		"clients:\n  c: { vars: { v: nat = 3 }, calls: [ { call: a(1), when: v < 9, then: v += 1 } ] }\ndisplay: { state: '{n + 1}' }\n",
		&once);
	assert_string_equal(tried_changes(&t, "post of a"), "n := k ->");
	assert_int_equal(t.m->n, 1);
	tried_close(&t);
}

static void
functions_and_initial_values_are_mutated(void **state)
{
	struct tried t;
	static const char yaml[] =
		"resource: r\nstate: { n: nat = 4 }\nfunctions:\n  twice: { params: { k: int }, returns: int, value: k * 2 }\n"
		"operations:\n  a: { post: 'n := twice(n)' }\n";
	assert_string_equal(changes_of(&t, yaml, "function twice"), "2 -> 3\n2 -> 1");
	assert_string_equal(tried_changes(&t, "the initial value of n"), "4 -> 5\n4 -> 3");
	tried_close(&t);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_part_of_a_condition_is_left_out_once),
		cmocka_unit_test(comparisons_are_swapped_and_constants_shifted),
		cmocka_unit_test(conditions_are_negated),
		cmocka_unit_test(functions_and_quantifiers_are_replaced),
		cmocka_unit_test(statements_are_left_out_and_turned_round),
		cmocka_unit_test(policies_predefined_ones_too_are_mutated),
		cmocka_unit_test(what_is_not_the_model_stays_as_it_is),
		cmocka_unit_test(functions_and_initial_values_are_mutated),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
