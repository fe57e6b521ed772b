/* What kind of failure it is, and what is said about it. */
#include "unit/unit.h"

#include "unit/judge/judged.h"

static const char cell[] =
	"resource: cell\n"
	"state: { x: int = 0 }\n"
	"operations:\n"
	"  set: { params: { v: int }, post: x := v }\n"
	"  await: { params: { v: int }, cpre: x == v }\n"
	"  read: { returns: int, result: x }\n";

static const char semaphore[] =
	"resource: semaphore\n"
	"state: { free: nat = 1 }\n"
	"operations:\n"
	"  acquire: { cpre: free > 0, post: free -= 1 }\n"
	"  release: { post: free += 1 }\n"
	"scheduling: fifo\n";

static void
a_return_that_nothing_allows_is_a_safety_failure(void **state)
{
	static const struct judged_case cases[] = {
		{cell, "a await 1 -> a", "safety in phase 1", "a await(1) needs   x == v"},
		{cell, "a set 2 -> a | b await 1 -> b", "safety in phase 2", "x is 2"},
		{semaphore, "a acquire -> a | b acquire -> b", "safety in phase 2", "b acquire() needs   free > 0"},
		{semaphore, "a acquire, b acquire -> a, b", "safety in phase 1", "but not all of them"},
	};
	(void)state;
	VERDICTS_ARE(cases);
}

static void
a_return_that_only_the_policy_forbids_is_an_order_failure(void **state)
{
	static const struct judged_case cases[] = {
		{semaphore, "a acquire -> a | b acquire | c acquire | a release -> a, c", "order in phase 4", "b acquire()"},
		{semaphore, "a acquire -> a | b acquire | c acquire | a release -> a, b, c", "safety in phase 4", NULL},
	};
	(void)state;
	VERDICTS_ARE(cases);
}

static void
a_return_that_only_its_result_forbids_is_a_value_failure(void **state)
{
	static const struct judged_case cases[] = {
		{cell, "a set 1 -> a | b read -> b=2", "value in phase 2", "the call returned 2, the model's result is 1"},
		{cell, "a set 1, b read -> a, b=2", "value in phase 1", NULL},
		{cell, "a set 1, b read -> a, b=0", "pass", NULL},
		{cell, "a set 1, b read -> a, b=1", "pass", NULL},
		{"resource: r\nstate: { free: 'set of 0..3 = {1, 2}' }\noperations:\n"
		 "  take: { returns: 0..3, ensures: result in free, post: 'free -= {result}' }\n",
			"a take -> a=1 | a take -> a=1", "value in phase 2", "result in free"},
		{"resource: r\nstate: { free: 'set of 0..3 = {1, 2}' }\noperations:\n"
		 "  take: { returns: 0..3, ensures: result in free, post: 'free -= {result}' }\n",
			"a take -> a=7", "value in phase 1", "result in 0..3"},
	};
	(void)state;
	VERDICTS_ARE(cases);
}

static void
a_call_that_stays_blocked_though_it_was_bound_to_go_is_a_progress_failure(void **state)
{
	static const struct judged_case cases[] = {
		{cell, "a set 1", "progress in phase 1", "a set(1) is still blocked"},
		{cell, "a await 0", "progress in phase 1", "a await(0) is still blocked"},
		{semaphore, "a acquire -> a | b acquire | a release -> a", "progress in phase 3", "b acquire() is still blocked"},
		{semaphore, "a acquire -> a | b acquire, c acquire | a release -> a", "progress in phase 3", "acquire() is still blocked"},
	};
	(void)state;
	VERDICTS_ARE(cases);
}

static void
safe_never_comes_from_viable_so_the_phase_where_it_became_bound_is_found(void **state)
{
	static const struct judged_case cases[] = {
		/* if x is 1 in the end, c was bound to go ahead in phase 1; if it is 2, b reads a wrong value */
		{cell, "a set 1, b set 2, c await 1 -> a, b | b read -> b=2", "pass", NULL},
		{cell, "a set 1, b set 2, c await 1 -> a, b | b read -> b=1", "progress in phase 2",
			"c await(1) is still blocked; it was bound to go ahead in phase 1"},
		{cell, "a set 1, b set 2 -> a, b | c await 1 | a await 5 | b read -> b=1", "progress in phase 4",
			"c await(1) is still blocked; it was bound to go ahead in phase 2"},
		{cell, "a set 1, b set 2, c await 1 -> a, b | b read -> b=3", "value in phase 2", NULL},
	};
	(void)state;
	VERDICTS_ARE(cases);
}

