/* The four rules, one by one, and what surrounds them. */
#include "unit/unit.h"

#include "model/model.h"

#include <stdio.h>

enum { SLOTS = 4, WORDS = 32 };

struct model_world {
	struct arena arena;
	struct diags diags;
	struct spec *spec;
	struct model model;
	struct heap *heap;
	struct rules rules;
	word config[WORDS];
};

static void
open_world(struct model_world *w, const char *yaml)
{
	struct spec_options none = {0};
	*w = (struct model_world){0};
	w->spec = spec_parse(&w->arena, &w->diags, source_text(&w->arena, "spec.yaml", yaml, strlen(yaml)), "spec.yaml", &none);
	if (!w->spec) {
		diags_print(&w->diags, stderr, false);
		abort();
	}
	model_init(&w->model, w->spec);
	w->heap = heap_new(w->spec->heap);
	rules_start(&w->rules, &w->model, w->heap, NULL);
	rules_widen(&w->rules, SLOTS);
	assert_true(w->rules.layout.words <= WORDS);
	assert_int_equal(rules_initial(&w->rules, w->config), STEP_YES);
}

static void
close_world(struct model_world *w)
{
	rules_stop(&w->rules);
	heap_free(w->heap);
	spec_free(w->spec);
	diags_free(&w->diags);
	arena_free(&w->arena);
}

static enum step
issue(struct model_world *w, int slot, const char *op, word arg)
{
	word *args = arena_array(&w->arena, word, 1);
	args[0] = arg;
	struct call call = {.op = spec_operation(w->spec, op), .args = args, .client = slot};
	enum step step = rules_issue(&w->rules, slot, &call);
	config_enter(&w->rules, w->config, 1ull << slot, 0);
	return step;
}

static const char *
state_of(struct model_world *w)
{
	struct text t = {0};
	model_print_state(&t, &w->rules, w->config);
	text_str(&t, " / ");
	model_print_scheduling(&t, &w->rules, w->config);
	return text_take(&t, &w->arena);
}

/* Waits are counted in c, so it matters when calls arrive. */
static const char counted[] =
	"resource: r\nstate: { x: 0..9 = 0 }\nscheduling_state: { c: nat = 0 }\ninvariant: x != 7\noperations:\n"
	"  take:\n    params: { v: 0..9 }\n    pre: v < 9\n    cpre: x > 0\n    returns: int\n    result: x + v\n    reject: result == x - 1\n"
	"    post: x -= 1\n    info: nat\n    waiting:\n      - info := c\n      - c += 1\n    post_waiting: c := c + 10 * info + 100 * x\n"
	"  put:\n    params: { v: 0..9 }\n    post: x := x + v\n"
	"scheduling: fifo\n";

static void
check_in_runs_waiting_and_makes_the_call_pending(void **state)
{
	struct model_world w;
	(void)state;
	open_world(&w, counted);
	assert_true(w.model.arrivals);
	assert_int_equal(w.model.order, ORDER_FULL);
	assert_int_equal(issue(&w, 0, "take", 1), STEP_YES);
	assert_int_equal(issue(&w, 1, "take", 2), STEP_YES);
	assert_int_equal(config_in(&w.rules, w.config), 3);
	assert_int_equal(config_pending(&w.rules, w.config), 0);
	assert_int_equal(step_arrive(&w.rules, w.config, 1), STEP_YES);
	assert_int_equal(config_in(&w.rules, w.config), 1);
	assert_int_equal(config_pending(&w.rules, w.config), 2);
	assert_int_equal(step_arrive(&w.rules, w.config, 0), STEP_YES);
	assert_string_equal(state_of(&w), "x = 0 / c = 2");
	assert_int_equal(w.config[w.rules.layout.info + 0], 1);
	assert_int_equal(w.config[w.rules.layout.info + 2], 0);
	assert_int_equal(w.config[w.rules.layout.before + 0], 2); /* 1 came before 0 */
	close_world(&w);
}

static void
execute_needs_the_guard_and_the_policy_and_reads_the_old_states(void **state)
{
	struct model_world w;
	const struct clause *failed = NULL;
	word result = 0;
	(void)state;
	open_world(&w, counted);
	issue(&w, 0, "take", 3);
	issue(&w, 1, "take", 3);
	step_arrive(&w.rules, w.config, 0);
	step_arrive(&w.rules, w.config, 1);
	assert_int_equal(step_enabled(&w.rules, w.config, 0, &failed), STEP_NO);
	assert_ptr_equal(failed, &w.spec->ops[0].cpre);
	w.config[0] = 2;
	assert_int_equal(step_enabled(&w.rules, w.config, 1, &failed), STEP_NO);
	assert_ptr_equal(failed, &w.spec->policy->rules[0].enabled);
	assert_int_equal(step_enabled(&w.rules, w.config, 0, NULL), STEP_YES);
	assert_int_equal(step_execute(&w.rules, w.config, 0, NULL, &result), STEP_YES);
	assert_int_equal(result, 5);
	assert_string_equal(state_of(&w), "x = 1 / c = 202"); /* the result and post_waiting saw x = 2 */
	assert_int_equal(config_pending(&w.rules, w.config), 2);
	assert_int_equal(w.config[w.rules.layout.before + 1], 0); /* nobody is before it any more */
	assert_int_equal(step_execute(&w.rules, w.config, 1, NULL, NULL), STEP_YES);
	assert_string_equal(state_of(&w), "x = 0 / c = 312"); /* 202 + 10 * 1 + 100 * 1 */
	close_world(&w);
}

