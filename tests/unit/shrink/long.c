#include "shrink/shrink.h"
#include "unit/unit.h"

/* A test of so many phases; so often its oracle is asked, which takes so much memory each time. */
enum { PHASES = 1000, ASKED = 150, TAKEN = 1 << 20 };

/* Says of tests that have both calls, and perhaps the choice of the second one, that they fail. */
struct oracle {
	int first, second; /* their operations, which are all different */
	bool chosen;
	size_t asked;
	size_t most; /* bytes in its arena */
};

static bool
enough(void *context)
{
	return ((struct oracle *)context)->asked >= ASKED;
}

static bool
fails(void *context, struct arena *a, const struct test *candidate, const struct test **done)
{
	struct oracle *o = context;
	bool first = false, second = false;
	o->asked++;
	arena_alloc(a, TAKEN);
	o->most = a->total > o->most ? a->total : o->most;
	*done = candidate;
	for (size_t p = 0; p < candidate->n; p++) {
		int operation = candidate->scripts[0].calls[p].operation;
		first = first || operation == o->first;
		second = second || (operation == o->second && (!o->chosen || candidate->phases[p].nchoices));
	}
	return first && second;
}

static const struct test *
long_test(struct arena *a)
{
	static const int client;
	static const struct choice choice;
	struct script_call *calls = arena_array(a, struct script_call, PHASES);
	struct test_phase *phases = arena_array(a, struct test_phase, PHASES);
	struct script *script = arena_new(a, struct script);
	struct test *t = arena_new(a, struct test);
	for (int i = 0; i < PHASES; i++) {
		calls[i] = (struct script_call){.operation = i};
		phases[i] = (struct test_phase){.n = 1, .clients = &client, .nchoices = 1, .choices = &choice};
	}
	*script = (struct script){.n = PHASES, .calls = calls};
	*t = (struct test){.nclients = 1, .scripts = script, .n = PHASES, .phases = phases};
	return t;
}

static void
is_short_soon(struct oracle o)
{
	static const struct variables none;
	struct arena a = {0};
	struct shrink s = {.fails = fails, .enough = enough, .context = &o, .params = &none};
	const struct test *t = shrink_test(&s, &a, long_test(&a));
	const struct test *done;
	assert_true(test_calls(t) < PHASES / 8);
	assert_true(fails(&o, &a, t, &done));
	arena_free(&a);
}

static void
a_long_test_is_short_after_few_runs_wherever_its_calls_are(void **state)
{
	is_short_soon((struct oracle){.first = 0, .second = PHASES - 1});
	is_short_soon((struct oracle){.first = 500, .second = 501});
	is_short_soon((struct oracle){.first = 333, .second = 777});
}

static void
a_choice_that_it_needs_stays(void **state)
{
	is_short_soon((struct oracle){.first = 0, .second = PHASES - 1, .chosen = true});
	is_short_soon((struct oracle){.first = 1, .second = 600, .chosen = true});
}

static void
what_one_candidate_takes_is_gone_before_the_next(void **state)
{
	static const struct variables none;
	struct oracle o = {.first = 0, .second = PHASES - 1};
	struct arena a = {0};
	struct shrink s = {.fails = fails, .enough = enough, .context = &o, .params = &none};
	const struct test *t = long_test(&a);
	size_t before = a.total;
	shrink_test(&s, &a, t);
	assert_true(o.asked > 20);
	assert_true(o.most < 2 * TAKEN);
	assert_true(a.total - before < before);
	arena_free(&a);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_long_test_is_short_after_few_runs_wherever_its_calls_are),
		cmocka_unit_test(a_choice_that_it_needs_stays),
		cmocka_unit_test(what_one_candidate_takes_is_gone_before_the_next),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
