#include "trial/running.h"

#include "gen/bias.h"
#include "trial/race.h"

#include <string.h>

/* Of hosts that are short-lived, one of LEARNERS learns places; that they are is clear after SEVERAL_HOSTS. */
enum { SEVERAL_HOSTS = 16, LEARNERS = 8 };

typedef VEC(uint64_t) numbers;

/* --- choices --- */

/* Picks, drawn or read again; they are recorded either way. */
struct recorder {
	struct choices choices; /* what the generator asks */
	struct arena *arena;
	numbers taken;
	bool random;
	uint64_t state;
	uint64_t biases, place; /* what the test prefers, and where it is asked: gen/bias.h */
	const struct picks *given;
	const struct trial_watch *watch;
	int client;
	size_t call;
	enum pick_of what;
};

static uint64_t
draw(struct recorder *r, size_t i, uint64_t n)
{
	struct bias b = bias_of(r->biases, r->place + i, n);
	return bias_draw(&b, n, &r->state);
}

static uint64_t
choose(struct choices *c, uint64_t n)
{
	struct recorder *r = (struct recorder *)c; /* choices come first */
	size_t i = r->taken.n;
	uint64_t value = r->random ? draw(r, i, n) : r->given && i < r->given->n ? r->given->at[i] : 0;
	value = value < n ? value : n - 1;
	vec_push(r->arena, &r->taken, value);
	if (r->watch)
		r->watch->picked(r->watch->context, r->client, r->call, r->what, i, n);
	return value;
}

static struct recorder
recorder(struct trial *t, const uint64_t *seed, const struct picks *given)
{
	return (struct recorder){.choices = {choose}, .arena = t->out, .random = seed != NULL, .state = seed ? *seed : 0, .given = given, .watch = t->watch};
}

static struct picks
picked(const struct recorder *r)
{
	return (struct picks){r->taken.n, r->taken.at};
}

/* A number for where the specification picks: the same for all clients of a kind. */
static uint64_t
place_of(const struct trial *t, const struct actor *a, int alternative, enum pick_of what)
{
	uint64_t kind = (uint64_t)(a->who.kind - t->model->spec->clients);
	return random_mix(random_mix(kind + 1) ^ ((uint64_t)alternative * 4 + (uint64_t)what + 1));
}

/* Each client's n-th call has a stream of its own. */
static struct recorder
stream(struct trial *t, int client, size_t nth, int alternative, enum pick_of what, const struct picks *given)
{
	if (!t->draws.settings) {
		struct recorder r = recorder(t, NULL, given);
		r.client = client;
		r.call = what == PICK_THEN ? nth - 1 : nth;
		r.what = what;
		return r;
	}
	uint64_t seed = random_mix(t->draws.settings->seed ^ random_mix((uint64_t)client * 1000003 + nth * 4 + (uint64_t)what + 1));
	struct recorder r = recorder(t, &seed, NULL);
	r.biases = t->draws.settings->biases;
	r.place = place_of(t, &t->actors[client], alternative, what);
	return r;
}

/* --- a test --- */

bool
running_know_spins(struct trial *t, const uint64_t *places, size_t n)
{
	size_t known = t->nspins;
	for (size_t i = 0; i < n; i++) {
		size_t k = 0;
		while (k < t->nspins && t->spins[k] != places[i])
			k++;
		if (k == t->nspins && k < MOST_SPINS)
			t->spins[t->nspins++] = places[i];
	}
	return t->nspins > known;
}

static void
fail(struct trial *t, const struct host_event *e)
{
	static const enum trial_kind kinds[] = {
		[HOST_RETURNED] = KIND_VALUE, [HOST_MISUSE] = KIND_MISUSE, [HOST_HANG] = KIND_HANG, [HOST_UNSEEN] = KIND_HANG, [HOST_SPINS] = KIND_HANG, [HOST_DIED] = KIND_CRASH, [HOST_REFUSED] = KIND_CRASH,
	};
	struct trial_result *r = t->result;
	if (e->kind == HOST_SPINS)
		t->spun = running_know_spins(t, e->spins, e->nspins);
	/* a call that spins may wait for another in a way that the scheduler does not see: no ground for an accusation */
	r->end = e->kind == HOST_HANG || e->kind == HOST_SPINS || e->kind == HOST_UNSEEN ? TRIAL_UNDECIDED : TRIAL_FAILED;
	if (e->kind == HOST_REFUSED)
		r->end = TRIAL_BAD_SPEC; /* a value that does not fit what it is bound to */
	r->kind = kinds[e->kind];
	r->hung = e->kind == HOST_HANG;
	r->wrong = e->wrong ? arena_strdup(t->out, e->wrong) : e->kind == HOST_SPINS ? "a call spins where it cannot be stopped, or at more places than can be told apart" : "";
	t->gone = e->kind != HOST_SPINS && e->kind != HOST_RETURNED;
	r->stack = stack_copy(t->out, &e->stack);
	judge_describe(t->judge);
	r->verdict = judge_verdict(t->judge);
}

