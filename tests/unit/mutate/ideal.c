/* long: where several builds are tested, in the last one only */
/*
 * The ideal implementation of a random specification does nothing that the judge would forbid; and the tests that tell mutants
 * apart are what they claim to be. As a program: ideal SEED COUNT looks at more.
 */
#include "unit/unit.h"

#include "mutate/private.h"
#include "unit/mutate/tried.h"
#include "unit/judge/generate.h"

#include <stdio.h>

struct seen {
	size_t specs, tests, events, wrong, undecided;
	size_t mutants, apart, stricter;
};

static const char *
with_clients(struct arena *a, const struct generator_state *g, const char *yaml)
{
	static const char *const arguments[] = {"", "(pick 0..2)", "(pick 0..2, pick {false, true})"};
	struct text t = {0};
	text_printf(&t, "%sclients:\n  user:\n    count: 4\n    calls:\n", yaml);
	for (int op = 0; op < g->nops; op++)
		text_printf(&t, "      - call: \"%s%s\"\n", op_names[op], arguments[g->op[op].params]);
	return text_take(&t, a);
}

static void
run_some(struct arena *a, const struct model *m, uint64_t seed, struct seen *seen)
{
	for (size_t i = 0; i < 10; i++) {
		struct heap *heap = heap_new(m->spec->heap);
		struct ideal_settings settings = {.seed = seed * 100 + i, .phases = 8, .clients = 4, .concurrency = i % 2 ? 4 : 1, .burst = i % 4 == 3 && !m->others ? 3 : 1};
		struct ideal_test t = ideal_run(a, heap, m->spec, m, &settings, NULL);
		struct judgement j = history_judge(a, m, t.seen, false);
		seen->tests++;
		seen->events += t.seen->n;
		seen->wrong += t.wrong != NULL;
		seen->undecided += j.outcome == OUTCOME_UNDECIDED;
		if (j.outcome == OUTCOME_FAIL)
			fail_msg("seed %llu, test %zu: failure %d in phase %zu", (unsigned long long)seed, i, j.failure, j.phase);
		if (j.outcome == OUTCOME_BAD_SPEC && !t.wrong) /* it has other ways to go, and one of them goes wrong */
			seen->wrong++;
		heap_free(heap);
	}
}

static void
run_spec(uint64_t seed, struct seen *seen)
{
	struct arena a = {0};
	struct diags d = {0};
	struct generator_state g = {0};
	const char *yaml = generate_spec(&g, seed);
	yaml = with_clients(&a, &g, yaml);
	struct spec *s = spec_parse(&a, &d, source_text(&a, "random.yaml", yaml, strlen(yaml)), "random.yaml", NULL);
	if (s) {
		struct model m;
		model_init(&m, s);
		seen->specs++;
		run_some(&a, &m, seed, seen);
	}
	spec_free(s);
	text_free(&g.out);
	diags_free(&d);
	arena_free(&a);
}

static void
an_ideal_implementation_of_a_random_specification_conforms(void **state)
{
	struct seen seen = {0};
	for (uint64_t seed = 1; seed <= 300; seed++)
		run_spec(seed, &seen);
	assert_true(seen.specs > 250);
	assert_true(seen.events > 10 * seen.specs);
	assert_true(seen.wrong < seen.tests / 2);
	assert_true(seen.undecided < seen.tests / 10);
}

/* The specification forbids what tells a mutant apart from it, and allows what only a mutant forbids. */
static void
check_mutant(const struct tried *t, const struct model *m, const struct mutant *one, uint64_t seed, struct seen *seen)
{
	struct arena a = {0};
	seen->mutants++;
	seen->apart += one->verdict == MUTANT_TOLD_APART;
	seen->stricter += one->verdict == MUTANT_STRICTER;
	if (one->history) {
		struct judgement j = history_judge(&a, m, one->history, false);
		enum outcome expected = one->verdict == MUTANT_TOLD_APART ? OUTCOME_FAIL : OUTCOME_PASS;
		if (j.outcome != expected)
			fail_msg("seed %llu, mutant %zu: outcome %d", (unsigned long long)seed, (size_t)(one - t->m->mutants), j.outcome);
	}
	assert_int_equal(one->history != NULL, one->verdict == MUTANT_TOLD_APART || one->verdict == MUTANT_STRICTER);
	arena_free(&a);
}

static void
mutate_random(uint64_t seed, struct seen *seen)
{
	struct arena a = {0};
	struct generator_state g = {0};
	struct tried t;
	const char *yaml = generate_spec(&g, seed);
	tried_open(&t, with_clients(&a, &g, yaml), &(struct mutate_options){.tests = 5});
	if (t.m && !t.m->wrong) {
		struct model m;
		model_init(&m, t.m->spec);
		for (size_t i = 0; i < t.m->n; i++)
			check_mutant(&t, &m, &t.m->mutants[i], seed, seen);
	}
	tried_close(&t);
	text_free(&g.out);
	arena_free(&a);
}

static void
tests_that_tell_mutants_apart_are_forbidden_by_the_one_and_allowed_by_the_other(void **state)
{
	struct seen seen = {0};
	for (uint64_t seed = 1; seed <= 60; seed++)
		mutate_random(seed, &seen);
	assert_true(seen.mutants > 1000);
	assert_true(seen.apart > 100);
	assert_true(seen.stricter > 10);
}

int
main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_ideal_implementation_of_a_random_specification_conforms),
		cmocka_unit_test(tests_that_tell_mutants_apart_are_forbidden_by_the_one_and_allowed_by_the_other),
	};
	if (argc < 3)
		return cmocka_run_group_tests(tests, NULL, NULL);
	struct seen seen = {0};
	for (uint64_t seed = strtoull(argv[1], NULL, 0), end = seed + strtoull(argv[2], NULL, 0); seed < end; seed++) {
		run_spec(seed, &seen);
		mutate_random(seed, &seen);
	}
	printf("%zu specifications, %zu tests, %zu events; %zu went wrong, %zu undecided\n", seen.specs, seen.tests, seen.events, seen.wrong, seen.undecided);
	printf("%zu mutants, %zu told apart, %zu stricter\n", seen.mutants, seen.apart, seen.stricter);
	return 0;
}
