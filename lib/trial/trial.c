#include "trial/trial.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_CLIENTS = 64, MOST_SPINS = 32 };

typedef VEC(uint64_t) numbers;
typedef VEC(struct script_call) script_calls;

/* A client while a test runs. */
struct actor {
	struct gen_client who;
	word *vars;
	const struct alternative *outstanding; /* or NULL */
	uint64_t since; /* the phase in which it was made */
	bool started;
	script_calls calls; /* what it did */
	struct picks start;
	size_t next; /* of the script that is followed */
};

struct trial {
	const struct model *model;
	struct diags *diags;
	struct host_options host_options;
	struct host *host; /* NULL: a new one is started for the next test */
	const char *carriers, *unseen; /* of all hosts */
	struct arena arena; /* of the trial */
	struct arena judged; /* of the judge's words about a test */
	struct judge *judge;
	struct judge_options judge_options;
	struct heap *heap; /* of the clients' variables in a test */
	struct gen gen;
	size_t nclients;
	struct actor actors[MOST_CLIENTS];
	word *params;
	struct trial_stats stats;
	/* the test that is running */
	struct arena *out;
	VEC(struct test_phase) phases;
	VEC(struct history_line) lines;
	VEC(struct trace_step) steps;
	uint64_t phase;
	struct trial_result *result;
	bool patient; /* in the last phase */
	bool trusting, keep_steps;
	bool gone; /* the host is, or it is in the middle of something */
	bool spun; /* the test is void: it was found to spin at a new place */
	size_t nspins;
	uint64_t spins[MOST_SPINS];
};

/* --- choices --- */

static uint64_t
mix(uint64_t z)
{
	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
	z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
	return z ^ (z >> 31);
}

static uint64_t
draw(uint64_t *state)
{
	return mix(*state += 0x9e3779b97f4a7c15ull);
}

/* Picks, drawn or read again; they are recorded either way. */
struct recorder {
	struct choices choices; /* what the generator asks */
	struct arena *arena;
	numbers taken;
	bool random;
	uint64_t state;
	const struct picks *given;
};

static uint64_t
choose(struct choices *c, uint64_t n)
{
	struct recorder *r = (struct recorder *)c; /* choices come first */
	size_t i = r->taken.n;
	uint64_t value = r->random ? draw(&r->state) % n : r->given && i < r->given->n ? r->given->at[i] : 0;
	value = value < n ? value : n - 1;
	vec_push(r->arena, &r->taken, value);
	return value;
}

static struct recorder
recorder(struct trial *t, const uint64_t *seed, const struct picks *given)
{
	return (struct recorder){.choices = {choose}, .arena = t->out, .random = seed != NULL, .state = seed ? *seed : 0, .given = given};
}

static struct picks
picked(const struct recorder *r)
{
	return (struct picks){r->taken.n, r->taken.at};
}

/* Where the draws of a test come from: each client's n-th call has a stream of its own. */
struct draws {
	const struct trial_settings *settings; /* drawn, if not NULL */
	const struct test *test; /* made again */
	uint64_t state;
};

static struct recorder
stream(struct trial *t, const struct draws *s, int client, size_t nth, int what, const struct picks *given)
{
	if (!s->settings)
		return recorder(t, NULL, given);
	uint64_t seed = mix(s->settings->seed ^ mix((uint64_t)client * 1000003 + nth * 4 + (uint64_t)what + 1));
	return recorder(t, &seed, NULL);
}

/* --- starting and ending --- */

struct trial *
trial_new(struct diags *d, const struct model *m, const struct host_options *o, const struct judge_options *j)
{
	struct trial *t = mem_alloc(sizeof *t);
	struct gen_client clients[MOST_CLIENTS];
	memset(t, 0, sizeof *t);
	t->model = m;
	t->diags = d;
	t->host_options = *o;
	if (j)
		t->judge_options = *j;
	t->nclients = gen_clients(m->spec, MOST_CLIENTS, clients);
	for (size_t i = 0; i < t->nclients; i++) {
		t->actors[i].who = clients[i];
		t->actors[i].vars = arena_array(&t->arena, word, clients[i].kind->vars.n);
	}
	t->params = arena_array(&t->arena, word, m->spec->params.n + 1);
	t->stats.made = arena_array(&t->arena, uint64_t, m->spec->nops);
	t->stats.returned = arena_array(&t->arena, uint64_t, m->spec->nops);
	t->host = host_start(d, m->spec, o);
	if (!t->host) {
		trial_free(t);
		return NULL;
	}
	t->carriers = arena_strdup(&t->arena, host_carriers(t->host));
	t->unseen = arena_strdup(&t->arena, host_unseen(t->host));
	return t;
}

