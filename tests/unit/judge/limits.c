/* Long histories, large phases, and what happens when a limit is reached. */
#include "unit/unit.h"

#include "unit/judge/judged.h"

#include "judge/private.h"

static const char buffer[] =
	"resource: buffer\n"
	"state: { items: 'seq of string = []' }\n"
	"operations:\n"
	"  put: { params: { s: string }, cpre: len(items) < 4, post: 'items := items ++ [s]' }\n"
	"  get: { cpre: not empty(items), returns: string, result: head(items), post: items := tail(items) }\n"
	"  size: { returns: int, result: len(items) }\n";

static const char room[] =
	"resource: room\n"
	"state: { n: nat = 0 }\n"
	"operations:\n"
	"  enter: { params: { w: nat }, cpre: n + w <= 1000, post: n += w }\n"
	"  leave: { params: { w: nat }, post: n -= w }\n";

/* put "<i>", then get it, again and again */
static void
feed_rounds(struct judged_history *h, int rounds, bool last_wrong)
{
	const struct operation *put = spec_operation(h->spec, "put"), *get = spec_operation(h->spec, "get");
	for (int i = 0; i < rounds; i++) {
		char item[32];
		word s[32];
		int n = snprintf(item, sizeof item, "%d", i);
		for (int k = 0; k < n; k++)
			s[k] = (unsigned char)item[k];
		word value = heap_block(h->heap, s, (size_t)n), wrong = heap_block(h->heap, s, (size_t)n - 1);
		struct event events[] = {
			{.kind = EVENT_CALLED, .client = 0, .op = put, .args = &value},
			{.kind = EVENT_RETURNED, .client = 0},
			{.kind = EVENT_AT_REST},
			{.kind = EVENT_CALLED, .client = 1, .op = get, .args = NULL},
			{.kind = EVENT_RETURNED, .client = 1, .has_value = true, .value = last_wrong && i == rounds - 1 ? wrong : value},
			{.kind = EVENT_AT_REST},
		};
		for (size_t e = 0; e < sizeof events / sizeof *events; e++)
			assert_true(judge_event(h->judge, &events[e]));
	}
}

static void
several_thousand_phases_are_judged(void **state)
{
	struct judged_history h;
	(void)state;
	judged_open(&h, buffer, "a size -> a=0", NULL);
	feed_rounds(&h, 4000, false);
	assert_string_equal(judged_words(&h), "pass");
	assert_int_equal(h.verdict->phases, 8001);
	judged_close(&h);
}

static void
a_failure_after_several_thousand_phases_is_classed_over_the_whole_history(void **state)
{
	struct judged_history h;
	(void)state;
	judged_open(&h, buffer, "a size -> a=0", NULL);
	feed_rounds(&h, 4000, true);
	assert_string_equal(judged_words(&h), "value in phase 8001");
	assert_non_null(strstr(h.verdict->whys[0].at[0].values, "the call returned \"399\", the model's result is \"3999\""));
	judged_close(&h);
}

static void
values_that_are_no_longer_needed_are_left_behind(void **state)
{
	struct judged_history h;
	(void)state;
	judged_open(&h, buffer, "a size -> a=0", NULL);
	h.judge->least_heap_limit = h.judge->heap_limit = 1;
	feed_rounds(&h, 300, false);
	assert_string_equal(judged_words(&h), "pass");
	/* what is left is what the history itself holds */
	assert_true(heap_bytes(h.judge->heap) < 300 * 256);
	feed_rounds(&h, 2, true);
	assert_string_equal(judged_words(&h), "value in phase 605");
	judged_close(&h);
}

static void
too_many_configurations_are_undecided_and_the_reason_is_said(void **state)
{
	struct judge_options options = {.cap = 20};
	struct judged_history h;
	(void)state;
	judged_open(&h, room, "a enter 1, b enter 2, c enter 3, d enter 4, e enter 5 -> a, b, c, d, e", &options);
	assert_string_equal(judged_words(&h), "undecided: phase 1 has more than the 20 configurations that are looked at");
	judged_close(&h);
	options = (struct judge_options){.memory = 1};
	judged_open(&h, room, "a enter 1 -> a", &options);
	assert_non_null(strstr(judged_words(&h), "undecided: the configurations of phase 1 need more than"));
	judged_close(&h);
}