static void
execute_compares_the_result_that_was_seen(void **state)
{
	struct model_world w;
	const struct clause *failed = NULL;
	(void)state;
	open_world(&w, counted);
	issue(&w, 0, "take", 3);
	step_arrive(&w.rules, w.config, 0);
	w.config[0] = 2;
	w.rules.calls[0].returned = true;
	w.rules.calls[0].result = 6;
	assert_int_equal(step_execute(&w.rules, w.config, 0, &failed, NULL), STEP_NO);
	assert_ptr_equal(failed, &w.spec->ops[0].result);
	w.rules.without_results = true;
	assert_int_equal(step_execute(&w.rules, w.config, 0, &failed, NULL), STEP_YES);
	close_world(&w);
}

static void
reject_makes_a_refused_call_pending_without_waiting_and_unseen_by_others(void **state)
{
	struct model_world w;
	(void)state;
	open_world(&w, counted);
	assert_int_equal(issue(&w, 0, "take", 9), STEP_NO);
	assert_true(w.rules.calls[0].refused);
	assert_int_equal(config_in(&w.rules, w.config), 0);
	assert_int_equal(config_pending(&w.rules, w.config), 1);
	assert_string_equal(state_of(&w), "x = 0 / c = 0");
	issue(&w, 1, "take", 1);
	step_arrive(&w.rules, w.config, 1);
	w.config[0] = 1;
	assert_int_equal(step_enabled(&w.rules, w.config, 1, NULL), STEP_YES); /* nothing is older in the fifo */
	close_world(&w);
}

static void
answer_takes_the_result_that_reject_allows_in_the_state_of_that_moment(void **state)
{
	struct model_world w;
	const struct clause *failed = NULL;
	word copy[WORDS];
	(void)state;
	open_world(&w, counted);
	issue(&w, 0, "take", 9);
	w.rules.calls[0].returned = true;
	w.rules.calls[0].result = 4;
	memcpy(copy, w.config, sizeof copy);
	assert_int_equal(step_execute(&w.rules, copy, 0, &failed, NULL), STEP_NO);
	assert_ptr_equal(failed, &w.spec->ops[0].reject);
	w.config[0] = 5;
	assert_int_equal(step_execute(&w.rules, w.config, 0, NULL, NULL), STEP_YES);
	assert_int_equal(config_pending(&w.rules, w.config), 0);
	assert_string_equal(state_of(&w), "x = 5 / c = 0");
	close_world(&w);
}

static void
what_goes_wrong_is_told_with_its_clause_and_call(void **state)
{
	struct model_world w;
	(void)state;
	open_world(&w, counted);
	issue(&w, 0, "put", 7);
	step_arrive(&w.rules, w.config, 0);
	word copy[WORDS];
	memcpy(copy, w.config, sizeof copy);
	assert_int_equal(step_execute(&w.rules, copy, 0, NULL, NULL), STEP_MISHAP);
	assert_ptr_equal(w.rules.mishap.clause, &w.spec->invariants[0]);
	assert_int_equal(w.rules.mishap.fault.kind, FAULT_NONE);
	assert_int_equal(w.rules.mishap.slot, 0);
	w.config[0] = 5;
	assert_int_equal(step_execute(&w.rules, w.config, 0, NULL, NULL), STEP_MISHAP);
	assert_ptr_equal(w.rules.mishap.clause, &w.spec->ops[1].post);
	assert_int_equal(w.rules.mishap.fault.kind, FAULT_LEAVES);
	close_world(&w);
}

static const char plain_fifo[] =
	"resource: r\nstate: { free: bool = false }\noperations:\n"
	"  take: { params: { v: 0..9 }, cpre: free, post: free := false }\n  give: { post: free := true }\nscheduling: fifo\n";

static void
an_order_that_only_older_asks_for_stays_open_until_it_matters(void **state)
{
	struct model_world w;
	word ways[WORDS * 64];
	(void)state;
	open_world(&w, plain_fifo);
	assert_int_equal(w.model.order, ORDER_OPEN);
	assert_false(w.model.arrivals);
	issue(&w, 0, "take", 0);
	issue(&w, 1, "take", 1);
	issue(&w, 2, "take", 2);
	/* they came one after the other here; let us say that they came at once */
	for (size_t i = 0; i < SLOTS; i++)
		w.config[w.rules.layout.before + i] = 0;
	assert_int_equal(config_pending(&w.rules, w.config), 7);
	assert_int_equal(step_enabled(&w.rules, w.config, 1, NULL), STEP_NO); /* not free: the order does not matter */
	w.config[0] = true;
	assert_int_equal(step_enabled(&w.rules, w.config, 1, NULL), STEP_ASKS);
	assert_int_equal(w.rules.asked, 5);
	size_t n = config_refine(&w.rules, w.config, ways);
	assert_int_equal(n, 3);
	for (size_t i = 0; i < n; i++) {
		const word *way = ways + i * w.rules.layout.words;
		assert_int_equal(step_enabled(&w.rules, way, (int)i, NULL), STEP_YES);
		for (size_t k = 0; k < n; k++)
			if (k != i)
				assert_int_equal(step_enabled(&w.rules, way, (int)k, NULL), STEP_NO);
	}
	close_world(&w);
}

