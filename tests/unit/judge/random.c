/*
 * The judge beside the reference, on random specifications and histories. As a program: random SEED COUNT looks at more, and
 * prints what it saw; random SEED prints one case.
 */
#include "unit/unit.h"

#include "unit/judge/generate.h"
#include "history/history.h"
#include "judge/private.h"
#include "report/report.h"

#include <stdio.h>

struct tally {
	size_t cases, calls, phases, bad_specs, faults, too_many;
	size_t outcomes[4], classes[6], orders[3];
};

struct comparison {
	struct arena arena;
	struct diags diags;
	struct generator_state g;
	struct spec *spec;
	struct model model;
	struct ref ref;
	struct history *history;
	struct judge *judge;
	struct text history_text;
	const char *wrong;
	bool lost; /* calls are; then the judge remembers less */
	struct tally *tally;
};

static void
load(struct comparison *c, const char *yaml)
{
	struct source *src = source_text(&c->arena, "random.yaml", yaml, strlen(yaml));
	struct spec_options none = {0};
	c->spec = spec_parse(&c->arena, &c->diags, src, "random.yaml", &none);
	if (c->spec)
		model_init(&c->model, c->spec);
}

/* --- sets of configurations, as sorted lines of text --- */

struct lines {
	char **at;
	size_t n, cap;
};

static void
lines_add(struct lines *l, const char *s)
{
	if (l->n == l->cap)
		l->at = mem_grow(l->at, (l->cap = l->cap ? 2 * l->cap : 16) * sizeof *l->at);
	l->at[l->n++] = strdup(s);
}