static void
a_failure_whose_class_cannot_be_told_within_the_cap_is_still_a_failure(void **state)
{
	/* of the 24 orders of phase 1, z may stay blocked after one: Viable has one configuration, Safe many */
	static const char spec[] =
		"resource: r\nstate: { n: nat = 0 }\noperations:\n"
		"  add: { params: { w: nat }, post: n := 2 * n + w }\n"
		"  read: { returns: int, result: n }\n"
		"  unlike: { params: { w: nat }, cpre: n != w }\n";
	static const char phases[] = "a add 1, b add 2, c add 3, d add 4, z unlike 49 -> a, b, c, d | a add 5, b add 6, c read -> a, b, c=-1";
	struct judge_options options = {.cap = 150};
	struct judged_history h;
	(void)state;
	judged_open(&h, spec, phases, &options);
	assert_string_equal(judged_words(&h), "unclassed in phase 2");
	judged_close(&h);
	judged_open(&h, spec, phases, NULL);
	assert_string_equal(judged_words(&h), "value in phase 2");
	judged_close(&h);
}

static void
more_than_64_outstanding_calls_are_undecided(void **state)
{
	struct judged_history h;
	struct text phases = {0};
	(void)state;
	for (int i = 0; i < 64; i++)
		text_printf(&phases, "%sc%d enter 2000", i ? ", " : "", i);
	judged_open(&h, room, phases.s, NULL);
	assert_string_equal(judged_words(&h), "pass");
	judged_close(&h);
	text_str(&phases, " | last enter 2000");
	judged_open(&h, room, phases.s, NULL);
	assert_string_equal(judged_words(&h), "undecided: more than 64 calls are outstanding");
	judged_close(&h);
	text_free(&phases);
}

static void
sixteen_at_once_under_a_fifo_are_no_problem(void **state)
{
	struct judged_history h;
	struct text spec = {0}, phases = {0};
	(void)state;
	text_printf(&spec, "%sscheduling: { operations: { enter: { enabled: empty(older(enter)) } } }\n", room);
	for (int i = 0; i < 16; i++)
		text_printf(&phases, "%sc%d enter %d", i ? ", " : "", i, 600 + i);
	text_str(&phases, " -> c0");
	for (int i = 0; i < 15; i++)
		text_printf(&phases, " | c%d leave %d -> c%d, c%d", i, 600 + i, i, i + 1);
	judged_open(&h, spec.s, phases.s, NULL);
	assert_string_equal(judged_words(&h), "pass");
	assert_true(h.verdict->most < 1000);
	judged_close(&h);
	text_free(&spec);
	text_free(&phases);
}

static void
sixteen_at_a_reusable_barrier_get_a_verdict(void **state)
{
	static const char barrier[] =
		"resource: barrier\nscheduling_state: { round: nat = 0, gathered: 0..3 = 0 }\noperations:\n  wait:\n    info: nat\n    waiting:\n"
		"      - info := round\n      - gathered := (gathered + 1) mod 4\n      - if gathered == 0 then round += 1\n    enabled: info < round\n";
	struct judged_history h;
	struct text phases = {0};
	(void)state;
	for (int i = 0; i < 16; i++)
		text_printf(&phases, "%sc%d wait", i ? ", " : "", i);
	for (int i = 0; i < 16; i++)
		text_printf(&phases, "%s c%d", i ? "," : " ->", i);
	judged_open(&h, barrier, phases.s, NULL);
	assert_string_equal(judged_words(&h), "pass");
	judged_close(&h);
	text_free(&phases);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(several_thousand_phases_are_judged),
		cmocka_unit_test(a_failure_after_several_thousand_phases_is_classed_over_the_whole_history),
		cmocka_unit_test(values_that_are_no_longer_needed_are_left_behind),
		cmocka_unit_test(too_many_configurations_are_undecided_and_the_reason_is_said),
		cmocka_unit_test(a_failure_whose_class_cannot_be_told_within_the_cap_is_still_a_failure),
		cmocka_unit_test(more_than_64_outstanding_calls_are_undecided),
		cmocka_unit_test(sixteen_at_once_under_a_fifo_are_no_problem),
		cmocka_unit_test(sixteen_at_a_reusable_barrier_get_a_verdict),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
