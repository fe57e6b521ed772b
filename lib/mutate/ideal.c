#include "mutate/private.h"

#include "base/random.h"
#include "gen/gen.h"
#include "model/results.h"

#include <stdlib.h>
#include <string.h>

/* A client, whose slot is its place. */
struct actor {
	struct gen_client who;
	word *vars;
	const struct alternative *outstanding; /* of its call, or NULL */
	const word *args; /* of it */
	size_t more; /* calls that it may still make in this phase */
	size_t made; /* calls, in all phases */
	int64_t since; /* when it was made */
	bool started;
};

struct drawn {
	struct choices choices; /* comes first */
	uint64_t *state;
};

struct ideal {
	struct arena *arena;
	const struct ideal_settings *settings;
	uint64_t state; /* of the random numbers */
	const char *wrong;
	bool unknown;
	/* the clients' side */
	const struct spec *spec;
	struct gen gen;
	struct drawn drawn;
	struct actor actors[MODEL_SLOTS];
	size_t made, left; /* calls; phases that follow */
	size_t nclients;
	VEC(struct history_line) seen;
	size_t at_rest; /* so much of it, up to the last time */
	bool post_went_wrong; /* and the call has returned */
	/* the model's side */
	struct rules rules;
	int64_t time; /* in milliseconds */
	bool clocked; /* a clause asks for how long calls have waited */
	struct results *results;
	word *now, *next, *taken, *refined;
	int executing; /* the slot of the call whose results are tried */
	uint64_t tried; /* results that it may have */
	bool asks; /* an order of arrival must be settled first */
	word result; /* of the one that was taken */
	const struct watch *watch;
};

static uint64_t
bit(size_t slot)
{
	return 1ull << slot;
}

static uint64_t
draw(struct ideal *x, uint64_t below)
{
	return random_draw(&x->state) % below;
}

static uint64_t
choose(struct choices *c, uint64_t n)
{
	return random_draw(((struct drawn *)c)->state) % n;
}

static bool
goes_wrong(struct ideal *x, const char *why)
{
	x->wrong = x->wrong ? x->wrong : why;
	return false;
}

static bool
has_mishap(struct ideal *x)
{
	const struct mishap *m = &x->rules.mishap;
	struct text t = {0};
	if (m->fault.kind == FAULT_NONE)
		text_printf(&t, "%s does not hold", m->clause->name);
	else
		fault_print(&t, &m->fault);
	if (m->clause && m->fault.kind != FAULT_NONE)
		text_printf(&t, ", in %s", m->clause->name);
	return goes_wrong(x, text_take(&t, x->arena));
}

/* --- starting and stopping --- */

static bool
start_clients(struct ideal *x)
{
	for (size_t i = 0; i < x->nclients; i++) {
		struct actor *a = &x->actors[i];
		a->vars = arena_array(x->arena, word, a->who.kind->vars.n);
		if (!gen_start(&x->gen, a->who.kind, a->who.id, a->vars, &x->drawn.choices))
			return goes_wrong(x, "a client's variables cannot be evaluated");
	}
	return true;
}

static void
choose_parameters(struct ideal *x, word *params)
{
	const struct variables *v = &x->spec->params;
	for (size_t i = 0; i < v->n; i++) {
		params[i] = type_nth(x->gen.machine->heap, v->at[i].type, draw(x, v->at[i].type->count));
		if (v->at[i].init)
			code_run(x->gen.machine, v->at[i].init, &(struct frame){0}, &params[i]); /* a constant: it was evaluated when the spec was loaded */
	}
}

static void
start(struct ideal *x, struct heap *heap, const struct model *m)
{
	word *params = arena_array(x->arena, word, x->spec->params.n + 1);
	struct gen_client clients[MODEL_SLOTS];
	x->state = random_mix(x->settings->seed ^ 12345);
	x->drawn = (struct drawn){{choose}, &x->state};
	x->gen = (struct gen){.machine = machine_new(heap), .params = params};
	choose_parameters(x, params);
	rules_start(&x->rules, m, heap_new(m->spec->heap), params);
	x->nclients = gen_clients(x->spec, MODEL_SLOTS, clients);
	x->nclients = x->settings->clients < x->nclients ? x->settings->clients : x->nclients;
	for (size_t i = 0; i < x->nclients; i++)
		x->actors[i] = (struct actor){.who = clients[i]};
	rules_widen(&x->rules, x->nclients);
	size_t words = x->rules.layout.words;
	x->now = arena_array(x->arena, word, words);
	x->next = arena_array(x->arena, word, words);
	x->taken = arena_array(x->arena, word, words);
	x->refined = arena_array(x->arena, word, words * MODEL_SLOTS);
	x->results = results_new(x->arena, x->rules.heap, m->spec);
}