static void
a_call_outside_its_precondition_is_answered_as_reject_says(void **state)
{
	static const char spec[] =
		"resource: r\nstate: { x: int = 0 }\noperations:\n"
		"  put: { params: { v: 0..9 }, pre: v > 0, cpre: x == 0, returns: int, reject: result == -1, result: v, post: x := v }\n"
		"  get: { cpre: x != 0, post: x := 0 }\n"
		"scheduling: fifo-per-operation\n";
	static const struct judged_case cases[] = {
		{spec, "a put 0 -> a=-1", "pass", NULL},
		{spec, "a put 0 -> a=0", "value in phase 1", "result == -1"},
		{spec, "a put 0", "progress in phase 1", "a put(0) is still blocked"},
		/* it is not in the queue */
		{spec, "a put 1 -> a=1 | b put 0, c put 2 -> b=-1 | d get -> d, c=2", "pass", NULL},
	};
	(void)state;
	VERDICTS_ARE(cases);
}

static void
a_call_that_need_not_go_ahead_may_stay_or_go(void **state)
{
	static const char spec[] =
		"resource: r\nstate: { free: nat = 0 }\noperations:\n"
		"  try: { returns: bool, ensures: result == (free > 0), must: free > 0, post: 'if result then free -= 1' }\n"
		"  give: { post: free += 1 }\n";
	static const struct judged_case cases[] = {
		{spec, "a try", "pass", NULL},
		{spec, "a try -> a=false", "pass", NULL},
		{spec, "a try -> a=true", "value in phase 1", NULL},
		{spec, "a try | b give -> b, a=true", "pass", NULL},
		{spec, "a try | b give -> b", "progress in phase 2", "a try() is still blocked"},
		{spec, "a try, b give -> a=false, b", "pass", NULL},
	};
	(void)state;
	VERDICTS_ARE(cases);
}

static void
what_waiting_notes_in_info_is_known_when_the_call_goes_ahead(void **state)
{
	static const char tickets[] =
		"resource: r\nstate: { free: bool = false }\noperations:\n"
		"  take: { cpre: free, post: free := false }\n  give: { post: free := true }\n"
		"scheduling:\n  state: { next: nat = 0, serving: nat = 0 }\n  operations:\n    take:\n      info: nat\n"
		"      waiting:\n        - info := next\n        - next += 1\n"
		"      enabled: info == serving\n      post_waiting: serving += 1\n";
	static const struct judged_case cases[] = {
		{tickets, "a take | b take | c give -> c, a | c give -> c, b", "pass", NULL},
		{tickets, "a take | b take | c give -> c, b", "order in phase 3", "info == serving"},
		{tickets, "a take, b take | c give -> c, b | c give -> c, a", "pass", NULL},
		{tickets, "a take, b take | d take | c give -> c, b | c give -> c, d", "order in phase 4", NULL},
	};
	(void)state;
	VERDICTS_ARE(cases);
}

static void
an_operation_keeps_its_own_conditions_beside_the_policy(void **state)
{
	static const char barrier[] =
		"resource: barrier\nconstants: { N: 3 }\noperations:\n"
		"  wait:\n    enabled: left > 0 or len(waiting(wait)) >= N\n"
		"    post_waiting: \"left := if left > 0 then left - 1 else N - 1\"\n"
		"scheduling_state: { left: nat = 0 }\n";
	static const struct judged_case cases[] = {
		{barrier, "a wait | b wait | c wait -> a, b, c", "pass", NULL},
		{barrier, "a wait, b wait -> a", "safety in phase 1", "len(waiting(wait)) >= N"},
		{barrier, "a wait | b wait, c wait, d wait -> a, b, c", "pass", NULL},
		{barrier, "a wait | b wait | c wait -> a, b", "progress in phase 3", "c wait() is still blocked"},
	};
	(void)state;
	VERDICTS_ARE(cases);
}

