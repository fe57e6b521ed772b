#include "mutate/private.h"

#include "base/random.h"
#include "gen/gen.h"

#include <stdlib.h>
#include <string.h>

/* A specification that takes part. */
struct party {
	struct arena *arena;
	struct spec *spec;
	struct model model;
	const char *wrong; /* how it goes wrong by itself, if it does */
	bool unknown; /* it does not go wrong, but there is no telling what a call may return */
};

struct mutating {
	struct arena *arena; /* of what is given back */
	struct source *source; /* NULL: it has not been read yet */
	const char *path;
	const struct spec_options *options;
	struct party original;
	struct mutated *out;
	bool *broken; /* by invariant */
};

static bool
load(struct mutating *k, struct party *p, struct diags *d, struct mutator *m)
{
	struct spec_options options = *k->options;
	options.editor = &m->editor;
	p->spec = k->source ? spec_parse(p->arena, d, k->source, k->path, &options) : spec_load(p->arena, d, k->path, &options);
	if (!p->spec)
		return false;
	k->source = p->spec->source;
	model_init(&p->model, p->spec);
	return true;
}

/* --- tests --- */

static size_t
between(uint64_t seed, uint64_t stream, int64_t low, int64_t high)
{
	return (size_t)low + (size_t)(random_mix(seed ^ random_mix(stream)) % (uint64_t)(high - low + 1));
}

/* One of so many tests with several calls at once has clients that go on within a phase, unless the specification says how many do. */
enum { BURSTS = 4 };

/* Results that depend on all that was under way are simulated for single calls only. */
static size_t
burst_of(const struct mutating *k, uint64_t seed, bool concurrent)
{
	const struct testing *t = &k->original.spec->testing;
	if (!concurrent || k->original.model.others || (t->any_burst && between(seed, 5, 1, BURSTS) < BURSTS))
		return 1;
	return between(seed, 6, t->burst.low, t->burst.high);
}

/* Tests grow as they go by; every other one makes several calls at once; and half of them have a mixture of calls of their own. */
static struct ideal_settings
settings_of(const struct mutating *k, size_t nth)
{
	const struct testing *t = &k->original.spec->testing;
	int64_t low = t->phases.low, high = t->phases.high, concurrency = t->concurrency.high > 2 ? t->concurrency.high : 2;
	int64_t grown = low + (high - low) * (int64_t)(2 * nth + 8) / (int64_t)(k->out->tests + 8);
	uint64_t seed = random_mix(k->out->seed ^ random_mix(nth + 1));
	bool counted = t->any_burst && !t->any_phases; /* it may rely on how many phases there are */
	return (struct ideal_settings){
		.seed = seed,
		.phases = between(seed, 1, low, grown < high ? grown : high),
		.clients = between(seed, 2, 1, (int64_t)k->out->clients),
		.concurrency = nth % 2 ? between(seed, 3, 2, concurrency) : 1,
		.burst = burst_of(k, seed, nth % 2),
		.each = counted ? (size_t)high : 0,
		.all = counted ? (size_t)(high * concurrency) : 0,
		.weights = nth / 2 % 2 ? random_mix(seed ^ 4) : 0,
	};
}

/* A test that is going on, of a party that allows what is seen in it. */
struct running {
	struct arena arena;
	struct heap *heap;
	struct ideal_test test;
};

static void
run(struct running *r, struct mutating *k, struct party *p, size_t nth, const struct watch *watch)
{
	struct ideal_settings settings = settings_of(k, nth);
	*r = (struct running){.heap = heap_new(k->original.spec->heap)};
	r->test = ideal_run(&r->arena, r->heap, k->original.spec, &p->model, &settings, watch);
	if (!r->test.wrong || p->wrong)
		return;
	p->wrong = arena_strdup(k->arena, r->test.wrong);
	p->unknown = r->test.unknown;
}

static void
end(struct running *r)
{
	arena_free(&r->arena);
	heap_free(r->heap);
}

/* Nothing can be said of mutants if the tests of the original come to no good end. */
static bool
original_is_right(struct mutating *k)
{
	for (size_t i = 0; i < k->out->tests && !k->original.wrong; i++) {
		struct running r;
		run(&r, k, &k->original, i, NULL);
		end(&r);
	}
	return !k->original.wrong;
}

