/* What the specification says to whoever breaks a clause. */
#include "unit/unit.h"

#include "unit/judge/judged.h"

static const char bridge[] =
	"resource: bridge\n"
	"types: { Side: [north, south] }\n"
	"functions:\n"
	"  other: { params: { s: Side }, value: 'if s == north then south else north' }\n"
	"state: { cars: 'map[Side] nat = 0', open: bool = true }\n"
	"operations:\n"
	"  enter:\n"
	"    params: { side: Side }\n"
	"    cpre:\n"
	"      - that: open\n"
	"        message: the bridge is closed\n"
	"      - cars[side] < 5\n"
	"      - { that: 'cars[other(side)] == 0', message: '{cars[other(side)]} from the {other(side)} are on it' }\n"
	"    must: { that: 'true', message: who may drive drives }\n"
	"    post: cars[side] += 1\n"
	"  leave: { params: { side: Side }, post: 'cars[side] -= 1' }\n"
	"  close: { post: open := false }\n"
	"  reopen: { post: open := true }\n";

static const char counter[] =
	"resource: counter\n"
	"state: { n: int = 0, low: 'seq of int = []' }\n"
	"operations:\n"
	"  add:\n"
	"    params: { by: int }\n"
	"    returns: int\n"
	"    pre: { that: by > 0, message: '{by} is not positive' }\n"
	"    reject: result == -1\n"
	"    result: { that: n + by, message: add returns the new sum }\n"
	"    post: n += by\n"
	"  guess:\n"
	"    returns: int\n"
	"    ensures: [{ that: 'result > n', message: 'more than {n}' }, { that: '100 div (result - 50) != 50', message: 'not {result}' }]\n"
	"  look:\n"
	"    returns: int\n"
	"    ensures: { that: 'result == n', message: \"the least is\\n{head(low)} \\n\" }\n"
	"  wait:\n"
	"    enabled: { that: len(waiting(wait)) >= 2, message: 'only {len(waiting(wait))} of 2 are here' }\n";

static void
the_message_of_the_condition_that_does_not_hold_is_told_beside_it(void **state)
{
	static const struct judged_case cases[] = {
		{bridge, "a enter \"north\" -> a | b enter \"south\" -> b", "safety in phase 2",
			"  b enter(south) needs   cars[other(side)] == 0   (cpre of enter)\n    1 from the north are on it\n      cars[north] is 1\n"},
		{bridge, "c close -> c | a enter \"north\" -> a", "safety in phase 2", "needs   open   (cpre of enter)\n    the bridge is closed\n      open is false\n"},
		{bridge, "a enter \"north\" -> a | b enter \"north\" -> b | c enter \"north\" -> c | d enter \"north\" -> d | e enter \"north\" -> e | f enter \"north\" -> f", "safety in phase 6",
			"needs   cars[side] < 5   (cpre of enter)\n      cars[north] is 5\n"},
		{counter, "a add 2 -> a=3", "value in phase 1", "(result of add)\n    add returns the new sum\n"},
		{counter, "a guess -> a=0", "value in phase 1", "(ensures of guess)\n    more than 0\n"},
		{counter, "a guess -> a=52", "value in phase 1", "(ensures of guess)\n    not 52\n"},
		{counter, "a wait -> a", "safety in phase 1", "    only 1 of 2 are here\n"},
	};
	(void)state;
	VERDICTS_ARE(cases);
}

static void
what_has_no_value_breaks_its_condition_and_a_message_that_has_none_shows_what_is_written(void **state)
{
	static const struct judged_case cases[] = {
		{counter, "a guess -> a=50", "value in phase 1", "    not 50\n"},
		{counter, "a look -> a=1", "value in phase 1", "    the least is {head(low)}\n"},
	};
	(void)state;
	VERDICTS_ARE(cases);
}

static void
a_refused_call_is_told_what_the_precondition_says(void **state)
{
	static const struct judged_case cases[] = {
		{counter, "a add 0 -> a=0", "value in phase 1", "(reject of add)\n    0 is not positive\n"},
		{counter, "a add 0", "progress in phase 1", "is refused at once\n    0 is not positive\n"},
	};
	(void)state;
	VERDICTS_ARE(cases);
}

static void
a_blocked_call_breaks_what_says_that_it_must_go_ahead_and_no_condition_that_holds(void **state)
{
	static const struct judged_case cases[] = {
		{bridge, "a enter \"north\" -> a | b enter \"south\" | a leave \"north\" -> a", "progress in phase 3",
			"holds:   open and cars[side] < 5 and cars[other(side)] == 0\n    who may drive drives\n"},
	};
	struct judged_history h;
	(void)state;
	VERDICTS_ARE(cases);
	judged_open(&h, bridge, "a enter \"north\"", NULL);
	assert_null(strstr(h.report.s, "are on it"));
	judged_close(&h);
}

static void
a_history_with_a_call_outside_a_precondition_is_told_what_that_says(void **state)
{
	static const char spec[] = "resource: r\nparameters: { most: 3..3 }\noperations:\n"
				   "  take: { params: { n: int }, pre: [n > 0, { that: n <= most, message: 'at most {most} are taken, and not {n}' }] }\n";
	struct judged_history h;
	word args[] = {7};
	(void)state;
	judged_open(&h, spec, "a take 1 -> a", NULL);
	struct event call = {.kind = EVENT_CALLED, .op = &h.spec->ops[0], .args = args};
	assert_false(judge_event(h.judge, &call));
	assert_non_null(strstr(judge_misuse(h.judge), "outside the precondition of take: at most 3 are taken, and not 7, and the specification"));
	args[0] = 0;
	assert_false(judge_event(h.judge, &call));
	assert_non_null(strstr(judge_misuse(h.judge), "outside the precondition of take, and the specification"));
	judged_close(&h);
}

/* What the circumstances have in common is said once. */
static void
a_message_is_told_for_each_circumstance_in_which_it_is_another(void **state)
{
	static const struct judged_case cases[] = {
		{bridge, "a enter \"north\" -> a | c leave \"north\", b enter \"north\", d enter \"south\" -> b, d", "safety in phase 2",
			"    2 from the north are on it\n      cars[north] is 2   after b enter(north)\n    1 from the north are on it\n      cars[north] is 1   before that\n"},
		{bridge, "c close -> c | a enter \"north\", d enter \"south\", e leave \"north\" -> a, d", "safety in phase 2", "    the bridge is closed\n      open is false\n"},
	};
	(void)state;
	VERDICTS_ARE(cases);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_message_of_the_condition_that_does_not_hold_is_told_beside_it),
		cmocka_unit_test(what_has_no_value_breaks_its_condition_and_a_message_that_has_none_shows_what_is_written),
		cmocka_unit_test(a_refused_call_is_told_what_the_precondition_says),
		cmocka_unit_test(a_blocked_call_breaks_what_says_that_it_must_go_ahead_and_no_condition_that_holds),
		cmocka_unit_test(a_history_with_a_call_outside_a_precondition_is_told_what_that_says),
		cmocka_unit_test(a_message_is_told_for_each_circumstance_in_which_it_is_another),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