static void
calls_of_a_later_phase_are_younger(void **state)
{
	struct model_world w;
	(void)state;
	open_world(&w, plain_fifo);
	issue(&w, 0, "take", 0);
	issue(&w, 1, "take", 1);
	assert_int_equal(w.config[w.rules.layout.before + 1], 1);
	w.config[0] = true;
	assert_int_equal(step_enabled(&w.rules, w.config, 1, NULL), STEP_NO);
	assert_int_equal(step_enabled(&w.rules, w.config, 0, NULL), STEP_YES);
	close_world(&w);
}

static void
an_order_that_a_list_or_waiting_needs_is_fixed_on_arrival(void **state)
{
	static const struct {
		const char *enabled;
		enum order order;
		bool arrivals;
	} cases[] = {
		{"true", ORDER_NONE, false},
		{"empty(older(take))", ORDER_OPEN, false},
		{"len(waiting(take)) < 3", ORDER_NONE, true},
		{"empty(younger(take))", ORDER_FULL, true},
		{"[v | take(v) in waiting(take)] != [1]", ORDER_FULL, true},
	};
	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct model_world w;
		char yaml[512];
		snprintf(yaml, sizeof yaml,
			"resource: r\nstate: { free: bool = false }\noperations:\n  take: { params: { v: 0..9 }, cpre: free }\n"
			"scheduling:\n  operations:\n    take: { enabled: '%s' }\n", cases[i].enabled);
		open_world(&w, yaml);
		assert_int_equal(w.model.order, cases[i].order);
		assert_int_equal(w.model.arrivals, cases[i].arrivals);
		close_world(&w);
	}
}

static void
more_slots_keep_what_a_configuration_says(void **state)
{
	struct model_world w;
	word wide[WORDS * 4];
	(void)state;
	open_world(&w, counted);
	issue(&w, 0, "take", 1);
	issue(&w, 3, "take", 1);
	step_arrive(&w.rules, w.config, 3);
	step_arrive(&w.rules, w.config, 0);
	struct layout old = w.rules.layout;
	rules_widen(&w.rules, SLOTS * 3);
	config_widen(&old, w.config, &w.rules.layout, wide);
	assert_int_equal(config_pending(&w.rules, wide), 9);
	assert_int_equal(wide[w.rules.layout.info], 1);
	assert_int_equal(wide[w.rules.layout.before], 8);
	wide[0] = 1;
	assert_int_equal(step_enabled(&w.rules, wide, 3, NULL), STEP_YES);
	assert_int_equal(step_enabled(&w.rules, wide, 0, NULL), STEP_NO);
	close_world(&w);
}

static void
old_is_the_value_before_the_clause(void **state)
{
	struct model_world w;
	(void)state;
	open_world(&w, "resource: r\nstate: { x: int = 3 }\nscheduling_state: { c: nat = 5 }\noperations:\n  go:\n    info: nat\n    waiting:\n"
		"      - c := 1\n      - info := old(c) + old(info) + 1\n    post:\n      - x := 10\n      - x := x + old(x)\n"
		"    post_waiting: c := c + info + x\n");
	issue(&w, 0, "go", 0);
	assert_int_equal(step_arrive(&w.rules, w.config, 0), STEP_YES);
	assert_int_equal(w.config[w.rules.layout.info], 6);
	assert_int_equal(step_execute(&w.rules, w.config, 0, NULL, NULL), STEP_YES);
	assert_string_equal(state_of(&w), "x = 13 / c = 10");
	close_world(&w);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(check_in_runs_waiting_and_makes_the_call_pending),
		cmocka_unit_test(execute_needs_the_guard_and_the_policy_and_reads_the_old_states),
		cmocka_unit_test(execute_compares_the_result_that_was_seen),
		cmocka_unit_test(reject_makes_a_refused_call_pending_without_waiting_and_unseen_by_others),
		cmocka_unit_test(answer_takes_the_result_that_reject_allows_in_the_state_of_that_moment),
		cmocka_unit_test(what_goes_wrong_is_told_with_its_clause_and_call),
		cmocka_unit_test(an_order_that_only_older_asks_for_stays_open_until_it_matters),
		cmocka_unit_test(calls_of_a_later_phase_are_younger),
		cmocka_unit_test(an_order_that_a_list_or_waiting_needs_is_fixed_on_arrival),
		cmocka_unit_test(more_slots_keep_what_a_configuration_says),
		cmocka_unit_test(old_is_the_value_before_the_clause),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