/* False: the specification's own clients do what it forbids. */
static bool
tell(struct trial *t, const struct event *e)
{
	vec_push(t->out, &t->lines, (struct history_line){.event = *e});
	if (judge_event(t->judge, e))
		return true;
	t->result->end = TRIAL_BAD_SPEC;
	t->result->wrong = arena_strdup(t->out, judge_misuse(t->judge));
	return false;
}

static bool
choose_params(struct trial *t)
{
	const struct variables *v = &t->model->spec->params;
	uint64_t state = t->draws.settings ? random_mix(t->draws.settings->seed ^ 77) : 0;
	for (size_t i = 0; i < v->n; i++) {
		struct frame none = {0};
		if (v->at[i].init) {
			if (code_run(t->gen.machine, v->at[i].init, &none, &t->params[i]) != RUN_OK)
				return false;
		} else if (t->draws.settings) {
			t->params[i] = type_nth(t->heap, v->at[i].type, random_draw(&state) % v->at[i].type->count);
		} else {
			t->params[i] = t->draws.test->params[i];
		}
	}
	return true;
}

static bool
start_clients(struct trial *t, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		struct actor *a = &t->actors[i];
		const struct picks *given = t->draws.test && i < t->draws.test->nclients ? &t->draws.test->scripts[i].start : NULL;
		struct recorder r = stream(t, (int)i, 0, 0, PICK_START, given);
		a->outstanding = NULL;
		a->started = false;
		a->calls.n = a->calls.cap = a->next = 0;
		a->calls.at = NULL;
		a->start = (struct picks){0};
		if (t->names)
			continue;
		if (!gen_start(&t->gen, a->who.kind, a->who.id, a->vars, &r.choices))
			return false;
		a->start = picked(&r);
	}
	return true;
}

static void
new_judge(struct trial *t)
{
	if (t->judge)
		judge_free(t->judge);
	t->judge = judge_new(&t->judged, t->model, &t->judge_options);
	judge_name_clients(t->judge, trial_client_name, t);
}

static void
take_breakpoints(struct trial *t, const struct test *test)
{
	for (t->nbreakpoints = 0; t->nbreakpoints < test->nbreakpoints && t->nbreakpoints < TEST_MOST_BREAKPOINTS; t->nbreakpoints++)
		t->breakpoints[t->nbreakpoints] = test->breakpoints[t->nbreakpoints];
}

/* Forgets the last test. */
static void
reset(struct trial *t)
{
	heap_free(t->heap);
	machine_free(t->gen.machine);
	t->heap = heap_new(t->model->spec->heap);
	t->gen = (struct gen){.machine = machine_new(t->heap), .params = t->params};
	t->phases.n = t->phases.cap = t->lines.n = t->lines.cap = t->steps.n = t->steps.cap = 0;
	t->phases.at = NULL;
	t->lines.at = NULL;
	t->steps.at = NULL;
	t->left_out = t->spun = t->gone = t->polled = t->unclear = t->doubt = false;
	t->phase = 0;
	t->running = RUNNING_NOTHING;
	t->names = t->draws.test ? t->draws.test->clients : NULL;
	if (t->draws.test)
		take_breakpoints(t, t->draws.test);
	if (t->judge)
		judge_free(t->judge);
	t->judge = NULL;
	arena_free(&t->judged);
	new_judge(t);
}

/*
 * A new host has to learn all places anew, which takes long. Where hosts hardly outlive a test, one of some does, and finds what the
 * others did not come to.
 */
static bool
learns(const struct trial *t)
{
	bool short_lived = t->hosts > SEVERAL_HOSTS && t->hosts * 4 > t->stats->tests;
	return t->draws.settings && t->settings.learn && (!short_lived || t->hosts % LEARNERS == 0);
}

