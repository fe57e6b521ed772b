/* long: where several builds are tested, in the last one only */
#include "unit/mutate/tried.h"

/* Which mutants are told apart from their specification, and by what. */

static void
a_guard_that_is_left_out_is_told_by_the_shortest_test(void **state)
{
	struct tried t;
	tried_open(&t, COUNTER("n: int = 1", "cpre: n > 0, post: n -= 1", ""), NULL);
	const struct mutant *m = tried_mutant(&t, "cpre of take", "n > 0 ->");
	assert_int_equal(m->kind, MUTATION_DROP);
	assert_int_equal(m->verdict, MUTANT_TOLD_APART);
	assert_int_equal(m->failure, FAILURE_SAFETY);
	size_t calls = 0, returns = 0;
	for (size_t i = 0; i < m->history->n; i++) {
		calls += m->history->lines[i].event.kind == EVENT_CALLED;
		returns += m->history->lines[i].event.kind == EVENT_RETURNED;
	}
	assert_int_equal(calls, 2);
	assert_int_equal(returns, 2);
	tried_close(&t);
}

static void
a_call_that_returns_and_leads_out_of_a_type_is_told_too(void **state)
{
	struct tried t;
	tried_open(&t, COUNTER("n: nat = 1", "cpre: n > 0, post: n -= 1", ""), NULL);
	const struct mutant *m = tried_mutant(&t, "cpre of take", "n > 0 ->");
	assert_int_equal(m->verdict, MUTANT_TOLD_APART);
	assert_int_equal(m->failure, FAILURE_SAFETY);
	tried_close(&t);
}

static void
a_call_that_stays_blocked_tells_a_stronger_guard(void **state)
{
	struct tried t;
	tried_open(&t, COUNTER("n: int = 1", "cpre: n > 0, post: n -= 1", ""), NULL);
	const struct mutant *m = tried_mutant(&t, "cpre of take", "0 -> 1");
	assert_int_equal(m->verdict, MUTANT_TOLD_APART);
	assert_int_equal(m->failure, FAILURE_PROGRESS);
	const char *history = tried_history(&t, m->history);
	assert_true(strcmp(history, "user0+take |") == 0 || strcmp(history, "user1+take |") == 0);
	tried_close(&t);
}

static void
all_mutants_of_a_counter_are_told_apart(void **state)
{
	struct tried t;
	tried_open(&t, COUNTER("n: int = 1", "cpre: n > 0, post: n -= 1", ""), NULL);
	assert_string_equal(tried_verdicts(&t, MUTANT_ALIKE), "");
	assert_string_equal(tried_verdicts(&t, MUTANT_STRICTER), "");
	assert_int_equal(mutated_score(t.m), 100);
	assert_null(t.m->wrong);
	tried_close(&t);
}

/* Nobody ever has more than one, so nobody would miss `n < 5`. */
static void
a_clause_that_no_test_would_miss_is_alike(void **state)
{
	struct tried t;
	tried_open(&t, COUNTER("n: int = 1", "cpre: n > 0 and n < 5, post: n -= 1", ""), NULL);
	assert_string_equal(tried_verdicts(&t, MUTANT_ALIKE),
		"cpre of take: n < 5 ->\n"
		"cpre of take: n < 5 -> n <= 5\n"
		"cpre of take: 5 -> 6\n"
		"cpre of take: 5 -> 4");
	const struct mutant *m = tried_mutant(&t, "cpre of take", "n < 5 ->");
	assert_memory_equal(m->span.src->text + m->span.from, "n < 5", 5);
	assert_int_equal(m->span.to - m->span.from, 5);
	assert_int_equal(m->tests, 2 * MUTATE_TESTS);
	assert_null(m->history);
	tried_close(&t);
}

