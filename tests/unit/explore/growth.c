#include "unit/explore/explored.h"

/* What only grows is told, and what there is an end to is not. */

static struct explored
explored_with(const char *state, const char *operations, const char *calls, size_t states)
{
	struct explored x;
	static char yaml[2000];
	snprintf(yaml, sizeof yaml, "resource: r\nstate:\n  other: 0..2 = 0\n%soperations:\n%sclients:\n  c: { count: 2, calls: [%s] }\n", state, operations, calls);
	explored_open(&x, yaml, &(struct explore_options){.states = states});
	return x;
}

static void
assert_grows(const char *state, const char *operations, const char *calls, enum finding_kind kind, const char *message)
{
	struct explored x = explored_with(state, operations, calls, 6000);
	const struct finding *f = explored_finding(&x, kind);
	if (!f || strcmp(f->message, message) != 0)
		fail_msg("not told: %s\nbut: %s", message, f ? f->message : "nothing");
	assert_non_null(f->hint);
	explored_close(&x);
}

static void
assert_does_not_grow(const char *state, const char *operations, const char *calls)
{
	struct explored x = explored_with(state, operations, calls, 6000);
	const struct finding *f = explored_finding(&x, FINDING_GROWS);
	if (f)
		fail_msg("%s", f->message);
	assert_false(x.e->bound && strcmp(x.e->bound, "growth") == 0);
	explored_close(&x);
}

#define ONLY_GROWS(name, how) name " only ever grows, and no call that clients make makes it " how

static void
a_collection_that_is_only_filled_is_told(void **state)
{
	assert_grows("  q: seq of int\n", "  put: { params: { x: 0..9 }, post: 'q := q ++ [x]' }\n", "{ call: put(pick 0..9) }", FINDING_GROWS, ONLY_GROWS("q", "shorter"));
	assert_grows("  heap: bag of 0..9\n", "  add: { params: { x: 0..9 }, post: 'heap := heap + bag(x)' }\n", "{ call: add(pick 0..9) }", FINDING_GROWS, ONLY_GROWS("heap", "shorter"));
	assert_grows("  log: seq of 0..1\n", "  note: { params: { x: 0..1 }, post: ['other := x', 'log := [x] ++ log'] }\n  forget: { post: 'log := []' }\n", "{ call: note(pick 0..1) }", FINDING_GROWS, ONLY_GROWS("log", "shorter"));
	assert_grows("  seen: set of int\n  n: int\n", "  see: { post: ['n += 1', 'seen += {n}'] }\n", "{ call: see }", FINDING_GROWS, ONLY_GROWS("seen", "shorter"));
	assert_grows("  at: map[int] bool\n  n: int\n", "  go: { post: ['n += 1', 'at[n] := true'] }\n", "{ call: go }", FINDING_GROWS, ONLY_GROWS("at", "shorter"));
	assert_grows("  box: 'record(n: 0..3, items: seq of 0..9)'\n", "  put: { params: { x: 0..9 }, post: 'box.items := box.items ++ [x]' }\n", "{ call: put(pick 0..9) }", FINDING_GROWS, ONLY_GROWS("box", "shorter"));
	assert_grows("  lines: map[0..2] seq of 0..9\n", "  put: { params: { x: 0..9 }, post: 'lines[x mod 3] := lines[x mod 3] ++ [x]' }\n", "{ call: put(pick 0..9) }", FINDING_GROWS, ONLY_GROWS("lines", "shorter"));
}

static void
what_is_filled_for_ever_ends_the_exploration(void **state)
{
	struct explored x = explored_with("  q: seq of int\n", "  put: { params: { x: 0..99 }, post: 'q := q ++ [x]' }\n", "{ call: put(pick 0..99) }", 0);
	assert_string_equal(x.e->bound, "growth");
	assert_true(x.e->states < 100000);
	assert_non_null(explored_finding(&x, FINDING_GROWS));
	explored_close(&x);
}