static bool
begin(struct trial *t)
{
	struct host_event e;
	if (!choose_params(t) || !start_clients(t, t->draws.nclients)) {
		t->result->end = TRIAL_BAD_SPEC;
		t->result->wrong = "a client's variables cannot be evaluated";
		return false;
	}
	judge_begin(t->judge, t->params);
	const struct host_test with = {t->nspins, t->spins, t->nbreakpoints, t->breakpoints, learns(t)};
	if (!t->host) {
		t->host = host_start(t->diags, t->model->spec, &t->host_options);
		t->hosts++;
	}
	if (!t->host) {
		t->result->end = TRIAL_NO_HOST;
		return false;
	}
	if (host_begin(t->host, t->params, &with, &e))
		return true;
	fail(t, &e);
	return false;
}

/* What a call comes to: the operation, and its arguments in the heap of the test. NULL: they cannot be evaluated. */
static const struct operation *
resolve(struct trial *t, int client, struct script_call *call, word *args)
{
	struct actor *a = &t->actors[client];
	const struct script_call *scripted = t->draws.test ? &t->draws.test->scripts[client].calls[a->next] : NULL;
	if (t->names) {
		const struct operation *op = &t->model->spec->ops[scripted->operation];
		for (size_t i = 0; i < op->n; i++)
			args[i] = heap_copy(t->heap, op->params[i].type, scripted->values[i]);
		*call = *scripted;
		return op;
	}
	const struct alternative *alt = &a->who.kind->calls[call->alternative];
	struct recorder r = stream(t, client, a->calls.n, call->alternative, PICK_ARGS, scripted ? &scripted->args : NULL);
	if (!gen_args(&t->gen, alt, a->vars, args, &r.choices))
		return NULL;
	call->args = picked(&r);
	call->operation = alt->operation->index;
	call->values = args;
	return alt->operation;
}

static size_t
most_arguments(const struct spec *s)
{
	size_t most = 0;
	for (size_t i = 0; i < s->nops; i++)
		most = s->ops[i].n > most ? s->ops[i].n : most;
	return most;
}

/* Makes a client's call. False: the test is over. */
bool
running_call(struct trial *t, int client, int alternative)
{
	struct actor *a = &t->actors[client];
	struct script_call call = {.alternative = alternative};
	word *args = arena_array(t->out, word, most_arguments(t->model->spec) + 1);
	const struct operation *op = resolve(t, client, &call, args);
	struct host_event e;
	if (!op) {
		t->result->end = TRIAL_BAD_SPEC;
		t->result->wrong = "the arguments of a call cannot be evaluated";
		return false;
	}
	t->clients[t->ncalling++] = client;
	vec_push(t->out, &a->calls, call);
	a->outstanding = op;
	a->started = true;
	a->since = t->phase + 1;
	struct event called = {.kind = EVENT_CALLED, .client = client, .op = op, .args = args};
	if (!tell(t, &called))
		return false;
	t->stats->calls++;
	t->stats->ops[op->index].made++;
	if (host_issue(t->host, client, op, args, t->params, &e))
		return true;
	fail(t, &e);
	return false;
}

/* The client takes note of what its call gave back. */
static bool
remember(struct trial *t, int client, word value)
{
	struct actor *a = &t->actors[client];
	struct script_call *call = &a->calls.at[a->calls.n - 1];
	const struct picks *given = t->draws.test ? &t->draws.test->scripts[client].calls[a->next].then : NULL;
	struct recorder r = stream(t, client, a->calls.n, call->alternative, PICK_THEN, given);
	if (!gen_then(&t->gen, &a->who.kind->calls[call->alternative], a->who.kind->vars.n, a->vars, value, &r.choices)) {
		t->result->end = TRIAL_BAD_SPEC;
		t->result->wrong = "what a client remembers cannot be evaluated";
		return false;
	}
	call->then = picked(&r);
	return true;
}

static bool
take_return(struct trial *t, const struct host_event *e)
{
	struct actor *a = &t->actors[e->client];
	if (e->wrong) {
		fail(t, e);
		return false;
	}
	struct event returned = {.kind = EVENT_RETURNED, .client = e->client, .has_value = e->has_value, .value = e->value};
	if (!tell(t, &returned))
		return false;
	t->stats->ops[a->outstanding->index].returned++;
	t->stats->ops[a->outstanding->index].released += a->since < t->phase;
	t->stats->released += a->since < t->phase;
	if (!t->names && !remember(t, e->client, e->value))
		return false;
	a->outstanding = NULL;
	a->next++;
	return true;
}

