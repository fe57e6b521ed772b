/* What may be returned among others. */
#include "unit/unit.h"

#include "unit/judge/judged.h"

/* Only another put excuses a put, and only another call a look; a wait is there for a long time. */
static const char ring[] =
	"resource: ring\n"
	"state: { items: seq of 0..9, open: bool }\n"
	"operations:\n"
	"  put: { params: { x: 0..9 }, returns: bool, ensures: 'result or exists put(y) in others(put) . y >= x', post: 'if result then items := items ++ [x]' }\n"
	"  look: { returns: nat, ensures: 'result == len(items) or (result == 0 and not empty(others()))' }\n"
	"  count: { returns: nat, ensures: 'result == len(items) or result == len(items) + len(others(put))' }\n"
	"  wait: { cpre: open }\n"
	"  opens: { post: open := true }\n"
	"  refuse: { params: { x: int }, pre: x > 0, returns: bool, reject: not result, ensures: result }\n";

static void
nobody_is_excused_who_is_alone(void **state)
{
	static const struct judged_case cases[] = {
		{ring, "a put 1 -> a=false", "value in phase 1", "a put(1) needs"},
		{ring, "a put 1 -> a=true | b look -> b=0", "value in phase 2", "others() is empty"},
		{ring, "a put 1 -> a=true | b put 1 -> b=false", "value in phase 2", "b put(1) needs"},
		{ring, "a refuse 0, b put 1 -> a=false, b=false", "value in phase 1", NULL},
	};
	(void)state;
	VERDICTS_ARE(cases);
}

static void
calls_of_the_same_phase_excuse_each_other(void **state)
{
	static const struct judged_case cases[] = {
		{ring, "a put 1, b put 2 -> a=false, b=true", "pass", NULL},
		{ring, "a put 1, b put 1 -> a=false, b=false", "pass", NULL},
		{ring, "a put 2, b put 1 -> a=false, b=true", "value in phase 1", "a put(2) needs"},
		{ring, "a put 1, b look -> a=false, b=0", "value in phase 1", NULL},
		{ring, "c put 1 -> c=true | a put 1, b look -> a=true, b=0", "pass", NULL},
		{ring, "c put 1 -> c=true | a look, b look -> a=0, b=0", "pass", NULL},
		{ring, "c put 1 -> c=true | a put 1, b count -> a=true, b=3", "pass", NULL},
		{ring, "c put 1 -> c=true | a put 1, b count -> a=true, b=4", "value in phase 2", NULL},
	};
	(void)state;
	VERDICTS_ARE(cases);
}

static void
a_call_that_waits_is_among_the_others_until_the_phase_in_which_it_returns(void **state)
{
	static const struct judged_case cases[] = {
		{ring, "c put 1 -> c=true | w wait | a look -> a=0", "pass", NULL},
		{ring, "c put 1 -> c=true | w wait | a look, o opens -> a=0, o, w", "pass", NULL},
		{ring, "c put 1 -> c=true | w wait | o opens -> o, w | a look -> a=0", "value in phase 4", "others() is empty"},
		{ring, "w wait | a put 1 -> a=false", "value in phase 2", NULL},
	};
	(void)state;
	VERDICTS_ARE(cases);
}

/* What returns is computed, but for what `any` does; one of those that wait goes first where there is a turn; who tries may give up. */
static const char choices[] =
	"resource: r\n"
	"state: { n: nat, turns: nat }\n"
	"operations:\n"
	"  next: { returns: nat, result: n, post: n += 1 }\n"
	"  any: { returns: nat, ensures: 'result < 5', post: n := result }\n"
	"  take: { cpre: turns > 0, post: turns -= 1 }\n"
	"  turn: { post: turns += 1 }\n"
	"  try: { cpre: turns > 0, must: turns > 1, post: turns -= 1 }\n"
	"  check: { params: { x: int }, pre: x > 0, returns: nat, reject: 'result in {1, 2}', result: n }\n";

static void
what_leaves_a_choice_is_known(void **state)
{
	static const struct {
		const char *phases;
		bool choice;
	} cases[] = {
		{"a next -> a=0 | b next -> b=1 | a turn -> a | b take -> b", false},
		{"a take | b turn -> b, a", true}, /* b might stay, for all that is known here */
		{"a take", false},
		{"a next -> a=0 | a any -> a=3", true},
		{"a next, b next -> a=0, b=1", true},
		{"a check 0 -> a=2", true},
		{"a check 1 -> a=0", false},
		{"a try", true},
	};
	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct judged_history h;
		judged_open(&h, choices, cases[i].phases, NULL);
		assert_string_equal(judged_words(&h), "pass");
		assert_int_equal(judge_left_choice(h.judge), cases[i].choice);
		judged_close(&h);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(nobody_is_excused_who_is_alone),
		cmocka_unit_test(calls_of_the_same_phase_excuse_each_other),
		cmocka_unit_test(a_call_that_waits_is_among_the_others_until_the_phase_in_which_it_returns),
		cmocka_unit_test(what_leaves_a_choice_is_known),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
