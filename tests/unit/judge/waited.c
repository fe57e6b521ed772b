/* From which side conditions read how long a call has waited. */
#include "unit/unit.h"

#include "unit/judge/generate.h"

#include <stdio.h>

enum { LONGEST_WAIT = 6, CASES = 4000 };

struct reading {
	struct ref ref;
	struct ref_call call;
	struct ref_config config;
	size_t clauses, decided; /* that read it, and of these: some waits decide whether they hold */
};

/* At least so long, and at most. */
static bool
holds(struct reading *d, const struct clause *c, word least, word most)
{
	struct ref_view v;
	word info[2] = {1, 1};
	ref_look(&d->ref, &d->config, &d->call, -1, &v);
	v.frame.at[SEG_INFO] = info;
	d->call.waited[WAITED_HELPS] = most;
	d->call.waited[WAITED_HINDERS] = least;
	return ref_value(&d->ref, c, &v.frame);
}

/* What holds for some wait holds if that is all that is known. What holds for none does not, if one is known. */
static bool
is_on_the_safe_side(struct reading *d, const struct clause *c)
{
	bool ever = false, always = true;
	if (!(c->reads & SEG_BIT(SEG_WAITED)))
		return true;
	for (word wait = 0; wait <= LONGEST_WAIT; wait++) {
		bool now = holds(d, c, wait, wait);
		ever = ever || now;
		always = always && now;
		for (word least = 0; least <= wait; least++)
			for (word most = wait; most <= LONGEST_WAIT; most++)
				if (now && !holds(d, c, least, most))
					return false;
	}
	d->clauses++;
	d->decided += ever && !always;
	return true;
}

static bool
are_on_the_safe_side(struct reading *d, const struct operation *op)
{
	const struct clause *clauses[] = {&op->cpre, &op->must, &op->ensures, &op->rule.enabled, &ref_policy(&d->ref, op)->enabled};
	word args[] = {1, 0};
	d->call = (struct ref_call){.op = op, .args = args, .result = 1};
	for (size_t i = 0; i < sizeof clauses / sizeof *clauses; i++)
		if (!is_on_the_safe_side(d, clauses[i]))
			return false;
	return true;
}

static bool
spec_is_on_the_safe_side(const char *yaml, struct reading *d)
{
	struct arena arena = {0};
	struct diags diags = {0};
	struct spec *spec = spec_parse(&arena, &diags, source_text(&arena, "random.yaml", yaml, strlen(yaml)), "random.yaml", &(struct spec_options){0});
	bool good = spec;
	if (spec) {
		struct heap *heap = heap_new(spec->heap);
		d->ref = (struct ref){.spec = spec, .heap = heap, .machine = machine_new(heap)};
		ref_initial(&d->ref, &d->config);
		for (size_t i = 0; i < spec->nops; i++)
			good = good && are_on_the_safe_side(d, &spec->ops[i]);
		machine_free(d->ref.machine);
		heap_free(heap);
	}
	spec_free(spec);
	diags_free(&diags);
	arena_free(&arena);
	return good;
}

static void
what_is_not_known_of_a_wait_is_never_held_against_the_implementation(void **state)
{
	struct generator_state g = {0};
	struct reading d = {0};
	(void)state;
	for (uint64_t seed = 4; seed < CASES; seed += 5) {
		const char *yaml = generate_spec(&g, seed);
		if (!spec_is_on_the_safe_side(yaml, &d))
			fail_msg("%s", yaml);
	}
	assert_in_range(d.decided, 100, d.clauses);
	text_free(&g.out);
}