static int
line_order(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

static void
lines_sort(struct lines *l)
{
	size_t n = 0;
	if (l->n)
		qsort(l->at, l->n, sizeof *l->at, line_order);
	for (size_t i = 0; i < l->n; i++) {
		if (n && strcmp(l->at[n - 1], l->at[i]) == 0)
			free(l->at[i]);
		else
			l->at[n++] = l->at[i];
	}
	l->n = n;
}

static void
lines_free(struct lines *l)
{
	for (size_t i = 0; i < l->n; i++)
		free(l->at[i]);
	free(l->at);
}

static bool
lines_equal(const struct lines *a, const struct lines *b)
{
	bool equal = a->n == b->n;
	for (size_t i = 0; equal && i < a->n; i++)
		equal = strcmp(a->at[i], b->at[i]) == 0;
	return equal;
}

static void
put_variables(struct text *t, const struct variables *v, const word *at)
{
	for (size_t i = 0; i < v->n; i++) {
		text_str(t, " ");
		value_print(t, v->at[i].type, at[i]);
	}
}

static void
put_states(const struct comparison *c, struct text *t, const word *state, const word *sched, const word *policy)
{
	text_str(t, "");
	put_variables(t, &c->spec->state, state);
	put_variables(t, &c->spec->sched, sched);
	put_variables(t, &c->spec->policy->state, policy);
}

static void
put_pending_call(const struct comparison *c, struct text *t, int client, const struct operation *op, const word *info)
{
	const struct rule *own = &op->rule, *policy = &c->spec->policy->rules[op->index];
	text_printf(t, " r%d", client);
	if (own->info)
		text_printf(t, "/%lld", (long long)info[0]);
	if (policy->info)
		text_printf(t, "|%lld", (long long)info[1]);
}

static int
client_number(const struct comparison *c, int client)
{
	return atoi(c->history->clients[client] + 1);
}

/* The reference knows the total order; the model may not care. */
static void
show_reference(const struct comparison *c, const struct ref_config *k, struct lines *out)
{
	struct text t = {0};
	put_states(c, &t, k->state, k->sched, k->policy);
	for (int client = 0; client < CLIENTS; client++)
		for (size_t i = 0; i < k->n; i++) {
			const struct ref_call *call = &c->ref.calls[k->pending[c->model.order == ORDER_NONE ? i : (size_t)client < k->n ? (size_t)client : 0]];
			if (c->model.order != ORDER_NONE && (i > 0 || (size_t)client >= k->n))
				continue;
			if (c->model.order == ORDER_NONE && call->client != client)
				continue;
			put_pending_call(c, &t, call->client, call->op, k->info[c->model.order == ORDER_NONE ? i : (size_t)client]);
		}
	for (int i = 0; i < (int)c->ref.ncalls; i++)
		if (k->refused >> i & 1)
			text_printf(&t, " !r%d", c->ref.calls[i].client);
	lines_add(out, t.s);
	text_free(&t);
}

static void
put_slot(const struct comparison *c, struct text *t, const struct rules *r, const word *config, int slot)
{
	const struct call *call = &r->calls[slot];
	put_pending_call(c, t, client_number(c, call->client), call->op, config + r->layout.info + 2 * (size_t)slot);
}

/* All total orders that a configuration of the judge stands for. */
static void
show_orders(const struct comparison *c, const struct rules *r, const word *config, struct text *t, uint64_t left, const char *refused, struct lines *out)
{
	size_t n = t->n;
	if (!left) {
		text_str(t, refused);
		lines_add(out, t->s);
		t->n = n;
		t->s[n] = 0;
	}
	for (uint64_t rest = left; rest; rest &= rest - 1) {
		int slot = __builtin_ctzll(rest);
		if ((uint64_t)config[r->layout.before + (size_t)slot] & left)
			continue;
		put_slot(c, t, r, config, slot);
		show_orders(c, r, config, t, left & ~(1ull << slot), refused, out);
		t->n = n;
		t->s[n] = 0;
	}
}

static int
slot_of(const struct comparison *c, const struct rules *r, uint64_t among, int client)
{
	for (; among; among &= among - 1)
		if (client_number(c, r->calls[__builtin_ctzll(among)].client) == client)
			return __builtin_ctzll(among);
	return -1;
}

static void
show_judged(const struct comparison *c, const struct rules *r, const word *config, struct lines *out)
{
	struct text t = {0}, refused = {0};
	const struct layout *l = &r->layout;
	uint64_t pending = config_pending(r, config) & ~r->refused, answered = config_pending(r, config) & r->refused;
	put_states(c, &t, config, config + l->sched, config + l->policy);
	text_str(&refused, "");
	for (int i = 0; i < (int)c->ref.ncalls; i++) {
		const struct ref_call *k = &c->ref.calls[i];
		if (k->refused && k->issued <= c->ref.phase && (!k->returned || k->returned > c->ref.phase) && slot_of(c, r, answered, k->client) >= 0)
			text_printf(&refused, " !r%d", k->client);
	}
	if (c->model.order != ORDER_NONE) {
		show_orders(c, r, config, &t, pending, refused.s, out);
	} else {
		for (int client = 0; client < CLIENTS; client++) {
			int slot = slot_of(c, r, pending, client);
			if (slot >= 0)
				put_slot(c, &t, r, config, slot);
		}
		text_str(&t, refused.s);
		lines_add(out, t.s);
	}
	text_free(&t);
	text_free(&refused);
}

static void
say_sets(struct comparison *c, const struct lines *expected, const struct lines *got)
{
	struct text t = {0};
	text_printf(&t, "viable configurations after phase %zu\n", c->ref.phase);
	for (size_t i = 0; i < expected->n; i++)
		text_printf(&t, "  reference:%s\n", expected->at[i]);
	for (size_t i = 0; i < got->n; i++)
		text_printf(&t, "  judge:    %s\n", got->at[i]);
	c->wrong = text_take(&t, &c->arena);
}

static void
compare_sets(struct comparison *c, const struct ref_set *viable)
{
	struct lines expected = {0}, got = {0};
	const struct walk *w = &c->judge->walk;
	for (size_t i = 0; i < viable->n; i++)
		show_reference(c, &viable->at[i], &expected);
	for (size_t i = 0; i < w->now.n; i++)
		show_judged(c, &w->rules, set_at(&w->now, i), &got);
	lines_sort(&expected);
	lines_sort(&got);
	if (!lines_equal(&expected, &got))
		say_sets(c, &expected, &got);
	lines_free(&expected);
	lines_free(&got);
}

/* --- verdicts --- */

static void
say(struct comparison *c, const char *what, long long expected, long long got)
{
	c->wrong = arena_printf(&c->arena, "phase %zu: %s: the reference says %lld, the judge %lld", c->ref.phase, what, expected, got);
}

/* Was this call bound to go ahead after that phase, in some run that leaves its calls blocked against the rules? */
static bool
was_bound(struct comparison *c, int client, size_t phase)
{
	struct ref_set safe = ref_safe(&c->ref, phase, false);
	bool bound = false;
	for (size_t i = 0; i < safe.n; i++) {
		struct ref_config *k = &safe.at[i];
		for (size_t place = 0; place < k->n; place++)
			if (c->ref.calls[k->pending[place]].client == client && ref_enabled(&c->ref, k, place) && ref_must(&c->ref, k, place))
				bound = true;
		for (int call = 0; call < (int)c->ref.ncalls; call++)
			if ((k->refused >> call & 1) && c->ref.calls[call].client == client)
				bound = true;
	}
	ref_set_free(&safe);
	return bound;
}

static void
compare_failure(struct comparison *c, const struct verdict *v)
{
	size_t phase = c->ref.phase;
	enum failure expected = ref_class(&c->ref, phase);
	c->ref.phase = phase;
	bool faulty = c->ref.fault; /* where a clause goes wrong on the way, the definition does not tell which class it is */
	if (faulty && v->outcome == OUTCOME_BAD_SPEC)
		return;
	if (v->outcome != OUTCOME_FAIL)
		say(c, "outcome", OUTCOME_FAIL, v->outcome);
	else if (c->lost && v->failure == FAILURE_UNCLASSED) /* a result that cannot be tried */
		return;
	else if (v->failure != expected && !faulty)
		say(c, "class", expected, v->failure);
	else if (v->phase != phase)
		say(c, "phase", (long long)phase, (long long)v->phase);
	else if (v->nwhys == 0)
		say(c, "reasons", 1, 0);
	for (size_t i = 0; !c->wrong && v->failure == FAILURE_PROGRESS && i < v->nwhys; i++) {
		if (v->whys[i].bound_in < 1 || v->whys[i].bound_in > phase || !was_bound(c, client_number(c, v->whys[i].client), v->whys[i].bound_in))
			say(c, "a phase in which a call was bound", 0, (long long)v->whys[i].bound_in);
	}
	c->tally->classes[expected]++;
}

/* Both at the end of a phase. Returns false when nothing is left to compare. */
static bool
compare_phase(struct comparison *c, struct ref_set *viable)
{
	const struct verdict *v = judge_verdict(c->judge);
	struct ref_set next;
	c->ref.completed = true;
	ref_phase(&c->ref, c->ref.phase + 1, viable, &next);
	ref_set_free(viable);
	*viable = next;
	if (c->ref.fault) { /* the judge need not have met it, but it must not have seen what is not there */
		c->tally->faults++;
		if (v->outcome != OUTCOME_BAD_SPEC)
			c->tally->bad_specs++;
		return false;
	}
	if (c->lost && v->outcome == OUTCOME_UNDECIDED) { /* a result that cannot be tried */
		c->tally->too_many++;
		return false;
	}
	if (next.n == 0) {
		compare_failure(c, v);
		return false;
	}
	if (v->outcome != OUTCOME_PASS) {
		say(c, "outcome", OUTCOME_PASS, v->outcome);
		return false;
	}
	if (!c->lost)
		compare_sets(c, &next);
	return !c->wrong;
}

static const char *
client_of(int client, void *context)
{
	const struct comparison *c = context;
	return c->history->clients[client];
}

static void
write_reports(struct comparison *c)
{
	struct text out = {0};
	struct judged judged = {.title = "random", .model = &c->model, .history = c->history, .verdict = judge_verdict(c->judge)};
	report_judged(&out, FORMAT_TEXT, &judged);
	report_judged(&out, FORMAT_JSON, &judged);
	text_free(&out);
}

/* The nth call of the client. */
static int
nth_call(const struct comparison *c, int client, size_t n)
{
	int call = 0;
	while (c->ref.calls[call].client != client || n-- > 0)
		call++;
	return call;
}

enum { MOST_LOSING = 9 }; /* with more calls, the reference takes too long over what became of lost ones */

/* One call in so many is lost where it returned, and at the end all that are outstanding. */
static void
lose_calls(struct comparison *c, unsigned rarely)
{
	size_t calls[CLIENTS] = {0}, phase = 1;
	struct history *h = c->history;
	for (size_t i = 0; i < h->n; i++) {
		struct event *e = &h->lines[i].event;
		int client = e->kind == EVENT_AT_REST ? 0 : client_number(c, e->client);
		calls[client] += e->kind == EVENT_CALLED;
		phase += e->kind == EVENT_AT_REST;
		if (e->kind != EVENT_RETURNED || draw(&c->g, rarely) > 0)
			continue;
		int call = nth_call(c, client, calls[client] - 1);
		*e = (struct event){.kind = EVENT_LOST, .client = e->client};
		c->ref.calls[call].lost = phase;
		c->ref.calls[call].returned = 0;
		for (int k = 0; k < (int)c->ref.ncalls; k++)
			c->ref.calls[k].ahead &= ~(1ull << call);
	}
	if (draw(&c->g, 2) > 0 || h->lines[h->n - 1].event.kind != EVENT_AT_REST)
		return;
	h->lines[h->n - 1].event.kind = EVENT_END;
	for (int k = 0; k < (int)c->ref.ncalls; k++)
		if (!c->ref.calls[k].returned && !c->ref.calls[k].lost)
			c->ref.calls[k].lost = phase - 1;
}

static void
compare_history(struct comparison *c)
{
	struct ref_set viable = {0};
	struct ref_config first;
	struct judge_options options = {.many = c->g.seed & 2 ? 1 : 0, .in_rows = c->history->timed && c->g.seed & 4}; /* at times, one order has to do wherever it can */
	c->judge = judge_new(&c->arena, &c->model, &options);
	judge_name_clients(c->judge, client_of, c);
	c->judge->least_heap_limit = c->g.seed & 1; /* at times, collect garbage after each phase */
	c->lost = c->g.seed & 8 && c->ref.ncalls <= MOST_LOSING;
	if (c->lost)
		lose_calls(c, 12);
	judge_begin(c->judge, NULL);
	ref_initial(&c->ref, &first);
	ref_add(&viable, &first);
	c->ref.phase = 0;
	for (size_t i = 0; i < c->history->n; i++) {
		struct event e = c->history->lines[i].event;
		if (e.kind == EVENT_AT_REST || e.kind == EVENT_END) {
			e.rough = c->ref.rests[c->ref.phase + 1].rough;
			e.unsure = c->ref.rests[c->ref.phase + 1].unsure;
		}
		if (!judge_event(c->judge, &e)) {
			c->wrong = judge_misuse(c->judge);
			break;
		}
		enum event_kind kind = c->history->lines[i].event.kind;
		if ((kind == EVENT_AT_REST || kind == EVENT_END) && !compare_phase(c, &viable))
			break;
	}
	c->tally->outcomes[judge_verdict(c->judge)->outcome]++;
	c->tally->calls += c->ref.ncalls;
	c->tally->phases += c->ref.phase;
	c->tally->orders[c->model.order]++;
	write_reports(c);
	judge_free(c->judge);
	ref_set_free(&viable);
}

static void
print_case(const struct comparison *c)
{
	printf("# %s\n", c->wrong ? c->wrong : "agreed");
	printf("%s---\n%s", c->g.out.s, c->history_text.s ? c->history_text.s : "");
	for (size_t i = 0, line = c->history && !c->history->timed; c->lost && i < c->history->n; i++) {
		enum event_kind kind = c->history->lines[i].event.kind;
		line += kind != EVENT_BEGAN;
		if (kind == EVENT_LOST || kind == EVENT_END)
			printf("event %zu is %s\n", line, kind == EVENT_LOST ? "lost" : "the end");
	}
}

/* Returns whether judge and reference agree on the case with this number. */
static bool
agree_on(uint64_t seed, struct tally *tally, bool show)
{
	struct comparison c = {.tally = tally};
	load(&c, generate_spec(&c.g, seed));
	tally->cases++;
	if (!c.spec) {
		c.wrong = "the specification is not accepted";
		diags_print(&c.diags, stderr, false);
	} else {
		struct heap *heap = heap_new(c.spec->heap);
		c.ref = (struct ref){.spec = c.spec, .heap = heap, .machine = machine_new(heap)};
		for (uint64_t histories = 3; histories > 0 && !c.wrong; histories--) {
			generate_history(&c.g, &c.arena, &c.ref, &c.history_text);
			if (c.ref.ncalls == 0)
				continue;
			struct source *src = source_text(&c.arena, "history", c.history_text.s, c.history_text.n);
			c.history = history_parse(&c.arena, &c.diags, c.spec, heap, src, NULL);
			if (c.history)
				compare_history(&c);
			else
				c.wrong = "the history is not accepted";
		}
		machine_free(c.ref.machine);
		heap_free(heap);
	}
	diags_print(&c.diags, stdout, false);
	if (c.wrong || show) {
		printf("# case %llu\n", (unsigned long long)seed);
		print_case(&c);
	}
	spec_free(c.spec);
	text_free(&c.g.out);
	text_free(&c.history_text);
	diags_free(&c.diags);
	arena_free(&c.arena);
	return !c.wrong;
}

static size_t
disagreements(uint64_t seed, size_t count, struct tally *tally)
{
	size_t wrong = 0;
	for (size_t i = 0; i < count && wrong < 5; i++)
		wrong += !agree_on(seed + i, tally, false);
	return wrong;
}

static void
the_judge_agrees_with_the_reference_on_random_histories(void **state)
{
	struct tally tally = {0};
	(void)state;
	assert_int_equal(disagreements(1, 1000, &tally), 0);
}

/* What one call's going ahead says of the arrival of others must not be lost when it is gone; a call that had to wait is no reason. */
static void
they_agree_where_they_once_did_not(void **state)
{
	static const uint64_t seeds[] = {108532, 112297, 137765, 149163, 151986, 216256, 216551, 222375, 232247, 279956};
	struct tally tally = {0};
	(void)state;
	for (size_t i = 0; i < sizeof seeds / sizeof *seeds; i++)
		assert_true(agree_on(seeds[i], &tally, false));
}

static void
print_tally(const struct tally *t)
{
	printf("%zu specifications, %zu calls in %zu phases\n", t->cases, t->calls, t->phases);
	printf("pass %zu, fail %zu, undecided %zu, bad spec %zu\n", t->outcomes[0], t->outcomes[1], t->outcomes[2], t->outcomes[3]);
	printf("safety %zu, order %zu, value %zu, progress %zu\n", t->classes[1], t->classes[2], t->classes[3], t->classes[4]);
	printf("order of arrival: not asked for %zu, open %zu, fixed %zu\n", t->orders[0], t->orders[1], t->orders[2]);
	printf("results of lost calls that cannot be tried: %zu\n", t->too_many);
	printf("faults: %zu, of which the judge did not meet %zu\n", t->faults, t->bad_specs);
}

int
main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(the_judge_agrees_with_the_reference_on_random_histories), cmocka_unit_test(they_agree_where_they_once_did_not)};
	struct tally tally = {0};
	if (argc == 2)
		return !agree_on(strtoull(argv[1], NULL, 10), &tally, true);
	if (argc < 3)
		return cmocka_run_group_tests(tests, NULL, NULL);
	size_t wrong = disagreements(strtoull(argv[1], NULL, 10), strtoull(argv[2], NULL, 10), &tally);
	print_tally(&tally);
	return wrong > 0;
}