void
trial_free(struct trial *t)
{
	if (!t)
		return;
	host_stop(t->host);
	if (t->judge)
		judge_free(t->judge);
	machine_free(t->gen.machine);
	heap_free(t->heap);
	arena_free(&t->judged);
	arena_free(&t->arena);
	free(t);
}

const struct spec *
trial_spec(const struct trial *t)
{
	return t->model->spec;
}

size_t
trial_clients(const struct trial *t)
{
	return t->nclients;
}

const char *
trial_client_name(int client, void *trial)
{
	struct trial *t = trial;
	const struct gen_client *who = &t->actors[client].who;
	return arena_printf(&t->judged, "%s%lld", who->kind->name, (long long)who->id);
}

const struct trial_stats *
trial_stats(const struct trial *t)
{
	return &t->stats;
}

const char *
trial_carriers(const struct trial *t)
{
	return t->carriers;
}

const char *
trial_unseen(const struct trial *t)
{
	return t->unseen;
}

/* --- a test --- */

static void
fail(struct trial *t, const struct host_event *e)
{
	static const enum trial_kind kinds[] = {
		[HOST_RETURNED] = KIND_VALUE, [HOST_MISUSE] = KIND_MISUSE, [HOST_HANG] = KIND_HANG, [HOST_SPINS] = KIND_HANG, [HOST_DIED] = KIND_CRASH, [HOST_REFUSED] = KIND_CRASH,
	};
	struct trial_result *r = t->result;
	if (e->kind == HOST_SPINS && e->placed && t->nspins < MOST_SPINS) {
		t->spins[t->nspins++] = e->place;
		t->spun = true;
	}
	/* a call that spins may wait for another in a way that the scheduler does not see: no ground for an accusation */
	r->end = e->kind == HOST_HANG || e->kind == HOST_SPINS ? TRIAL_UNDECIDED : TRIAL_FAILED;
	r->kind = kinds[e->kind];
	r->wrong = e->wrong ? arena_strdup(t->out, e->wrong) : e->kind == HOST_SPINS ? "a call spins at more places than can be told apart" : "";
	t->gone = e->kind != HOST_SPINS && e->kind != HOST_RETURNED;
	r->placed = e->placed;
	r->place = e->place;
}

static void
tell(struct trial *t, const struct event *e)
{
	vec_push(t->out, &t->lines, (struct history_line){.event = *e});
	judge_event(t->judge, e);
}

static bool
choose_params(struct trial *t, const struct draws *s)
{
	const struct variables *v = &t->model->spec->params;
	uint64_t state = s->settings ? mix(s->settings->seed ^ 77) : 0;
	for (size_t i = 0; i < v->n; i++) {
		struct frame none = {0};
		if (v->at[i].init) {
			if (code_run(t->gen.machine, v->at[i].init, &none, &t->params[i]) != RUN_OK)
				return false;
		} else if (s->settings) {
			t->params[i] = type_nth(t->heap, v->at[i].type, draw(&state) % v->at[i].type->count);
		} else {
			t->params[i] = s->test->params[i];
		}
	}
	return true;
}

static bool
start_clients(struct trial *t, const struct draws *s, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		struct actor *a = &t->actors[i];
		const struct picks *given = s->test && i < s->test->nclients ? &s->test->scripts[i].start : NULL;
		struct recorder r = stream(t, s, (int)i, 0, 0, given);
		a->outstanding = NULL;
		a->started = false;
		a->calls.n = a->calls.cap = a->next = 0;
		a->calls.at = NULL;
		if (!gen_start(&t->gen, a->who.kind, a->who.id, a->vars, &r.choices))
			return false;
		a->start = picked(&r);
	}
	return true;
}

static bool
begin(struct trial *t, const struct draws *s, size_t nclients)
{
	struct host_event e;
	heap_free(t->heap);
	machine_free(t->gen.machine);
	t->heap = heap_new(t->model->spec->heap);
	t->gen = (struct gen){.machine = machine_new(t->heap), .params = t->params};
	t->phases.n = t->phases.cap = t->lines.n = t->lines.cap = t->steps.n = t->steps.cap = 0;
	t->steps.at = NULL;
	t->spun = t->gone = false;
	t->phases.at = NULL;
	t->lines.at = NULL;
	t->phase = 0;
	if (t->judge)
		judge_free(t->judge);
	arena_free(&t->judged);
	t->judge = judge_new(&t->judged, t->model, &t->judge_options);
	judge_name_clients(t->judge, trial_client_name, t);
	if (!choose_params(t, s) || !start_clients(t, s, nclients)) {
		t->result->end = TRIAL_BAD_SPEC;
		t->result->wrong = "a client's variables cannot be evaluated";
		return false;
	}
	judge_begin(t->judge, t->params);
	if (!t->host)
		t->host = host_start(t->diags, t->model->spec, &t->host_options);
	if (!t->host) {
		t->result->end = TRIAL_NO_HOST;
		return false;
	}
	if (host_begin(t->host, t->params, t->nspins, t->spins, &e))
		return true;
	fail(t, &e);
	return false;
}