static void
stop(struct ideal *x)
{
	struct heap *heap = x->rules.heap;
	machine_free(x->gen.machine);
	rules_stop(&x->rules);
	heap_free(heap);
}

/* --- what the implementation does --- */

static void
become(struct ideal *x, const word *config)
{
	memcpy(x->now, config, x->rules.layout.words * sizeof *config);
}

/* --- time, where a clause asks for it --- */

enum { MILLISECOND = 1000000, LONG = 1000 };

static void
set_time(struct ideal *x, int64_t time)
{
	x->time = time;
	for (size_t i = 0; i < x->nclients; i++) {
		word *waited = x->rules.calls[i].waited;
		waited[WAITED_HELPS] = waited[WAITED_HINDERS] = time - x->actors[i].since;
	}
}

/* Calls may wait for as long as one of their arguments says, or a little less, or for much longer. */
static int64_t
some_time(struct ideal *x)
{
	const struct actor *a = &x->actors[draw(x, x->nclients)];
	const struct operation *op = a->outstanding ? a->outstanding->operation : NULL;
	const size_t which = op && op->n ? draw(x, op->n) : 0;
	if (!op || !op->n || op->params[which].type->kind != TYPE_INT || draw(x, 4) == 0)
		return x->time + (int64_t)draw(x, LONG);
	return a->since + a->args[which] + (int64_t)draw(x, 3) - 1;
}

static void
see(struct ideal *x, struct event e)
{
	e.time = x->time * MILLISECOND;
	vec_push(x->arena, &x->seen, (struct history_line){.event = e});
}

static void
notice_invariants(struct ideal *x, int slot)
{
	const struct watch *w = x->watch;
	for (size_t i = 0; w && i < w->n; i++) {
		word holds;
		if (!w->broken[i] && rules_evaluate(&x->rules, x->now, slot, &w->invariants[i], &holds) == STEP_YES)
			w->broken[i] = !holds;
	}
}

/* An order of arrival has to be settled: one of the ways to do so. */
static void
settle(struct ideal *x)
{
	size_t n = config_refine(&x->rules, x->now, x->refined);
	become(x, x->refined + draw(x, n) * x->rules.layout.words);
}

static void
returns(struct ideal *x, size_t client, word result)
{
	const struct operation *op = x->actors[client].outstanding->operation;
	word value = op->returns ? heap_copy(x->gen.machine->heap, op->returns, result) : 0;
	struct event e = {.kind = EVENT_RETURNED, .client = (int)client, .has_value = op->returns != NULL, .value = value};
	see(x, e);
}

/* A state without meaning follows, but what the call returns is known: it is read in the old state. */
static void
return_anyway(struct ideal *x, word result)
{
	const struct operation *op = x->rules.calls[x->executing].op;
	word holds = true;
	has_mishap(x);
	if (x->rules.mishap.clause != &op->post)
		return;
	if (op->result.code && rules_evaluate(&x->rules, x->now, x->executing, &op->result, &result) != STEP_YES)
		return;
	x->rules.calls[x->executing].result = result;
	if (op->ensures.code && rules_evaluate(&x->rules, x->now, x->executing, &op->ensures, &holds) != STEP_YES)
		return;
	if (!holds || (op->returns && !value_fits(op->returns, result)))
		return;
	returns(x, (size_t)x->executing, result);
	x->post_went_wrong = true;
}

/* Would the call have this result? Of those it may have, one is taken. */
static bool
try_result(void *context, word result)
{
	struct ideal *x = context;
	x->rules.calls[x->executing].result = result;
	memcpy(x->next, x->now, x->rules.layout.words * sizeof *x->next);
	enum step step = step_execute(&x->rules, x->next, x->executing, NULL, &result);
	x->asks = x->asks || step == STEP_ASKS;
	if (step == STEP_MISHAP) {
		return_anyway(x, x->rules.calls[x->executing].result);
		return false;
	}
	if (step != STEP_YES || draw(x, ++x->tried) != 0)
		return !x->asks;
	memcpy(x->taken, x->next, x->rules.layout.words * sizeof *x->next);
	x->result = result;
	return true;
}