/* --- what is found --- */

static const char **
keep_names(struct arena *a, const struct history *h)
{
	const char **names = arena_array(a, const char *, h->nclients + 1);
	for (size_t i = 0; i < h->nclients; i++)
		names[i] = arena_strdup(a, h->clients[i]);
	return names;
}

/* A copy that outlives the test. */
static const struct history *
keep(struct mutating *k, const struct history *h)
{
	struct arena *a = k->arena;
	struct heap *heap = k->out->heap;
	struct history *kept = arena_new(a, struct history);
	const struct operation *op_of[MODEL_SLOTS] = {0};
	*kept = *h;
	kept->clients = keep_names(a, h);
	kept->lines = arena_array(a, struct history_line, h->n + 1);
	word *params = arena_array(a, word, k->original.spec->params.n + 1);
	memcpy(params, h->params, k->original.spec->params.n * sizeof *params); /* their types have no blocks */
	kept->params = params;
	for (size_t i = 0; i < h->n; i++) {
		struct event e = h->lines[i].event;
		word *args = arena_array(a, word, e.kind == EVENT_CALLED ? e.op->n + 1 : 1);
		for (size_t n = 0; e.kind == EVENT_CALLED && n < e.op->n; n++)
			args[n] = heap_copy(heap, e.op->params[n].type, e.args[n]);
		if (e.kind == EVENT_CALLED)
			op_of[e.client] = e.op;
		if (e.kind == EVENT_RETURNED && e.has_value)
			e.value = heap_copy(heap, op_of[e.client]->returns, e.value);
		e.args = args;
		kept->lines[i] = (struct history_line){.event = e};
	}
	return kept;
}

static void
find_invalid(struct mutating *k, struct mutant *m, const char *why)
{
	m->verdict = MUTANT_INVALID;
	m->reason = arena_strdup(k->arena, why);
}

/* Judges what one of the two allows by the other. True: they are told apart. */
static bool
compare(struct mutating *k, struct mutant *m, const struct party *allows, struct party *forbids, const struct history *h)
{
	struct arena a = {0};
	struct judgement j = history_judge(&a, &forbids->model, h, false);
	m->undecided += j.outcome == OUTCOME_UNDECIDED;
	if (j.outcome == OUTCOME_FAIL) {
		m->failure = j.failure;
		m->history = keep(k, history_shorten(&a, &allows->model, &forbids->model, h, j.phase, &m->failure));
	}
	if (j.outcome == OUTCOME_BAD_SPEC)
		forbids->wrong = arena_strdup(k->arena, j.reason);
	arena_free(&a);
	return j.outcome == OUTCOME_FAIL;
}

/* The same where the first went wrong once it had let a call go ahead: was it right to do so? */
static bool
compare_wrong(struct mutating *k, struct mutant *m, const struct party *forbids, const struct history *h)
{
	struct arena a = {0};
	struct judgement j = history_judge(&a, &forbids->model, h, true);
	if (j.outcome == OUTCOME_FAIL) {
		m->failure = j.failure;
		m->history = keep(k, h);
	}
	arena_free(&a);
	return j.outcome == OUTCOME_FAIL;
}

/* Is there a test of which the one allows an outcome that the other forbids? */
static bool
differ(struct mutating *k, struct mutant *m, struct party *allows, struct party *forbids, const struct watch *watch)
{
	bool apart = false;
	for (size_t i = 0; i < k->out->tests && !apart && !forbids->wrong; i++) {
		struct running r;
		run(&r, k, allows, i, watch);
		apart = compare(k, m, allows, forbids, r.test.seen) || (r.test.seen_wrong && compare_wrong(k, m, forbids, r.test.seen_wrong));
		end(&r);
		m->tests++;
	}
	return apart;
}