/* Makes a client's call. False: the test is over. */
static bool
make_call(struct trial *t, const struct draws *s, int client, int alternative)
{
	struct actor *a = &t->actors[client];
	const struct alternative *alt = &a->who.kind->calls[alternative];
	const struct operation *op = alt->operation;
	const struct picks *given = s->test ? &s->test->scripts[client].calls[a->next].args : NULL;
	struct recorder r = stream(t, s, client, a->calls.n, 1, given);
	word *args = arena_array(t->out, word, op->n + 1);
	struct host_event e;
	if (!gen_args(&t->gen, alt, a->vars, args, &r.choices)) {
		t->result->end = TRIAL_BAD_SPEC;
		t->result->wrong = "the arguments of a call cannot be evaluated";
		return false;
	}
	vec_push(t->out, &a->calls, (struct script_call){.alternative = alternative, .args = picked(&r)});
	a->outstanding = alt;
	a->started = true;
	a->since = t->phase + 1;
	struct event called = {.kind = EVENT_CALLED, .client = client, .op = op, .args = args};
	tell(t, &called);
	t->stats.calls++;
	t->stats.made[op->index]++;
	if (host_issue(t->host, client, op, args, t->params, &e))
		return true;
	fail(t, &e);
	return false;
}

static bool
take_return(struct trial *t, const struct draws *s, const struct host_event *e)
{
	struct actor *a = &t->actors[e->client];
	const struct alternative *alt = a->outstanding;
	if (e->wrong) {
		fail(t, e);
		return false;
	}
	struct event returned = {.kind = EVENT_RETURNED, .client = e->client, .has_value = e->has_value, .value = e->value};
	tell(t, &returned);
	t->stats.returned[alt->operation->index]++;
	t->stats.released += a->since < t->phase;
	struct script_call *call = &a->calls.at[a->calls.n - 1];
	const struct picks *given = s->test ? &s->test->scripts[e->client].calls[a->next].then : NULL;
	struct recorder r = stream(t, s, e->client, a->calls.n, 2, given);
	if (!gen_then(&t->gen, alt, a->who.kind->vars.n, a->vars, e->value, &r.choices)) {
		t->result->end = TRIAL_BAD_SPEC;
		t->result->wrong = "what a client remembers cannot be evaluated";
		return false;
	}
	call->then = picked(&r);
	a->outstanding = NULL;
	a->next++;
	return true;
}

/* A call is stuck that should have returned: how sure is it? */
static void
stuck(struct trial *t, enum certainty certainty)
{
	struct trial_result *r = t->result;
	if (certainty != CERTAIN && !t->patient && !(t->trusting && certainty != CERTAIN_BUT_LATE)) {
		r->end = TRIAL_UNDECIDED; /* until it was made again with patience */
		r->wrong = "a call is stuck that may only be slow";
	} else if (certainty == CERTAIN_BUT_BUSY) {
		r->kind = KIND_HANG;
		r->wrong = "a call that must return computes without end: it passes no primitive that waits, and nobody else changes anything";
	}
}

/* Judges what was seen. True: the test goes on. */
static bool
judged(struct trial *t, enum certainty certainty)
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
		if (v->failure == FAILURE_PROGRESS)
			stuck(t, certainty);
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
record_phase(struct trial *t, const int *clients, size_t n, const struct host_event *e)
{
	struct test_phase p = {.n = n, .nchoices = e ? e->nchoices : 0};
	int *copy = arena_array(t->out, int, n + 1);
	struct choice *choices = arena_array(t->out, struct choice, p.nchoices + 1);
	memcpy(copy, clients, n * sizeof *copy);
	if (p.nchoices)
		memcpy(choices, e->choices, p.nchoices * sizeof *choices);
	p.clients = copy;
	p.choices = choices;
	vec_push(t->out, &t->phases, p);
}

