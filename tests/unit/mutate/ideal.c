/*
 * The ideal implementation of a random specification does nothing that the judge would forbid. As a program: ideal SEED COUNT
 * looks at more.
 */
#include "unit/unit.h"

#include "mutate/private.h"
#include "unit/judge/generate.h"

#include <stdio.h>

struct seen {
	size_t specs, tests, events, wrong, undecided;
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
		struct ideal_settings settings = {.seed = seed * 100 + i, .phases = 8, .clients = 4, .concurrency = i % 2 ? 4 : 1};
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

int
main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_ideal_implementation_of_a_random_specification_conforms),
	};
	if (argc < 3)
		return cmocka_run_group_tests(tests, NULL, NULL);
	struct seen seen = {0};
	for (uint64_t seed = strtoull(argv[1], NULL, 0), end = seed + strtoull(argv[2], NULL, 0); seed < end; seed++)
		run_spec(seed, &seen);
	printf("%zu specifications, %zu tests, %zu events; %zu went wrong, %zu undecided\n", seen.specs, seen.tests, seen.events, seen.wrong, seen.undecided);
	return 0;
}
