#include "unit/explore/explored.h"

/* Which states there are, and where the walk ends. */

static size_t
states_of(const char *yaml)
{
	struct explored x;
	explored_open(&x, yaml, NULL);
	size_t n = x.e->states;
	assert_true(x.e->complete);
	explored_close(&x);
	return n;
}

#define ONCE(count, vars, when) \
	"resource: r\noperations:\n  a: { }\nclients:\n  c:\n    count: " count "\n    vars: { done: bool = false" vars " }\n" \
	"    calls: [ { call: a, when: not done" when ", then: done := true } ]\n"

static void
clients_of_a_kind_start_in_the_order_of_their_ids(void **state)
{
	assert_int_equal(states_of(ONCE("1", "", "")), 3);
	assert_int_equal(states_of(ONCE("2", "", "")), 1 + 2 + 2 * 2); /* not 3 * 3 */
}

static void
a_client_that_never_calls_does_not_keep_others_from_starting(void **state)
{
	assert_int_equal(states_of(ONCE("3", "", " and id != 1")), 1 + 2 + 2 * 2);
}

static void
variables_are_drawn_when_a_client_starts(void **state)
{
	assert_int_equal(states_of(ONCE("1", ", v: int = pick 1..5", "")), 1 + 5 + 5);
}

static void
equal_calls_of_other_alternatives_are_the_same_only_if_what_follows_is(void **state)
{
	assert_int_equal(states_of("resource: r\noperations:\n  a: { params: { n: int } }\nclients:\n  c: { calls: [ call: 'a(pick {1, 2})', call: a(1) ] }\n"), 1 + 3 + 1);
}

static void
each_value_of_a_parameter_is_a_walk_of_its_own(void **state)
{
	struct explored x;
	explored_open(&x, "resource: r\nparameters: { k: 0..5 }\nstate: { n: int = k }\noperations:\n  a: { }\nclients:\n  c: { calls: [ call: a ] }\n", NULL);
	assert_string_equal(x.e->parameters, "k = 0; k = 1; k = 2");
	assert_int_equal(x.e->states, 9);
	explored_close(&x);
}

#define COUNTS_ON "resource: r\nstate: { n: int = 0 }\noperations:\n  a: { post: n += 1 }\nclients:\n  c: { calls: [ call: a ] }\n"

static void
each_bound_ends_the_walk(void **state)
{
	struct explored x;
	explored_open(&x, COUNTS_ON, &(struct explore_options){.states = 1000});
	assert_in_range(x.e->states, 750, 1000);
	assert_string_equal(x.e->bound, "states");
	explored_close(&x);
	explored_open(&x, COUNTS_ON, &(struct explore_options){.memory = 100000});
	assert_string_equal(x.e->bound, "memory");
	explored_close(&x);
	explored_open(&x, "resource: r\noperations:\n  a: { post: [ ] }\nclients:\n  c: { vars: { n: int = sum i in 1..1000000 . i }, calls: [ call: a ] }\n",
		&(struct explore_options){.states = 64});
	assert_true(x.e->complete);
	explored_close(&x);
}

static void
clauses_that_take_long_end_the_walk(void **state)
{
	struct explored x;
	explored_open(&x, "resource: r\nstate: { n: int = 0 }\noperations:\n  a: { cpre: sum(1..1000000) > n, post: n += 1 }\nclients:\n  c: { calls: [ call: a ] }\n",
		&(struct explore_options){.states = 10000});
	assert_string_equal(x.e->bound, "work");
	explored_close(&x);
}

/* Fourteen clients with ten values each: what happens after thirty calls is far from the start. */
static void
random_walks_find_what_is_far_away(void **state)
{
	struct explored x;
	explored_open(&x,
		"resource: r\nstate: { n: 0..30 = 0 }\noperations:\n  a: { params: { v: 0..9 }, cases: { far: n == 30 }, cpre: n < 30, post: n += 1 }\n"
		"clients:\n  c: { count: 14, calls: [ call: a(pick 0..9) ] }\n",
		&(struct explore_options){.states = 4000});
	const struct finding *f = explored_finding(&x, FINDING_DEADLOCK);
	assert_non_null(f);
	assert_true(f->wandered);
	assert_true(x.e->ops[0].cases[0]);
	assert_string_equal(explored_list(&x), "deadlock: all clients wait, and no call can ever go ahead");
	explored_close(&x);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(clients_of_a_kind_start_in_the_order_of_their_ids),
		cmocka_unit_test(a_client_that_never_calls_does_not_keep_others_from_starting),
		cmocka_unit_test(variables_are_drawn_when_a_client_starts),
		cmocka_unit_test(equal_calls_of_other_alternatives_are_the_same_only_if_what_follows_is),
		cmocka_unit_test(each_value_of_a_parameter_is_a_walk_of_its_own),
		cmocka_unit_test(each_bound_ends_the_walk),
		cmocka_unit_test(clauses_that_take_long_end_the_walk),
		cmocka_unit_test(random_walks_find_what_is_far_away),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