/*
 * The same where calls run freely. A call that has returned is a fact, and so is that all threads wait for each other. The rest
 * may come of a call that was on its way when a phase ended.
 */
static bool
doubtful_freely(const struct trial *t, enum failure failure)
{
	return !t->patient && !t->trusting && (t->polled || (failure == FAILURE_PROGRESS && t->result->certainty != CERTAIN));
}

/* Does the failure rest on waiting that may have been too short? */
static bool
doubtful(const struct trial *t, enum failure failure)
{
	if (t->host_options.free)
		return doubtful_freely(t, failure);
	bool late = failure == FAILURE_PROGRESS && t->result->certainty == CERTAIN_BUT_LATE;
	return !t->patient && (late || (t->polled && !t->trusting));
}

/* Calls run freely, and one is not back: some of what it may be doing says nothing. Threads that spin keep each other from a lock. */
static bool
cannot_tell(struct trial_result *r)
{
	if (r->certainty == CERTAIN_BUT_LATE)
		r->wrong = "a call that must return sleeps, or waits with a timeout, for longer than `testing: wait`; raise it";
	else if (r->certainty == CERTAIN_BUT_BUSY)
		r->wrong = "a call that must return computes or spins: where calls run freely, it cannot be told whether it ever ends";
	else
		return false;
	r->end = TRIAL_UNDECIDED;
	return true;
}

/* Judges what was seen. True: the test goes on. */
static bool
judged(struct trial *t)
{
	const struct verdict *v = judge_verdict(t->judge);
	struct trial_result *r = t->result;
	r->verdict = v;
	switch (v->outcome) {
	case OUTCOME_PASS:
		return true;
	case OUTCOME_FAIL:
		r->end = TRIAL_FAILED;
		r->kind = KIND_JUDGED;
		r->failure = v->failure;
		if (t->host_options.free && v->failure == FAILURE_PROGRESS && cannot_tell(r))
			return false;
		if (t->unclear) {
			r->end = TRIAL_UNDECIDED;
			r->wrong = "a call goes on and on over memory: it cannot be told whether it waits for others, or computes";
			return false;
		}
		t->doubt = doubtful(t, v->failure);
		if (v->failure == FAILURE_PROGRESS && r->certainty == CERTAIN_BUT_BUSY) {
			r->kind = KIND_HANG;
			r->wrong = "it passes no primitive that waits, and nobody else changes anything";
		}
		return false;
	case OUTCOME_UNDECIDED:
		r->end = TRIAL_UNDECIDED;
		r->wrong = v->reason;
		return false;
	case OUTCOME_BAD_SPEC:
		r->end = TRIAL_BAD_SPEC;
		r->wrong = v->reason;
		return false;
	}
	return false;
}

static void
record_phase(struct trial *t, const struct host_event *e)
{
	struct test_phase p = {.n = t->ncalling, .drawing = e ? (struct drawing){0} : t->asked.drawing};
	const struct choice *taken = e ? e->choices : t->asked.choices; /* where they were not told, what was asked for */
	p.nchoices = e ? e->nchoices : t->asked.nchoices;
	p.steps = e ? e->steps : 0;
	p.mark = e ? e->mark : 0;
	int *clients = arena_array(t->out, int, p.n + 1);
	struct choice *choices = arena_array(t->out, struct choice, p.nchoices + 1);
	memcpy(clients, t->clients, p.n * sizeof *clients);
	if (p.nchoices)
		memcpy(choices, taken, p.nchoices * sizeof *choices);
	p.clients = clients;
	p.choices = choices;
	vec_push(t->out, &t->phases, p);
}

static void
note_site(struct trial *t, const struct trace_step *step)
{
	for (size_t i = 0; i < t->sites.n; i++)
		if (t->sites.at[i].place == step->place && strcmp(t->sites.at[i].action, step->action) == 0)
			return;
	vec_push(&t->arena, &t->sites, (struct trial_site){arena_strdup(&t->arena, step->action), step->place});
}