/* Where nobody can say what the results are, the plainest value may do. */
static void
try_results(struct ideal *x, int slot)
{
	const struct operation *op = x->rules.calls[slot].op;
	word plain;
	x->executing = slot;
	x->tried = 0;
	x->asks = false;
	switch (results_give(x->results, &x->rules, x->now, slot, try_result, x)) {
	case RESULTS_MISHAP:
		has_mishap(x);
		break;
	case RESULTS_UNKNOWN:
		if (value_initial(x->rules.heap, op->returns, &plain))
			try_result(x, plain);
		break;
	case RESULTS_ALL:
	case RESULTS_SOME:
		break;
	}
	if (x->tried > 0 || x->asks || x->wrong)
		return;
	x->unknown = true;
	goes_wrong(x, arena_printf(x->arena, "no result was found that %s may return; let 'ensures' say 'result == ...' or 'result in {...}', behind no condition that reads the result", op->name));
}

static bool
count_result(void *context, word result)
{
	struct ideal *x = context;
	x->rules.calls[x->executing].result = result;
	memcpy(x->next, x->now, x->rules.layout.words * sizeof *x->next);
	x->tried += step_execute(&x->rules, x->next, x->executing, NULL, &result) != STEP_NO;
	return true;
}

/* Is there a result for an enabled call? Where that depends on how long it has waited, there may be none at this time. */
static bool
may_return(struct ideal *x, int slot)
{
	if (!x->clocked)
		return true;
	x->executing = slot;
	x->tried = 0;
	enum results_given given = results_give(x->results, &x->rules, x->now, slot, count_result, x);
	return x->tried > 0 || given == RESULTS_UNKNOWN || given == RESULTS_MISHAP;
}

static bool
give_back(struct ideal *x, size_t client)
{
	struct actor *a = &x->actors[client];
	returns(x, client, x->result);
	word value = x->seen.at[x->seen.n - 1].event.value;
	if (!gen_then(&x->gen, a->outstanding, a->who.kind->vars.n, a->vars, a->args, value, &x->drawn.choices))
		return goes_wrong(x, "what a client remembers cannot be evaluated");
	a->outstanding = NULL;
	return true;
}

static bool
execute(struct ideal *x, int slot)
{
	try_results(x, slot);
	if (x->wrong)
		return false;
	if (x->asks) {
		settle(x);
		return true;
	}
	become(x, x->taken);
	notice_invariants(x, slot);
	return give_back(x, (size_t)slot);
}

static bool
arrive(struct ideal *x, int slot)
{
	memcpy(x->next, x->now, x->rules.layout.words * sizeof *x->next);
	enum step step = step_arrive(&x->rules, x->next, slot);
	if (step == STEP_MISHAP)
		return has_mishap(x);
	if (step == STEP_ASKS)
		settle(x);
	else
		become(x, x->next);
	return true;
}

/* What can be done now: calls that can go ahead; and is there one that must? */
struct choice {
	uint64_t can;
	bool must;
};

/* STEP_ASKS, STEP_MISHAP: there is no answer yet, or none at all. */
static enum step
look_around(struct ideal *x, struct choice *c)
{
	*c = (struct choice){0};
	for (uint64_t left = config_pending(&x->rules, x->now); left; left &= left - 1) {
		int slot = __builtin_ctzll(left);
		enum step step = step_enabled(&x->rules, x->now, slot, NULL);
		if (step == STEP_YES) {
			step = c->must && !x->clocked ? STEP_YES : step_must(&x->rules, x->now, slot);
			c->must = c->must || step == STEP_YES;
			c->can |= step == STEP_YES || may_return(x, slot) ? bit((size_t)slot) : 0;
		}
		if (step == STEP_ASKS || step == STEP_MISHAP)
			return step;
	}
	return STEP_YES;
}

