/* Calls at once whose effects come to the same in every order, and what only looks like it. */
/* long: where several builds are tested, in the last one only */
#include "unit/unit.h"

#include "unit/judge/judged.h"

/* "c0 OP 1, c1 OP 2, c2 OP 4 ..." and, unless it is NULL, behind all of them one more call, " -> c0, c1, c2 ..." */
static void
many_at_once(struct text *phases, const char *op, int calls, bool doubled, const char *more)
{
	for (int i = 0; i < calls; i++)
		text_printf(phases, "%sc%d %s %d", i ? ", " : "", i, op, doubled ? 1 << i : i);
	text_printf(phases, "%s%s ->", more ? ", " : "", more ? more : "");
	for (int i = 0; i < calls; i++)
		text_printf(phases, "%s c%d", i ? "," : "", i);
}

static void
judged_many(const char *spec, const char *op, bool doubled, const char *more, const char *then, const char *words)
{
	struct judged_history h;
	struct text phases = {0};
	many_at_once(&phases, op, 20, doubled, more);
	text_str(&phases, then);
	judged_open(&h, spec, phases.s, NULL);
	assert_string_equal(judged_words(&h), words);
	assert_true(h.verdict->most < 5000);
	judged_close(&h);
	text_free(&phases);
}

static const char sums[] =
	"resource: sums\n"
	"state: { total: int = 0, seen: 'set of int = {}', slots: 'map[0..31] int = 0' }\n"
	"operations:\n"
	"  add: { params: { w: int }, cpre: total + w <= 1048575, post: total += w }\n"
	"  see: { params: { w: int }, post: 'seen := seen + {w}' }\n"
	"  fill: { params: { i: 0..31 }, post: 'slots[i] := 100 * i' }\n"
	"  raise: { params: { i: 0..31 }, post: 'if i > 3 then slots[i div 2] := slots[i div 2] + i' }\n"
	"  wait: { params: { w: int }, cpre: total >= w }\n"
	"  sum: { returns: int, result: 'total + len(seen) + (sum i in 0..31 . slots[i])' }\n";

static void
twenty_at_once_with_effects_that_commute_are_no_problem(void **state)
{
	(void)state;
	judged_many(sums, "add", true, NULL, " | r sum -> r=1048575", "pass");
	judged_many(sums, "see", true, NULL, " | r sum -> r=20", "pass");
	judged_many(sums, "fill", false, NULL, " | r sum -> r=19000", "pass");
	judged_many(sums, "raise", false, NULL, " | r sum -> r=184", "pass");
	judged_many(sums, "add", true, "z sum", " , z=0 | r sum -> r=1048575", "pass");
	judged_many(sums, "add", true, NULL, " | r sum -> r=1048574", "value in phase 2");
	judged_many(sums, "add", true, "z wait 1048576", "", "pass");
	judged_many(sums, "add", true, "z wait 1048575", "", "progress in phase 1");
	judged_many(sums, "add", true, "z wait 1048575", " | r sum -> r=1048575", "progress in phase 1");
}

static void
twenty_arrivals_where_the_heaviest_goes_first_are_no_problem(void **state)
{
	static const char lift[] =
		"resource: lift\nstate: { free: bool = false }\noperations:\n"
		"  enter: { params: { w: int }, cpre: free, post: free := false }\n"
		"  open: { post: free := true }\n"
		"scheduling: { operations: { enter: { enabled: 'forall enter(v) in waiting(enter) . v <= w' } } }\n";
	struct judged_history h;
	struct text phases = {0};
	(void)state;
	for (int i = 0; i < 20; i++)
		text_printf(&phases, "%sc%d enter %d", i ? ", " : "", i, i);
	text_str(&phases, " | o open -> o, c19 | o open -> o, c18");
	judged_open(&h, lift, phases.s, NULL);
	assert_string_equal(judged_words(&h), "pass");
	assert_true(h.verdict->most < 5000);
	judged_close(&h);
	text_str(&phases, " | o open -> o, c3");
	judged_open(&h, lift, phases.s, NULL);
	assert_string_equal(judged_words(&h), "order in phase 4");
	judged_close(&h);
	text_free(&phases);
}

/* What looks as if it commuted, and must be gone through in every order. */
static void
orders_that_matter_are_not_left_out(void **state)
{
	static const char spec[] =
		"resource: r\nstate: { n: int = 1, last: int = 0, kept: 'bag of int = bag(7)', list: 'seq of int = []' }\n"
		"operations:\n"
		"  set: { params: { w: int }, post: last := w }\n"
		"  copy: { params: { w: int }, post: last := n }\n"
		"  bump: { params: { w: int }, post: n += 1 }\n"
		"  drop: { params: { w: int }, post: 'kept := kept - bag(7)' }\n"
		"  keep: { params: { w: int }, post: 'kept := kept + bag(7)' }\n"
		"  put: { params: { w: int }, post: 'list := list ++ [w]' }\n"
		"  see: { returns: int, result: last }\n"
		"  count: { returns: int, result: len(kept) }\n"
		"  first: { returns: int, result: head(list) }\n";
	static const struct judged_case cases[] = {
		{spec, "a set 1, b set 2 -> a, b | r see -> r=1", "pass", NULL},
		{spec, "a set 1, b set 2 -> a, b | r see -> r=2", "pass", NULL},
		{spec, "a copy 0, b bump 0 -> a, b | r see -> r=1", "pass", NULL},
		{spec, "a copy 0, b bump 0 -> a, b | r see -> r=2", "pass", NULL},
		{spec, "a drop 0, b drop 0, c keep 0 -> a, b, c | r count -> r=0", "pass", NULL},
		{spec, "a drop 0, b drop 0, c keep 0 -> a, b, c | r count -> r=1", "pass", NULL},
		{spec, "a put 1, b put 2 -> a, b | r first -> r=1", "pass", NULL},
		{spec, "a put 1, b put 2 -> a, b | r first -> r=2", "pass", NULL},
	};
	struct judge_options options = {.many = 1};
	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct judged_history h;
		judged_open(&h, cases[i].yaml, cases[i].phases, &options);
		assert_string_equal(judged_words(&h), cases[i].words);
		judged_close(&h);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(twenty_at_once_with_effects_that_commute_are_no_problem),
		cmocka_unit_test(twenty_arrivals_where_the_heaviest_goes_first_are_no_problem),
		cmocka_unit_test(orders_that_matter_are_not_left_out),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
