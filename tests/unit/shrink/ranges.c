#include "base/random.h"
#include "shrink/shrink.h"
#include "unit/spec/loaded.h"

/* What is drawn of a test: at most so much of everything. */
enum { CLIENTS = 3, CALLS = 6, PICKS = 3, TESTS = 400, LARGEST_PICK = 1000 };

static const char SPEC[] =
    "resource: r\n"
    "parameters:\n"
    "  few: 1..3\n"
    "  one: 7..7\n"
    "  below: -9..-4\n"
    "  around: -5..5\n"
    "  far: 9000000000000000000..9000000000000000999\n"
    "  low: -9223372036854775807..-9223372036854775000\n"
    "  all: -1000000000..1000000000\n"
    "  yes: bool\n"
    "  letter: char\n"
    "  side: [left, middle, right]\n"
    "operations: { a: {} }\n";

/* An oracle that says of one of so many candidates that they fail, and looks at each. */
struct oracle {
	const struct variables *params;
	const struct test *original;
	uint64_t seed, one_of;
	size_t asked;
};

static bool
never(void *context)
{
	return false;
}

static size_t
calls_of(const struct test *t, int client)
{
	size_t n = 0;
	for (size_t p = 0; p < t->n; p++)
		for (size_t i = 0; i < t->phases[p].n; i++)
			n += t->phases[p].clients[i] == client;
	return n;
}

/* In the original, a client's call has its place as its operation. */
static void
picks_are_no_larger(const struct picks *p, const struct picks *original)
{
	assert_int_equal(p->n, original->n);
	for (size_t i = 0; i < p->n; i++)
		assert_true(p->at[i] <= original->at[i]);
}

static void
look_at(const struct oracle *o, const struct test *t)
{
	assert_int_equal(t->nparams, o->params->n);
	for (size_t i = 0; i < t->nparams; i++)
		assert_true(value_fits(o->params->at[i].type, t->params[i]));
	assert_int_equal(t->nclients, o->original->nclients);
	for (size_t c = 0; c < t->nclients; c++) {
		assert_int_equal(calls_of(t, (int)c), t->scripts[c].n);
		picks_are_no_larger(&t->scripts[c].start, &o->original->scripts[c].start);
		for (size_t i = 0; i < t->scripts[c].n; i++) {
			const struct script_call *call = &t->scripts[c].calls[i];
			const struct script_call *original = &o->original->scripts[c].calls[call->operation];
			assert_int_equal(call->alternative, original->alternative);
			picks_are_no_larger(&call->args, &original->args);
			picks_are_no_larger(&call->then, &original->then);
		}
	}
}

/* Equal for tests with equal parameters and picks. */
static uint64_t
key_of(const struct test *t)
{
	uint64_t key = t->n;
	for (size_t i = 0; i < t->nparams; i++)
		key = random_mix(key ^ (uint64_t)t->params[i]);
	for (size_t c = 0; c < t->nclients; c++)
		for (size_t i = 0; i < t->scripts[c].n; i++)
			for (size_t k = 0; k < t->scripts[c].calls[i].args.n; k++)
				key = random_mix(key ^ t->scripts[c].calls[i].args.at[k]);
	return key;
}

static bool
fails(void *context, struct arena *a, const struct test *candidate, const struct test **done)
{
	struct oracle *o = context;
	o->asked++;
	look_at(o, candidate);
	*done = candidate;
	return random_mix(key_of(candidate) ^ o->seed) % o->one_of == 0;
}

static struct picks
draw_picks(struct arena *a, uint64_t *state)
{
	size_t n = random_draw(state) % (PICKS + 1);
	uint64_t *at = arena_array(a, uint64_t, n + 1);
	for (size_t i = 0; i < n; i++)
		at[i] = random_draw(state) % LARGEST_PICK;
	return (struct picks){n, at};
}

static void
draw_phases(struct arena *a, uint64_t *state, struct test *t)
{
	struct test_phase *phases = arena_array(a, struct test_phase, CALLS);
	struct script_call *calls[CLIENTS];
	struct script *scripts = arena_array(a, struct script, CLIENTS);
	for (int c = 0; c < CLIENTS; c++) {
		calls[c] = arena_array(a, struct script_call, CALLS);
		scripts[c] = (struct script){draw_picks(a, state), 0, calls[c]};
	}
	for (t->n = 0; t->n < CALLS; t->n++) {
		int *clients = arena_array(a, int, CLIENTS);
		size_t n = 0;
		for (int c = 0; c < CLIENTS; c++)
			if (n == 0 || random_draw(state) % 2)
				clients[n++] = c;
		for (size_t i = 0; i < n; i++) {
			size_t *of = &scripts[clients[i]].n;
			calls[clients[i]][*of] = (struct script_call){(int)(random_draw(state) % 2), draw_picks(a, state), draw_picks(a, state), (int)*of, NULL};
			++*of;
		}
		phases[t->n] = (struct test_phase){.n = n, .clients = clients};
	}
	t->phases = phases;
	t->nclients = CLIENTS;
	t->scripts = scripts;
}