/* Is a call bound to go ahead? Or, if `stuck`, one for which there is no result? */
static bool
any_bound(struct ideal *x, bool stuck)
{
	for (uint64_t left = config_pending(&x->rules, x->now); left; left &= left - 1) {
		int slot = __builtin_ctzll(left);
		bool bound = step_enabled(&x->rules, x->now, slot, NULL) == STEP_YES && step_must(&x->rules, x->now, slot) == STEP_YES;
		if (bound && !(stuck && may_return(x, slot)))
			return true;
	}
	return false;
}

/* Who is bound to go ahead does so at once; and it must not become too late for somebody to do as the specification says. */
static void
let_time_pass(struct ideal *x)
{
	int64_t before = x->time, to = some_time(x), most = before + LONG;
	if (any_bound(x, false))
		return;
	set_time(x, to < before ? before : to > most ? most : to);
	if (any_bound(x, true))
		set_time(x, before);
}

static int
nth_of(uint64_t set, uint64_t n)
{
	while (n-- > 0)
		set &= set - 1;
	return __builtin_ctzll(set);
}

/* --- what the clients do --- */

/* As in a random test: most have favourites, and some leave a call out. */
static int64_t
weight(const struct ideal *x, const struct alternative *a)
{
	static const int64_t weights[] = {1, 1, 1, 2, 2, 4, 8, 0};
	uint64_t which = x->settings->weights ? random_mix(x->settings->weights ^ random_mix((uint64_t)a->operation->index + 1)) : 0;
	return a->share * weights[which % (sizeof weights / sizeof *weights)];
}

static bool
may_call(const struct ideal *x, size_t client)
{
	const struct actor *a = &x->actors[client];
	bool first = client == 0 || x->actors[client - 1].who.kind != a->who.kind;
	return !a->outstanding && (a->started || first || x->actors[client - 1].started);
}

static const struct alternative *
pick_alternative(struct ideal *x, size_t client)
{
	const struct actor *a = &x->actors[client];
	const struct alternative *chosen = NULL;
	int64_t total = 0;
	for (size_t i = 0; may_call(x, client) && i < a->who.kind->n; i++) {
		const struct alternative *one = &a->who.kind->calls[i];
		bool ready;
		int64_t share = weight(x, one);
		if (!gen_ready(&x->gen, one, a->vars, &ready)) {
			goes_wrong(x, "what a client does next cannot be evaluated");
			return NULL;
		}
		if (!ready || !share)
			continue;
		total += share;
		chosen = (int64_t)draw(x, (uint64_t)total) < share ? one : chosen;
	}
	return chosen;
}

/* Makes a call, unless PRE forbids it. True: it was made. */
static bool
make_call(struct ideal *x, size_t client, const struct alternative *alternative)
{
	struct actor *a = &x->actors[client];
	const struct operation *op = alternative->operation, *modelled = &x->rules.model->spec->ops[op->index];
	word *args = arena_array(x->arena, word, op->n + 1), *given = arena_array(x->arena, word, op->n + 1);
	if (!gen_args(&x->gen, alternative, a->vars, args, &x->drawn.choices))
		return goes_wrong(x, "the arguments of a call cannot be evaluated");
	for (size_t i = 0; i < op->n; i++)
		given[i] = heap_copy(x->rules.heap, op->params[i].type, args[i]);
	enum step step = rules_issue(&x->rules, (int)client, &(struct call){.op = modelled, .args = given, .client = (int)client});
	if (step == STEP_MISHAP)
		return has_mishap(x);
	if (step == STEP_NO && !modelled->reject.code)
		return false;
	struct event e = {.kind = EVENT_CALLED, .client = (int)client, .op = op, .args = args};
	see(x, e);
	a->outstanding = alternative;
	a->args = args;
	a->since = x->time;
	a->started = true;
	a->made++;
	x->made++;
	return true;
}

/* --- one step --- */

/* As many calls must be left as all can make one by one in the phases that follow. */
static bool
may_add(const struct ideal *x, const struct actor *a)
{
	const struct ideal_settings *s = x->settings;
	return !s->each || (a->made + x->left < s->each && x->made + x->left * s->concurrency < s->all);
}