static void
an_equivalent_mutant_is_alike(void **state)
{
	struct tried t;
	tried_open(&t, COUNTER("n: 0..1 = 1", "cpre: n == 1, post: n := 1 - n", ""), NULL);
	assert_int_equal(tried_mutant(&t, "post of take", "1 - n -> 1 + n")->verdict, MUTANT_INVALID);
	tried_close(&t);
	tried_open(&t, COUNTER("n: 0..1 = 1", "cpre: n != 0, post: n := n * n - 1", ""), NULL);
	assert_string_equal(tried_verdicts(&t, MUTANT_ALIKE), "");
	tried_close(&t);
	tried_open(&t, COUNTER("n: nat = 1", "cpre: n + 0 > 0, post: n -= 1", ""), NULL);
	assert_string_equal(tried_verdicts(&t, MUTANT_ALIKE), "cpre of take: n + 0 -> n - 0");
	tried_close(&t);
}

#define CHOICE(ensures) \
	"resource: choice\nstate: { n: 0..3 = 2 }\noperations:\n" \
	"  choose: { returns: 0..3, ensures: " ensures " }\n" \
	"clients:\n  user: { calls: [ call: choose ] }\n"

static void
a_mutant_that_only_forbids_more_is_stricter(void **state)
{
	struct tried t;
	tried_open(&t, CHOICE("result <= n"), NULL);
	const struct mutant *m = tried_mutant(&t, "ensures of choose", "result <= n -> result < n");
	assert_int_equal(m->verdict, MUTANT_STRICTER);
	assert_int_equal(m->failure, FAILURE_VALUE);
	assert_string_equal(tried_history(&t, m->history), "user0+choose user0=2 |");
	assert_int_equal(tried_mutant(&t, "ensures of choose", "result <= n ->")->verdict, MUTANT_TOLD_APART);
	tried_close(&t);
}

static void
a_mutant_that_cannot_be_loaded_is_invalid(void **state)
{
	struct tried t;
	tried_open(&t, COUNTER("n: nat = 0", "post: n := 0", ""), NULL);
	const struct mutant *m = tried_mutant(&t, "the initial value of n", "0 -> -1");
	assert_int_equal(m->verdict, MUTANT_INVALID);
	assert_string_equal(m->reason, "this is -1, which is never in nat");
	assert_int_equal(m->tests, 0);
	tried_close(&t);
}

static void
a_mutant_that_goes_wrong_is_invalid(void **state)
{
	struct tried t;
	tried_open(&t, COUNTER("n: int = 1", "cpre: 6 div n >= 0", ""), NULL);
	const struct mutant *m = tried_mutant(&t, "the initial value of n", "1 -> 0");
	assert_int_equal(m->verdict, MUTANT_INVALID);
	assert_string_equal(m->reason, "division by zero, in cpre of take");
	tried_close(&t);
}

static void
invariants_are_broken_by_mutants_or_not(void **state)
{
	struct tried t;
	tried_open(&t, COUNTER("n: int = 1", "cpre: n > 0, post: n -= 1", "invariant:\n  - n >= 0\n  - n < 100\n"), NULL);
	assert_int_equal(t.m->ninvariants, 2);
	assert_true(t.m->invariants[0].broken);
	assert_false(t.m->invariants[1].broken);
	assert_string_equal(t.m->invariants[1].clause->name, "invariant 2");
	tried_close(&t);
}

static void
an_invariant_does_not_keep_a_mutant_from_being_told_apart(void **state)
{
	struct tried t;
	tried_open(&t, COUNTER("n: int = 1", "cpre: n > 0, post: n -= 1", "invariant: n in {0, 1}\n"), NULL);
	assert_int_equal(tried_mutant(&t, "cpre of take", "n > 0 ->")->verdict, MUTANT_TOLD_APART);
	tried_close(&t);
}

static void
a_specification_that_goes_wrong_gets_no_score(void **state)
{
	struct tried t;
	tried_open(&t, COUNTER("n: 0..1 = 1", "post: n -= 1", ""), NULL);
	assert_string_equal(t.m->wrong, "the value -1 is not in 0..1, in post of take");
	assert_false(t.m->unknown);
	tried_close(&t);
}

static void
results_that_cannot_be_found_leave_it_undecided(void **state)
{
	struct tried t;
	tried_open(&t, "resource: r\noperations:\n  a: { returns: int, ensures: result > 1000 }\nclients:\n  c: { calls: [ call: a ] }\n", NULL);
	assert_non_null(strstr(t.m->wrong, "no result was found that a may return"));
	assert_true(t.m->unknown);
	tried_close(&t);
}