static void
record_step(struct trial *t, struct trace_step step)
{
	if (t->collecting && step.placed)
		note_site(t, &step);
	if (t->collecting)
		return;
	step.phase = (size_t)t->phase - 1;
	step.action = arena_strdup(t->out, step.action);
	vec_push(t->out, &t->steps, step);
}

void
running_continue(struct trial *t, const struct host_phase *p)
{
	t->asked = *p;
	host_continue(t->host, p);
}

/* Asks the host for the next phase. False: there is none. */
static bool
ask_phase(struct trial *t)
{
	t->ncalling = 0;
	if (!t->draws.phase(t))
		return false;
	t->phase++;
	t->stats->phases++;
	t->running = RUNNING_PHASE;
	return true;
}

static void
count_blocked(struct trial *t)
{
	for (size_t i = 0; i < t->ncalling; i++) {
		const struct operation *outstanding = t->actors[t->clients[i]].outstanding;
		if (!outstanding)
			continue;
		t->stats->blocked++;
		t->stats->ops[outstanding->index].blocked++;
	}
}

/* What the host says until all is at rest. False: the test is over. */
static bool
hear(struct trial *t, struct host_event *e)
{
	for (;;) {
		host_next(t->host, t->heap, e);
		if (e->kind == HOST_STEP) {
			record_step(t, e->step);
			continue;
		}
		if (e->kind == HOST_RETURNED && take_return(t, e))
			continue;
		if (e->kind == HOST_AT_REST)
			return true;
		if (e->kind != HOST_RETURNED)
			fail(t, e);
		return false;
	}
}

static bool
judge_rest(struct trial *t, enum certainty certainty)
{
	struct event rest = {.kind = EVENT_AT_REST};
	if (!tell(t, &rest))
		return false;
	t->result->certainty = certainty;
	if (!t->host_options.free)
		t->polled = t->polled || certainty > CERTAIN_BUT_LATE;
	t->unclear = t->unclear || (certainty == UNCLEAR && (t->patient || t->trusting));
	return judged(t);
}

/* Tells a new judge all that was seen. */
static void
judge_again(struct trial *t)
{
	new_judge(t);
	judge_begin(t->judge, t->params);
	for (size_t i = 0; i < t->lines.n; i++)
		judge_event(t->judge, &t->lines.at[i].event);
}

/*
 * Calls run freely, and the phase cannot be explained: perhaps it was not over. It gets more time, and all of it is judged
 * again. True: it is explained now.
 */
static bool
look_longer(struct trial *t)
{
	struct trial_result *r = t->result;
	const struct verdict *v = judge_verdict(t->judge);
	struct host_event e;
	if (v->outcome != OUTCOME_FAIL || (r->certainty == CERTAIN && v->failure != FAILURE_PROGRESS))
		return false;
	*r = (struct trial_result){.end = TRIAL_PASSED, .steps = r->steps};
	t->doubt = false;
	host_continue(t->host, &(struct host_phase){.patience = PATIENCE});
	t->lines.n--; /* it was not at rest */
	if (!hear(t, &e))
		return false;
	judge_again(t);
	return judge_rest(t, e.certainty);
}

static bool
anyone_waits(const struct trial *t)
{
	for (size_t i = 0; i < t->draws.nclients; i++)
		if (t->actors[i].outstanding)
			return true;
	return false;
}

/* As judge_rest, where calls run freely. Notes whether calls may be on their way when the phase is over. */
static bool
judge_freely(struct trial *t, enum certainty certainty)
{
	if (!judge_rest(t, certainty) && !look_longer(t))
		return false;
	bool sure = t->result->certainty == CERTAIN || t->result->certainty == CERTAIN_BUT_OUTSIDE;
	t->polled = t->polled || (!sure && anyone_waits(t));
	return true;
}

/* What the host says of the phase, and the judge to that. True: the test goes on. */
static bool
take_phase(struct trial *t)
{
	struct host_event e;
	bool heard = hear(t, &e);
	record_phase(t, e.choices ? &e : NULL);
	if (!heard)
		return false;
	t->stats->steps += e.steps;
	t->result->steps += e.steps;
	if (t->watch)
		t->watch->rested(t->watch->context, (size_t)t->phase - 1, !t->left_out, &e.points);
	bool explained = t->host_options.free ? judge_freely(t, e.certainty) : judge_rest(t, e.certainty);
	count_blocked(t);
	return explained && !race_fails(t);
}

