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

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(nobody_is_excused_who_is_alone),
		cmocka_unit_test(calls_of_the_same_phase_excuse_each_other),
		cmocka_unit_test(a_call_that_waits_is_among_the_others_until_the_phase_in_which_it_returns),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