static void
a_number_that_only_rises_is_noted(void **state)
{
	assert_grows("  tickets: nat\n", "  take: { post: tickets += 1 }\n", "{ call: take }", FINDING_COUNTS, ONLY_GROWS("tickets", "less"));
	assert_grows("  sum: int\n", "  add: { params: { x: 0..3 }, post: sum += x }\n", "{ call: add(pick 0..3) }", FINDING_COUNTS, ONLY_GROWS("sum", "less"));
	assert_grows("  t: 0..9000000000\n", "  tick: { post: t += 1 }\n", "{ call: tick }", FINDING_COUNTS, ONLY_GROWS("t", "less"));
}

static void
what_is_emptied_or_bounded_is_not(void **state)
{
	assert_does_not_grow("  q: seq of 0..9\n", "  put: { params: { x: 0..9 }, post: 'q := q ++ [x]' }\n  get: { cpre: not empty(q), post: 'q := tail(q)' }\n", "{ call: put(pick 0..9) }, { call: get }");
	assert_does_not_grow("  q: seq of 0..9\n", "  put: { params: { x: 0..9 }, post: 'q := q ++ [x]' }\n  clear: { cpre: len(q) > 3, post: 'q := []' }\n", "{ call: put(pick 0..9) }, { call: clear }");
	assert_does_not_grow("  q: seq of 0..1\n", "  put: { params: { x: 0..1 }, cpre: len(q) < 4, post: 'q := q ++ [x]' }\n", "{ call: put(pick 0..1) }");
	assert_does_not_grow("  q: seq of 0..1\n", "  put: { params: { x: 0..1 }, post: 'if len(q) < 4 then q := q ++ [x]' }\n", "{ call: put(pick 0..1) }");
	assert_does_not_grow("  q: seq of 0..9\n", "  put: { params: { x: 0..9 }, post: 'q := take([x] ++ q, 3)' }\n", "{ call: put(pick 0..9) }");
	assert_does_not_grow("  s: set of 0..9\n", "  add: { params: { x: 0..9 }, post: 's += {x}' }\n", "{ call: add(pick 0..9) }");
	assert_does_not_grow("  s: set of int\n", "  add: { params: { x: int }, post: 's += {x}' }\n", "{ call: add(pick 0..9) }");
	assert_does_not_grow("  s: map[int] int\n", "  add: { params: { x: int }, post: 's[x] := 1' }\n", "{ call: add(pick 0..9) }");
	assert_does_not_grow("  q: seq of 0..9\n", "  put: { params: { x: 0..9 }, cpre: len(q) < 100, post: 'q := q ++ [x]' }\n", "{ call: put(pick 0..9) }");
	assert_does_not_grow("  n: nat\n", "  up: { post: n += 1 }\n  down: { cpre: n > 0, post: n -= 1 }\n", "{ call: up }, { call: down }");
}

static void
warnings_before_tests_name_what_nobody_calls_and_what_grows(void **state)
{
	struct explored x = explored_with("  q: seq of 0..9\n  n: nat\n", "  put: { params: { x: 0..9 }, post: ['q := q ++ [x]', 'n += 1'] }\n  get: { post: 'q := tail(q)' }\n  look: {}\n", "{ call: put(pick 0..9) }", 10);
	struct diags d = {0};
	explore_forewarn(&d, &x.model);
	assert_int_equal(d.errors, 0);
	assert_int_equal(d.list.n, 3);
	assert_string_equal(d.list.at[0].message, "no client calls get, so it is not tested");
	assert_string_equal(d.list.at[1].message, "no client calls look, so it is not tested");
	assert_string_equal(d.list.at[2].message, ONLY_GROWS("q", "shorter"));
	assert_string_equal(explored_span(&x, d.list.at[0].span), "get");
	diags_free(&d);
	explored_close(&x);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_collection_that_is_only_filled_is_told),
		cmocka_unit_test(what_is_filled_for_ever_ends_the_exploration),
		cmocka_unit_test(a_number_that_only_rises_is_noted),
		cmocka_unit_test(what_is_emptied_or_bounded_is_not),
		cmocka_unit_test(warnings_before_tests_name_what_nobody_calls_and_what_grows),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