/* A client whose call is back may make another one in the phase, which begins only now. */
static void
go_on(struct ideal *x, size_t client)
{
	struct actor *a = &x->actors[client];
	const struct alternative *alternative = a->more > 0 && may_add(x, a) ? pick_alternative(x, client) : NULL;
	if (!alternative || !make_call(x, client, alternative))
		return;
	a->more--;
	if (!x->spec->testing.timeless)
		see(x, (struct event){.kind = EVENT_BEGAN, .client = (int)client});
	config_enter(&x->rules, x->now, bit(client), bit(client));
}

static void
go_ahead(struct ideal *x, int slot)
{
	bool outstanding = execute(x, slot) && x->actors[slot].outstanding;
	if (!outstanding && !x->wrong)
		go_on(x, (size_t)slot);
}

/* Does one thing. False: all is at rest, or it has gone wrong. */
static bool
do_something(struct ideal *x)
{
	struct choice c;
	uint64_t in = config_in(&x->rules, x->now);
	if (x->clocked && draw(x, 2))
		let_time_pass(x);
	switch (look_around(x, &c)) {
	case STEP_MISHAP:
		return has_mishap(x);
	case STEP_ASKS:
		settle(x);
		return true;
	case STEP_NO:
	case STEP_YES:
		break;
	}
	if (!in && (!c.can || (!c.must && draw(x, 2))))
		return false;
	uint64_t arrivals = (uint64_t)__builtin_popcountll(in), which = draw(x, arrivals + (uint64_t)__builtin_popcountll(c.can));
	if (which < arrivals)
		return arrive(x, nth_of(in, which));
	go_ahead(x, nth_of(c.can, which - arrivals));
	return !x->wrong;
}

static uint64_t
make_calls(struct ideal *x)
{
	uint64_t wanted = 1 + draw(x, x->settings->concurrency), made = 0;
	size_t first = draw(x, x->nclients);
	for (size_t i = 0; i < x->nclients && (uint64_t)__builtin_popcountll(made) < wanted && !x->wrong; i++) {
		size_t client = (first + i) % x->nclients;
		const struct alternative *alternative = pick_alternative(x, client);
		if (!alternative || !make_call(x, client, alternative))
			continue;
		made |= bit(client);
		x->actors[client].more = x->settings->burst > 1 ? (size_t)draw(x, x->settings->burst) : 0;
	}
	return made;
}

static bool
run_phase(struct ideal *x)
{
	x->left--;
	uint64_t made = make_calls(x);
	if (!made || x->wrong)
		return false;
	config_enter(&x->rules, x->now, made, 0);
	x->rules.flight = config_in(&x->rules, x->now) | config_pending(&x->rules, x->now);
	while (do_something(x))
		;
	if (x->wrong)
		return false;
	see(x, (struct event){.kind = EVENT_AT_REST});
	x->at_rest = x->seen.n;
	return true;
}

/* --- a test --- */

static struct history *
history(struct ideal *x, size_t n)
{
	struct history *h = arena_new(x->arena, struct history);
	const char **names = arena_array(x->arena, const char *, x->nclients + 1);
	for (size_t i = 0; i < x->nclients; i++)
		names[i] = arena_printf(x->arena, "%s%lld", x->actors[i].who.kind->name, (long long)x->actors[i].who.id);
	*h = (struct history){
		.spec = x->spec, .params = x->gen.params, .lines = x->seen.at, .n = n, .clients = names, .nclients = x->nclients, .at_rest = true,
	};
	return h;
}

struct ideal_test
ideal_run(struct arena *a, struct heap *heap, const struct spec *s, const struct model *m, const struct ideal_settings *settings, const struct watch *watch)
{
	struct ideal *x = arena_new(a, struct ideal);
	struct ideal_test t = {0};
	*x = (struct ideal){.arena = a, .settings = settings, .spec = s, .clocked = s->reads_waited || m->spec->reads_waited, .watch = watch};
	start(x, heap, m);
	if (rules_initial(&x->rules, x->now) != STEP_YES)
		has_mishap(x);
	else if (start_clients(x))
		for (x->left = settings->phases; x->left > 0 && run_phase(x);)
			;
	if (x->post_went_wrong)
		see(x, (struct event){.kind = EVENT_AT_REST});
	t.seen = history(x, x->at_rest);
	t.seen_wrong = x->post_went_wrong ? history(x, x->seen.n) : NULL;
	t.wrong = x->wrong;
	t.unknown = x->unknown;
	stop(x);
	return t;
}