static void
safety_only_judging_does_not_ask_what_was_bound_to_go(void **state)
{
	struct judge_options options = {.safety_only = true};
	struct judged_history h;
	(void)state;
	judged_open(&h, cell, "a set 1 | b read -> b=0", &options);
	assert_string_equal(judged_words(&h), "pass");
	judged_close(&h);
	judged_open(&h, cell, "a set 1 | b read -> b=2", &options);
	assert_string_equal(judged_words(&h), "value in phase 2");
	judged_close(&h);
	judged_open(&h, semaphore, "a acquire -> a | b acquire | c acquire | a release -> a | d release -> d, c", &options);
	assert_string_equal(judged_words(&h), "order in phase 5");
	judged_close(&h);
}

static void
what_goes_wrong_in_a_clause_is_an_error_of_the_specification(void **state)
{
	static const struct judged_case cases[] = {
		{"resource: r\nstate: { x: 0..2 = 0 }\noperations: { up: { post: x += 1 } }\n",
			"a up -> a | a up -> a | a up -> a", "bad specification: the value 3 is not in 0..2, in post of up", "while a up() went ahead"},
		{"resource: r\nstate: { x: int = 0 }\ninvariant: x < 2\noperations: { up: { post: x += 1 } }\n",
			"a up -> a | a up -> a", "bad specification: the invariant does not hold", NULL},
		{"resource: r\nstate: { s: 'seq of int = []' }\noperations: { get: { returns: int, result: head(s) } }\n",
			"a get -> a=1", "bad specification: an empty sequence has no such element, in result of get", NULL},
		/* but not what only a wrong result of the implementation would lead to */
		{"resource: r\nstate: { used: 'map[0..3] 0..1' }\noperations:\n"
		 "  take: { returns: int, ensures: 'result in 0..3 and used[result] == 0', post: 'used[result] += 1' }\n",
			"a take -> a=9", "value in phase 1", NULL},
		{"resource: r\nstate: { used: 'map[0..3] 0..1' }\noperations:\n"
		 "  take: { returns: int, ensures: 'result in 0..3 and used[result] == 0', post: 'used[result] += 1' }\n",
			"a take -> a=1 | a take -> a=1", "value in phase 2", NULL},
		/* nor what the model comes to only if a call stays blocked that was bound to go ahead */
		{"resource: r\nstate: { s: int = 0, n: 0..1 = 0 }\noperations:\n"
		 "  one: { post: s := 1 }\n  two: { post: s := 2 }\n  await: { cpre: s == 2, post: s := 0 }\n"
		 "  count: { post: n += s }\n  never: { cpre: s == 9 }\n",
			"a one, b two, c await -> a, b | d count, e never -> d, e", "safety in phase 2", "e never() needs   s == 9"},
	};
	(void)state;
	VERDICTS_ARE(cases);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_return_that_nothing_allows_is_a_safety_failure),
		cmocka_unit_test(a_return_that_only_the_policy_forbids_is_an_order_failure),
		cmocka_unit_test(a_return_that_only_its_result_forbids_is_a_value_failure),
		cmocka_unit_test(a_call_that_stays_blocked_though_it_was_bound_to_go_is_a_progress_failure),
		cmocka_unit_test(safe_never_comes_from_viable_so_the_phase_where_it_became_bound_is_found),
		cmocka_unit_test(a_call_outside_its_precondition_is_answered_as_reject_says),
		cmocka_unit_test(a_call_that_need_not_go_ahead_may_stay_or_go),
		cmocka_unit_test(what_waiting_notes_in_info_is_known_when_the_call_goes_ahead),
		cmocka_unit_test(an_operation_keeps_its_own_conditions_beside_the_policy),
		cmocka_unit_test(safety_only_judging_does_not_ask_what_was_bound_to_go),
		cmocka_unit_test(what_goes_wrong_in_a_clause_is_an_error_of_the_specification),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