static bool
condition_holds(const char *condition, word least, word most)
{
	struct arena arena = {0};
	struct diags diags = {0};
	const char *yaml = arena_printf(&arena, "resource: r\noperations:\n  a: { params: { ms: nat }, must: \"%s\" }\n", condition);
	struct spec *spec = spec_parse(&arena, &diags, source_text(&arena, "one.yaml", yaml, strlen(yaml)), "one.yaml", &(struct spec_options){0});
	assert_non_null(spec);
	assert_true(spec->reads_waited);
	struct heap *heap = heap_new(spec->heap);
	struct reading d = {.ref = {.spec = spec, .heap = heap, .machine = machine_new(heap)}};
	word args[] = {3};
	d.call = (struct ref_call){.op = &spec->ops[0], .args = args};
	bool value = holds(&d, &spec->ops[0].must, least, most);
	machine_free(d.ref.machine);
	heap_free(heap);
	spec_free(spec);
	arena_free(&arena);
	return value;
}

static void
a_condition_that_waiting_makes_true_asks_for_the_longest_and_another_one_for_the_shortest(void **state)
{
	(void)state;
	assert_true(condition_holds("waited >= ms", 0, 3));
	assert_false(condition_holds("waited >= ms", 3, 2));
	assert_true(condition_holds("waited < ms", 2, 9));
	assert_false(condition_holds("waited < ms", 3, 2));
	assert_true(condition_holds("not (waited < ms)", 0, 3));
	assert_true(condition_holds("ms - waited <= 0 and waited + 1 <= ms", 2, 3));
	assert_false(condition_holds("waited >= ms and waited <= ms + 1", 5, 6));
	assert_true(condition_holds("waited > ms => waited > 2 * ms", 3, 4));
	assert_false(condition_holds("waited > ms => waited > 2 * ms", 4, 6));
	assert_true(condition_holds("if ms > 2 then waited > 4 else waited < 1", 0, 5));
	assert_true(condition_holds("(waited >= 5) or ms == 3", 0, 0));
}

/* What is said of a call that returned false after three milliseconds, or had not returned after 100. */
static const char *
verdict_on(struct arena *arena, bool returned, struct event rest)
{
	static const char yaml[] = "resource: r\noperations:\n  a: { returns: bool, ensures: result or waited >= 10 and waited < 20, must: waited > 5 }\n";
	struct diags diags = {0};
	struct model model;
	struct spec *spec = spec_parse(arena, &diags, source_text(arena, "one.yaml", yaml, strlen(yaml)), "one.yaml", &(struct spec_options){0});
	assert_non_null(spec);
	model_init(&model, spec);
	struct judge *j = judge_new(arena, &model, NULL);
	judge_begin(j, NULL);
	assert_true(judge_event(j, &(struct event){.kind = EVENT_CALLED, .op = &spec->ops[0], .time = 7000000}));
	if (returned)
		assert_true(judge_event(j, &(struct event){.kind = EVENT_RETURNED, .has_value = true, .time = 10000000}));
	rest.kind = EVENT_AT_REST;
	rest.time = 107000000;
	assert_true(judge_event(j, &rest));
	const struct verdict *v = judge_verdict(j);
	const char *said = v->outcome == OUTCOME_PASS ? "nothing" : v->nwhys && v->whys[0].n ? arena_strdup(arena, v->whys[0].at[0].values) : "no reason";
	judge_free(j);
	spec_free(spec);
	return said;
}

static void
a_report_says_how_long_a_call_has_waited_as_far_as_that_is_known(void **state)
{
	struct arena arena = {0};
	(void)state;
	assert_string_equal(verdict_on(&arena, true, (struct event){0}), "result is false and waited is 3");
	assert_string_equal(verdict_on(&arena, true, (struct event){.rough = true}), "result is false and waited is at most 3 and waited is at least 0");
	assert_string_equal(verdict_on(&arena, false, (struct event){0}), "waited is 100");
	assert_string_equal(verdict_on(&arena, false, (struct event){.rough = true}), "waited is 100");
	assert_string_equal(verdict_on(&arena, false, (struct event){.unsure = true}), "nothing");
	arena_free(&arena);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_not_known_of_a_wait_is_never_held_against_the_implementation),
		cmocka_unit_test(a_condition_that_waiting_makes_true_asks_for_the_longest_and_another_one_for_the_shortest),
		cmocka_unit_test(a_report_says_how_long_a_call_has_waited_as_far_as_that_is_known),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
