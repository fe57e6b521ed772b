/* Who should have gone before a call that returned, whatever the policy is written with. */
#include "unit/unit.h"

#include "unit/judge/judged.h"

#define LOCK(policy) \
	"resource: lock\n" \
	"state: { free: nat = 0, last: int = 0 }\n" \
	"operations:\n" \
	"  take: { params: { w: int }, cpre: free > 0, post: [free -= 1, last := w] }\n" \
	"  give: { post: free += 1 }\n" \
	"scheduling:\n" policy

static const char fifo[] = LOCK("  operations: { take: { enabled: empty(older(take)) } }\n");

static const char heaviest[] = LOCK("  operations: { take: { enabled: 'forall take(v) in others(take) . v <= w' } }\n");

static const char tickets[] = LOCK(
	"  state: { next: nat = 0, serving: nat = 0 }\n"
	"  operations:\n    take:\n      info: nat\n      waiting: [info := next, next += 1]\n"
	"      enabled: info < serving + 3\n      post_waiting: serving += 1\n");

/* Those below 10 are counted, and let the others wait. */
static const char counted[] = LOCK(
	"  state: { first: nat = 0 }\n"
	"  operations:\n    take:\n      waiting: if w < 10 then first += 1\n"
	"      enabled: w < 10 or first == 0\n      post_waiting: if w < 10 then first -= 1\n");

/* Nobody twice in a row, as the state of the resource tells, while another one waits. */
static const char turns[] = LOCK("  operations: { take: { enabled: last != w or empty(others(take)) } }\n");

static const char barrier[] =
	"resource: barrier\nscheduling_state: { gathered: 0..2 = 0 }\noperations:\n"
	"  wait: { waiting: gathered := (gathered + 1) mod 3, enabled: len(younger(wait)) >= gathered }\n";

/* What it asks for takes more than a million steps each time. */
static const char slow[] = LOCK("  operations: { take: { enabled: '(sum i in 1..200000 . i mod (w + 6)) > 0 and empty(older(take))' } }\n");

static void
who_was_overtaken_is_named_by_what_letting_others_go_first_would_change(void **state)
{
	static const struct judged_case cases[] = {
		{fifo, "a take 1 | b take 2 | g give -> g, b", "order in phase 3", "(enabled of take)\n    a take(1) should have gone before it\n"},
		{fifo, "a take 1 | b take 2 | c take 3 | g give -> g, c", "order in phase 4", "    a take(1) and b take(2) should have gone before it\n"},
		{heaviest, "a take 9 | b take 5 | c take 7 | d take 4 | g give -> g, b", "order in phase 5", "    a take(9) and c take(7) should have gone before it\n"},
		{tickets, "a take 1 | b take 2 | c take 3 | d take 4 | e take 5 | g give -> g, d", "order in phase 6",
			"    a take(1), b take(2) or c take(3) should have gone before it\n"},
		{counted, "a take 1 | b take 20 | g give -> g, b", "order in phase 3", "    a take(1) should have gone before it\n"},
		{counted, "a take 1, c take 2, d take 30 | b take 20 | g give -> g, b", "order in phase 3", "    a take(1) and c take(2) should have gone before it\n"},
		{turns, "g give -> g | a take 1 -> a | b take 1 | c take 2 | d take 1 | g give -> g, b", "order in phase 6", "    c take(2) should have gone before it\n"},
	};
	(void)state;
	VERDICTS_ARE(cases);
}

/* Also those of the same phase, in each order in which they came. */
static void
those_who_were_overtaken_are_told_for_each_order(void **state)
{
	static const struct judged_case cases[] = {
		{counted, "a take 1, b take 20, g give -> g, b | c take 5", "pass", NULL},
		{fifo, "a take 1 | b take 2, c take 3, g give -> g, c", "order in phase 2",
			"    a take(1) should have gone before it\n      older(take) has a take(1)   after g give()\n"},
	};
	(void)state;
	VERDICTS_ARE(cases);
}

static void
nobody_is_named_where_nobody_was_overtaken(void **state)
{
	static const struct judged_case cases[] = {
		{barrier, "a wait | b wait -> b", "safety in phase 2", "(enabled of wait)\n      len(younger(wait)) is 0"},
		{barrier, "a wait, b wait -> a", "safety in phase 1", "(enabled of wait)\n      len(younger(wait))"},
		/* a, too, has gone: it may have been before b */
		{fifo, "a take 1 | b take 2 | g give -> g, a, b", "safety in phase 3", "(cpre of take)\n      free is 0"},
		{slow, "a take 1 | b take 2 | c take 3 | g give -> g, c", "order in phase 4", "older(take) is a take(1), b take(2)"},
		{turns, "g give -> g | a take 1 -> a | b take 1 -> b", "safety in phase 3", "free > 0"},
	};
	struct judged_history h;
	(void)state;
	VERDICTS_ARE(cases);
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		judged_open(&h, cases[i].yaml, cases[i].phases, NULL);
		assert_null(strstr(h.report.s, "gone before it"));
		judged_close(&h);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(who_was_overtaken_is_named_by_what_letting_others_go_first_would_change),
		cmocka_unit_test(those_who_were_overtaken_are_told_for_each_order),
		cmocka_unit_test(nobody_is_named_where_nobody_was_overtaken),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