/* The calls of the phase have been issued: lets them run. True: the test goes on. */
static bool
run_phase(struct trial *t, const struct draws *s, const int *clients, size_t n)
{
	struct host_event e;
	t->phase++;
	t->stats.phases++;
	for (;;) {
		host_next(t->host, t->heap, &e);
		if (e.kind == HOST_STEP) {
			e.step.phase = (size_t)t->phase - 1;
			e.step.action = arena_strdup(t->out, e.step.action);
			vec_push(t->out, &t->steps, e.step);
			continue;
		}
		if (e.kind == HOST_RETURNED && take_return(t, s, &e))
			continue;
		record_phase(t, clients, n, e.kind == HOST_AT_REST ? &e : NULL);
		if (e.kind != HOST_AT_REST) {
			if (e.kind != HOST_RETURNED)
				fail(t, &e);
			return false;
		}
		break;
	}
	t->stats.steps += e.steps;
	t->result->steps += e.steps;
	for (size_t i = 0; i < n; i++)
		t->stats.blocked += t->actors[clients[i]].outstanding != NULL;
	struct event rest = {.kind = EVENT_AT_REST};
	tell(t, &rest);
	t->result->certainty = e.certainty;
	return judged(t, e.certainty);
}

static const struct test *
done(struct trial *t, size_t nclients)
{
	struct test *test = arena_new(t->out, struct test);
	struct script *scripts = arena_array(t->out, struct script, nclients + 1);
	size_t n = t->model->spec->params.n;
	word *params = arena_array(t->out, word, n + 1);
	memcpy(params, t->params, n * sizeof *params);
	for (size_t i = 0; i < nclients; i++)
		scripts[i] = (struct script){t->actors[i].start, t->actors[i].calls.n, t->actors[i].calls.at};
	uint64_t *spins = arena_array(t->out, uint64_t, t->nspins + 1);
	memcpy(spins, t->spins, t->nspins * sizeof *spins);
	*test = (struct test){.nparams = n, .params = params, .nclients = nclients, .scripts = scripts, .n = t->phases.n, .phases = t->phases.at,
		.nspins = t->nspins, .spins = spins};
	return test;
}

static const struct history *
history(struct trial *t)
{
	struct history *h = arena_new(t->out, struct history);
	const char **names = arena_array(t->out, const char *, t->nclients + 1);
	for (size_t i = 0; i < t->nclients; i++)
		names[i] = arena_strdup(t->out, trial_client_name((int)i, t));
	*h = (struct history){
		.spec = t->model->spec, .params = t->params, .lines = t->lines.at, .n = t->lines.n, .clients = names, .nclients = t->nclients, .at_rest = true,
	};
	return h;
}

/* Ends the test in the host; one that does not end well has failed, if it had not before. */
static void
end(struct trial *t)
{
	struct trial_result *r = t->result;
	struct host_event e;
	bool spoiled = t->gone;
	if (t->host && !spoiled && !host_end(t->host, t->params, &spoiled, &e)) {
		spoiled = true;
		if (r->end == TRIAL_PASSED)
			fail(t, &e);
	}
	if (t->host && spoiled) {
		host_stop(t->host);
		t->host = NULL;
	}
}

static void
finish(struct trial *t, size_t nclients)
{
	end(t);
	t->result->test = done(t, nclients);
	t->result->trace = (struct trace){t->steps.n, t->steps.at};
	if (t->result->end != TRIAL_PASSED)
		t->result->history = history(t);
	t->stats.tests++;
}

/* --- random tests --- */

/* May the client make a call, and which? -1 if none. Those of a kind start in the order of their ids. */
static int
pick_alternative(struct trial *t, uint64_t *state, size_t client)
{
	const struct actor *a = &t->actors[client];
	const struct client *kind = a->who.kind;
	int64_t total = 0;
	int chosen = -1;
	if (a->outstanding || (!a->started && client > 0 && t->actors[client - 1].who.kind == kind && !t->actors[client - 1].started))
		return -1;
	for (size_t i = 0; i < kind->n; i++) {
		bool ready;
		if (!gen_ready(&t->gen, &kind->calls[i], a->vars, &ready) || !ready)
			continue;
		total += kind->calls[i].share;
		if ((int64_t)(draw(state) % (uint64_t)total) < kind->calls[i].share)
			chosen = (int)i;
	}
	return chosen;
}

static size_t
random_phase(struct trial *t, struct draws *s, int *clients, bool *over)
{
	size_t n = 0, wanted = 1 + draw(&s->state) % s->settings->concurrency, total = s->settings->clients;
	size_t first = draw(&s->state) % total;
	for (size_t i = 0; i < total && n < wanted; i++) {
		size_t client = (first + i) % total;
		int alternative = pick_alternative(t, &s->state, client);
		if (alternative < 0)
			continue;
		clients[n++] = (int)client;
		if (!make_call(t, s, (int)client, alternative)) {
			*over = true;
			break;
		}
	}
	return n;
}