static const struct test *
done(struct trial *t)
{
	size_t nclients = t->draws.nclients, n = t->model->spec->params.n;
	struct test *test = arena_new(t->out, struct test);
	struct script *scripts = arena_array(t->out, struct script, nclients + 1);
	word *params = arena_array(t->out, word, n + 1);
	uint64_t *spins = arena_array(t->out, uint64_t, t->nspins + 1), *breakpoints = arena_array(t->out, uint64_t, t->nbreakpoints + 1);
	memcpy(params, t->params, n * sizeof *params);
	memcpy(spins, t->spins, t->nspins * sizeof *spins);
	memcpy(breakpoints, t->breakpoints, t->nbreakpoints * sizeof *breakpoints);
	for (size_t i = 0; i < nclients; i++)
		scripts[i] = (struct script){t->actors[i].start, t->actors[i].calls.n, t->actors[i].calls.at};
	*test = (struct test){
		.nparams = n, .params = params, .nclients = nclients, .scripts = scripts, .clients = t->names, .n = t->phases.n, .phases = t->phases.at,
		.patience = t->patience, .nspins = t->nspins, .spins = spins, .nbreakpoints = t->nbreakpoints, .breakpoints = breakpoints,
	};
	return test;
}

static const struct history *
history(struct trial *t)
{
	struct history *h = arena_new(t->out, struct history);
	size_t nclients = t->draws.nclients;
	const char **names = arena_array(t->out, const char *, nclients + 1);
	for (size_t i = 0; i < nclients; i++)
		names[i] = arena_strdup(t->out, trial_client_name((int)i, t));
	*h = (struct history){
		.spec = t->model->spec, .params = t->params, .lines = t->lines.at, .n = t->lines.n, .clients = names, .nclients = nclients, .at_rest = true,
	};
	return h;
}

/* Asks the host to end the test, if it can. */
static void
ask_end(struct trial *t)
{
	struct host_event e;
	t->running = RUNNING_END;
	if (!t->host || t->gone || host_end(t->host, t->params, &e))
		return;
	if (t->result->end == TRIAL_PASSED)
		fail(t, &e);
	t->gone = true;
}

/* What a drawn test says about the places where calls can be stopped. */
static void
take_places(struct trial *t, const struct host_outcome *o)
{
	struct places_known *k = t->stats->places;
	for (size_t i = 0; i < o->nlearned; i++)
		places_add(t->stats_arena, k, o->learned[i]);
	if (!t->draws.settings)
		return;
	for (size_t i = 0; i < o->nvisits && i < t->nbreakpoints; i++)
		places_visited(k, t->breakpoints[i], o->visits[i]);
	k->tests += t->nbreakpoints > 0;
}

/* A test that does not end well has failed, if it had not before. */
static void
take_end(struct trial *t)
{
	struct host_event e;
	struct host_outcome outcome = {.spoiled = t->gone};
	if (t->host && !t->gone && !host_ended(t->host, &outcome, &e)) {
		outcome.spoiled = true;
		if (t->result->end == TRIAL_PASSED)
			fail(t, &e);
	}
	take_places(t, &outcome);
	if (t->host) {
		race_fails(t);
		race_note(t);
	}
	if (t->host && t->result->end != TRIAL_PASSED)
		t->result->output = host_output(t->host, t->out);
	if (t->host && outcome.spoiled) {
		host_stop(t->host);
		t->host = NULL;
	}
	t->result->test = done(t);
	t->result->trace = (struct trace){t->steps.n, t->steps.at};
	if (t->result->end != TRIAL_PASSED || t->names)
		t->result->history = history(t);
	t->stats->tests++;
	t->running = RUNNING_NOTHING;
}

void
running_begin(struct trial *t, const struct draws *d, struct arena *out, struct trial_result *result)
{
	t->draws = *d;
	t->out = out;
	t->result = result;
	*result = (struct trial_result){.end = TRIAL_PASSED};
	if (t->watch)
		t->watch->begins(t->watch->context);
	reset(t);
	if (!begin(t) || !ask_phase(t))
		ask_end(t);
}

bool
running_advance(struct trial *t)
{
	switch (t->running) {
	case RUNNING_NOTHING:
		return false;
	case RUNNING_PHASE:
		if (!take_phase(t) || !ask_phase(t))
			ask_end(t);
		return true;
	case RUNNING_END:
		take_end(t);
		return false;
	}
	return false;
}