static void
without_clients_there_are_no_tests(void **state)
{
	struct tried t;
	tried_open(&t, "resource: r\nstate: { n: nat }\noperations:\n  a: { post: n += 1 }\n", NULL);
	assert_int_equal(t.m->clients, 0);
	tried_close(&t);
}

static void
a_mistake_in_the_text_is_told(void **state)
{
	struct tried t;
	tried_open(&t, "resource: r\noperations:\n  a: { post: n += 1 }\n", NULL);
	assert_null(t.m);
	assert_int_equal(t.diags.errors, 1);
	tried_close(&t);
}

#define FILTERED(n) \
	"resource: r\nstate: { n: nat }\noperations:\n  put: { params: { k: 0..9 }, pre: k < 5, post: n := k }\n  get: { returns: nat, result: n }\n" \
	"clients:\n  c: { count: 2, calls: [ call: put(pick 0.." n "), call: get ] }\n"

static void
a_pre_is_missed_if_clients_would_make_the_calls_that_it_forbids(void **state)
{
	struct tried t;
	tried_open(&t, FILTERED("9"), NULL);
	const struct mutant *m = tried_mutant(&t, "pre of put", "k < 5 ->");
	assert_int_equal(m->verdict, MUTANT_TOLD_APART);
	assert_int_equal(m->failure, FAILURE_NONE);
	tried_close(&t);
	tried_open(&t, FILTERED("4"), NULL);
	assert_int_equal(tried_mutant(&t, "pre of put", "k < 5 ->")->verdict, MUTANT_ALIKE);
	tried_close(&t);
}

static const char *
all_of_it(struct tried *t)
{
	struct text out = {0};
	for (size_t i = 0; i < t->m->n; i++) {
		const struct mutant *m = &t->m->mutants[i];
		text_printf(&out, "%s %d %zu %s\n", tried_change(t, m), m->verdict, m->tests, m->history ? tried_history(t, m->history) : "");
	}
	return text_take(&out, &t->arena);
}

static void
the_same_seed_gives_the_same_tests_and_another_gives_others(void **state)
{
	static const char yaml[] = COUNTER("n: int = 1", "cpre: n > 0 and n < 5, post: n -= 1", "");
	struct tried a, b, c;
	tried_open(&a, yaml, &(struct mutate_options){.seed = 7, .tests = 50});
	tried_open(&b, yaml, &(struct mutate_options){.seed = 7, .tests = 50});
	tried_open(&c, yaml, &(struct mutate_options){.seed = 8, .tests = 50});
	assert_string_equal(all_of_it(&a), all_of_it(&b));
	assert_string_not_equal(all_of_it(&a), all_of_it(&c));
	tried_close(&a);
	tried_close(&b);
	tried_close(&c);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_guard_that_is_left_out_is_told_by_the_shortest_test),
		cmocka_unit_test(a_call_that_returns_and_leads_out_of_a_type_is_told_too),
		cmocka_unit_test(a_call_that_stays_blocked_tells_a_stronger_guard),
		cmocka_unit_test(all_mutants_of_a_counter_are_told_apart),
		cmocka_unit_test(a_clause_that_no_test_would_miss_is_alike),
		cmocka_unit_test(an_equivalent_mutant_is_alike),
		cmocka_unit_test(a_mutant_that_only_forbids_more_is_stricter),
		cmocka_unit_test(a_mutant_that_cannot_be_loaded_is_invalid),
		cmocka_unit_test(a_mutant_that_goes_wrong_is_invalid),
		cmocka_unit_test(invariants_are_broken_by_mutants_or_not),
		cmocka_unit_test(an_invariant_does_not_keep_a_mutant_from_being_told_apart),
		cmocka_unit_test(a_specification_that_goes_wrong_gets_no_score),
		cmocka_unit_test(results_that_cannot_be_found_leave_it_undecided),
		cmocka_unit_test(without_clients_there_are_no_tests),
		cmocka_unit_test(a_mistake_in_the_text_is_told),
		cmocka_unit_test(a_pre_is_missed_if_clients_would_make_the_calls_that_it_forbids),
		cmocka_unit_test(the_same_seed_gives_the_same_tests_and_another_gives_others),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