static void
random_once(struct trial *t, struct arena *out, const struct trial_settings *settings, struct trial_result *result)
{
	struct draws s = {.settings = settings, .state = mix(settings->seed ^ 12345)};
	int clients[MOST_CLIENTS];
	*result = (struct trial_result){.end = TRIAL_PASSED};
	t->out = out;
	t->result = result;
	if (begin(t, &s, settings->clients)) {
		for (size_t p = 0; p < settings->phases; p++) {
			bool over = false;
			size_t n = random_phase(t, &s, clients, &over);
			if (n == 0 || over)
				break;
			host_continue(t->host, &(struct host_phase){.random = true, .seed = draw(&s.state)});
			if (!run_phase(t, &s, clients, n))
				break;
		}
	}
	finish(t, settings->clients);
}

/* --- the same again --- */

/* Can the client's next scripted call be made? */
static bool
still_possible(struct trial *t, const struct test *test, int client)
{
	struct actor *a = &t->actors[client];
	const struct script *script = &test->scripts[client];
	bool ready;
	if (a->outstanding || a->next >= script->n || (size_t)script->calls[a->next].alternative >= a->who.kind->n)
		return false;
	return gen_ready(&t->gen, &a->who.kind->calls[script->calls[a->next].alternative], a->vars, &ready) && ready;
}

static bool
again_phase(struct trial *t, const struct draws *s, const struct test_phase *p, bool last)
{
	int clients[MOST_CLIENTS];
	size_t n = 0;
	for (size_t i = 0; i < p->n; i++) {
		int client = p->clients[i];
		if (!still_possible(t, s->test, client))
			continue;
		clients[n++] = client;
		if (!make_call(t, s, client, s->test->scripts[client].calls[t->actors[client].next].alternative))
			return false;
	}
	if (n == 0)
		return true;
	host_continue(t->host, &(struct host_phase){.patient = t->patient && last, .steps = t->keep_steps, .nchoices = p->nchoices, .choices = p->choices});
	return run_phase(t, s, clients, n);
}

static void
again_once(struct trial *t, struct arena *out, const struct test *test, struct trial_result *result)
{
	struct draws s = {.test = test};
	*result = (struct trial_result){.end = TRIAL_PASSED};
	t->out = out;
	t->result = result;
	if (begin(t, &s, test->nclients))
		for (size_t i = 0; i < test->n && again_phase(t, &s, &test->phases[i], i + 1 == test->n); i++)
			;
	finish(t, test->nclients);
}

/* Makes a test whose calls may be stuck or slow again, with patience. */
static void
confirm(struct trial *t, struct arena *out, struct trial_result *result)
{
	enum certainty certainty = result->certainty;
	const struct test *test = result->test;
	if (result->end != TRIAL_UNDECIDED || result->kind != KIND_JUDGED || result->failure != FAILURE_PROGRESS || certainty == CERTAIN)
		return;
t->patient = true;
	do
		again_once(t, out, test, result);
	while (t->spun);
	t->patient = false;
	if (result->end != TRIAL_PASSED || certainty != CERTAIN_BUT_LATE)
		return;
	result->end = TRIAL_UNDECIDED;
	result->wrong = "a call that must return does so only after a sleep or a timeout beyond `testing: horizon`; raise it";
}

static void
know_spins(struct trial *t, const struct test *test)
{
	for (size_t i = 0; i < test->nspins; i++) {
		size_t k = 0;
		while (k < t->nspins && t->spins[k] != test->spins[i])
			k++;
		if (k == t->nspins && k < MOST_SPINS)
			t->spins[t->nspins++] = test->spins[i];
	}
}

void
trial_random(struct trial *t, struct arena *out, const struct trial_settings *settings, struct trial_result *result)
{
	do
		random_once(t, out, settings, result);
	while (t->spun);
	confirm(t, out, result);
}

void
trial_again(struct trial *t, struct arena *out, const struct test *test, struct trial_result *result)
{
	know_spins(t, test);
	do
		again_once(t, out, test, result);
	while (t->spun);
	confirm(t, out, result);
}

void
trial_trust(struct trial *t, bool trusting)
{
	t->trusting = trusting;
}

void
trial_keep_steps(struct trial *t, bool keep)
{
	t->keep_steps = keep;
}

bool
trial_same(const struct trial_result *a, const struct trial_result *b)
{
	return a->end == b->end && a->kind == b->kind && (a->kind != KIND_JUDGED || a->failure == b->failure);
}