static const struct test *
draw_test(struct arena *a, const struct variables *v, uint64_t *state)
{
	struct test *t = arena_new(a, struct test);
	word *params = arena_array(a, word, v->n);
	for (size_t i = 0; i < v->n; i++)
		params[i] = type_nth(NULL, v->at[i].type, random_draw(state) % v->at[i].type->count);
	t->params = params;
	t->nparams = v->n;
	draw_phases(a, state, t);
	return t;
}

static const struct test *
shrunk(struct arena *a, struct oracle *o)
{
	struct shrink s = {.fails = fails, .enough = never, .context = o, .params = o->params};
	return shrink_test(&s, a, o->original);
}

static void
no_candidate_leaves_a_type_or_what_was_picked(void **state)
{
	struct loaded l;
	load_good(&l, SPEC);
	size_t asked = 0;
	for (uint64_t seed = 1; seed <= TESTS; seed++) {
		struct arena a = {0};
		uint64_t stream = seed;
		struct oracle o = {.params = &l.spec->params, .original = draw_test(&a, &l.spec->params, &stream), .seed = seed, .one_of = 1 + seed % 4};
		shrunk(&a, &o);
		asked += o.asked;
		arena_free(&a);
	}
	assert_true(asked > 10 * TESTS);
	forget(&l);
}

static void
what_always_fails_has_the_simplest_parameters(void **state)
{
	static const word simplest[] = {1, 7, -4, 0, 9000000000000000000, -9223372036854775000, 0, false, 0, 0};
	struct loaded l;
	struct arena a = {0};
	uint64_t stream = 5;
	load_good(&l, SPEC);
	struct oracle o = {.params = &l.spec->params, .original = draw_test(&a, &l.spec->params, &stream), .one_of = 1};
	const struct test *t = shrunk(&a, &o);
	assert_int_equal(t->nparams, sizeof simplest / sizeof *simplest);
	for (size_t i = 0; i < t->nparams; i++)
		assert_int_equal(t->params[i], simplest[i]);
	arena_free(&a);
	forget(&l);
}

/* Fails where the number is so far from 0 at least. */
static bool
fails_far_out(void *context, struct arena *a, const struct test *candidate, const struct test **done)
{
	const word *least = context;
	*done = candidate;
	return *least < 0 ? candidate->params[0] <= *least : candidate->params[0] >= *least;
}

static void
a_parameter_goes_no_further_than_it_fails(void **state)
{
	static const struct { const char *type; word from, least; } cases[] = {
		{"1..3", 3, 2}, {"-100..100", -100, -37}, {"-9..-4", -9, -4}, {"-9..-4", -9, -8}, {"0..1000000000", 1000000000, 123456789},
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct loaded l;
		struct arena a = {0};
		load_good(&l, arena_printf(&a, "resource: r\nparameters: { n: %s }\noperations: { a: {} }\n", cases[i].type));
		word least = cases[i].least;
		struct shrink s = {.fails = fails_far_out, .enough = never, .context = &least, .params = &l.spec->params};
		struct test t = {.nparams = 1, .params = &cases[i].from};
		assert_int_equal(shrink_test(&s, &a, &t)->params[0], least);
		arena_free(&a);
		forget(&l);
	}
}

static void
a_parameter_that_is_given_stays(void **state)
{
	const struct define two = {"few", "2"};
	struct loaded l;
	struct arena a = {0};
	uint64_t stream = 9;
	load_bytes(&l, SPEC, strlen(SPEC), &(struct spec_options){.ndefines = 1, .defines = &two});
	struct oracle o = {.params = &l.spec->params, .original = draw_test(&a, &l.spec->params, &stream), .one_of = 1};
	assert_int_equal(shrunk(&a, &o)->params[0], o.original->params[0]);
	arena_free(&a);
	forget(&l);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(no_candidate_leaves_a_type_or_what_was_picked),
		cmocka_unit_test(what_always_fails_has_the_simplest_parameters),
		cmocka_unit_test(a_parameter_goes_no_further_than_it_fails),
		cmocka_unit_test(a_parameter_that_is_given_stays),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