static void
test_mutant(struct mutating *k, struct mutant *m, struct party *p)
{
	struct watch watch = {p->spec->ninvariants, p->spec->invariants, k->broken};
	p->spec->ninvariants = 0; /* an implementation does not know them */
	if (differ(k, m, p, &k->original, &watch))
		m->verdict = MUTANT_TOLD_APART;
	else if (!p->wrong && differ(k, m, &k->original, p, NULL))
		m->verdict = MUTANT_STRICTER;
	else if (p->wrong)
		find_invalid(k, m, p->wrong);
	else
		m->verdict = MUTANT_ALIKE;
}

static void
try_mutant(struct mutating *k, size_t i)
{
	struct arena arena = {0};
	struct diags diags = {0};
	struct party p = {.arena = &arena};
	struct mutator m = mutator_new(&arena, (int64_t)i);
	struct mutant *mutant = &k->out->mutants[i];
	if (load(k, &p, &diags, &m))
		test_mutant(k, mutant, &p);
	else
		find_invalid(k, mutant, diags.list.n ? diags.list.at[0].message : "it cannot be loaded");
	spec_free(p.spec);
	diags_free(&diags);
	arena_free(&arena);
}

/* --- all of it --- */

static int
by_place(const void *a, const void *b)
{
	const struct mutant *l = a, *r = b;
	int file = strcmp(l->span.src->name, r->span.src->name);
	if (file || l->span.from != r->span.from)
		return file ? file : l->span.from < r->span.from ? -1 : 1;
	return l->nth < r->nth ? -1 : l->nth > r->nth;
}

static void
count(struct mutated *out)
{
	for (const struct mutant *m = out->mutants; m < out->mutants + out->n; m++) {
		out->told_apart += m->verdict == MUTANT_TOLD_APART;
		out->stricter += m->verdict == MUTANT_STRICTER;
		out->alike += m->verdict == MUTANT_ALIKE;
		out->invalid += m->verdict == MUTANT_INVALID;
	}
}

int
mutated_score(const struct mutated *m)
{
	size_t valid = m->clients && !m->wrong ? m->n - m->invalid : 0;
	return valid ? (int)((m->told_apart + m->stricter) * 100 / valid) : -1;
}

static void
try_all(struct mutating *k, const struct mutate_options *o)
{
	struct mutated *out = k->out;
	for (size_t i = 0; i < out->n && !k->original.wrong; i++) {
		if (o->progress)
			o->progress(o->context, i, out->n);
		try_mutant(k, i);
	}
	for (size_t i = 0; i < out->ninvariants; i++)
		out->invariants[i] = (struct guarded_invariant){&out->spec->invariants[i], k->broken[i]};
	count(out);
	if (out->n)
		qsort(out->mutants, out->n, sizeof *out->mutants, by_place);
}

struct mutated *
mutate_spec(struct arena *a, struct diags *d, const char *path, const struct spec_options *spec, const struct mutate_options *o)
{
	static const struct spec_options none;
	struct mutated *out = arena_new(a, struct mutated);
	struct mutating k = {.arena = a, .path = path, .options = spec ? spec : &none, .original = {.arena = a}, .out = out};
	struct mutator m = mutator_new(a, NO_MUTANT);
	struct gen_client clients[MODEL_SLOTS];
	if (!load(&k, &k.original, d, &m))
		return NULL;
	*out = (struct mutated){
		.clients = gen_clients(k.original.spec, MODEL_SLOTS, clients), .spec = k.original.spec, .tests = o->tests ? o->tests : MUTATE_TESTS, .seed = o->seed, .heap = heap_new(k.original.spec->heap),
	};
	out->mutants = m.list.at;
	out->n = m.list.n < MOST_MUTANTS ? m.list.n : MOST_MUTANTS;
	out->left_out = m.list.n - out->n;
	out->ninvariants = out->spec->ninvariants;
	out->invariants = arena_array(a, struct guarded_invariant, out->ninvariants + 1);
	k.broken = arena_array(a, bool, out->ninvariants + 1);
	if (out->clients > 0 && original_is_right(&k))
		try_all(&k, o);
	out->wrong = k.original.wrong;
	out->unknown = k.original.unknown;
	return out;
}

void
mutated_free(struct mutated *m)
{
	if (!m)
		return;
	heap_free(m->heap);
	spec_free(m->spec);
}
