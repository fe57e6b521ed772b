#include "trial/running.h"

#include "gen/bias.h"
#include "trial/judging.h"
#include "trial/leak.h"
#include "trial/notes.h"
#include "trial/race.h"
#include "trial/recorder.h"

/* Of hosts that are short-lived, one of LEARNERS learns places; that they are is clear after SEVERAL_HOSTS. */
enum { SEVERAL_HOSTS = 16, LEARNERS = 8, MOST_DRAWS = 32 };
/* Where parameters are picked, for bias_of: for clients that is any number. */
#define PARAMETERS (1ull << 62)

bool
running_know_spins(struct trial *t, const uint64_t *places, size_t n)
{
	struct subject *s = t->subject;
	size_t known = s->nspins;
	for (size_t i = 0; i < n; i++) {
		size_t k = 0;
		while (k < s->nspins && s->spins[k] != places[i])
			k++;
		if (k == s->nspins && k < MOST_SPINS)
			s->spins[s->nspins++] = places[i];
	}
	return s->nspins > known;
}

/* Tests that prefer high values, or those at the ends, do so here as well. Low ones are no favourites: little fits in what is small. */
static uint64_t
draw_param(const struct trial *t, size_t i, uint64_t n, uint64_t *stream)
{
	struct bias b = bias_of(t->draws.settings->biases, PARAMETERS + i, n);
	bool prefers = b.kind == BIAS_HIGH || b.kind == BIAS_ENDS;
	return prefers ? bias_draw(&b, n, stream) : random_draw(stream) % n;
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
			t->params[i] = type_nth(t->heap, v->at[i].type, draw_param(t, i, v->at[i].type->count, &state));
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
		struct recorder r = recorder_of_call(t, (int)i, 0, 0, PICK_START, given);
		a->outstanding = NULL;
		a->started = false;
		a->more = 0;
		a->calls.n = a->calls.cap = a->next = 0;
		a->calls.at = NULL;
		a->start = (struct picks){0};
		if (t->names)
			continue;
		if (!gen_start(&t->gen, a->who.kind, a->who.id, a->vars, &r.choices))
			return false;
		a->start = recorder_picks(&r);
	}
	return true;
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
	t->phases.n = t->phases.cap = t->lines.n = t->lines.cap = t->steps.n = t->steps.cap = t->files.n = t->files.cap = 0;
	t->phases.at = NULL;
	t->lines.at = NULL;
	t->steps.at = NULL;
	t->files.at = NULL;
	patience_begin(&t->patience);
	t->left_out = t->spun = t->gone = t->forgot = t->midway = false;
	t->phase = 0;
	t->now = 0;
	t->running = RUNNING_NOTHING;
	t->ending = (struct ending_steps){0};
	t->zeros = t->draws.test ? t->draws.test->zeros : t->draws.settings->zeros;
	t->reuse = t->draws.test ? t->draws.test->reuse : t->draws.settings->reuse;
	t->names = t->draws.test ? t->draws.test->clients : NULL;
	if (t->draws.test)
		take_breakpoints(t, t->draws.test);
	if (t->judge)
		judge_free(t->judge);
	t->judge = NULL;
	arena_free(&t->judged);
	judging_begin(t);
}

/*
 * A new host has to learn all places anew, which takes long. Where hosts hardly outlive a test, one of some does, and finds what the
 * others did not come to.
 */
static bool
learns(const struct trial *t)
{
	uint64_t hosts = t->subject->hosts;
	bool short_lived = hosts > SEVERAL_HOSTS && hosts * 4 > t->stats->in[t->subject->variant].tests;
	return t->draws.settings && t->settings.learn && (!short_lived || hosts % LEARNERS == 0);
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
	const struct host_test with = {t->subject->nspins, t->subject->spins, t->nbreakpoints, t->breakpoints, learns(t), t->zeros, t->reuse};
	if (host_begin(t->subject->host, t->params, &with, &e))
		return true;
	judging_fail(t, &e);
	return false;
}

/* Picks until PRE allows the call, where that is drawn; *may: it does. False: something cannot be evaluated. */
static bool
pick_arguments(struct trial *t, const struct alternative *alt, const word *vars, struct recorder *r, word *args, bool *may)
{
	for (int i = 0; i < (t->draws.settings ? MOST_DRAWS : 1); i++) {
		r->taken.n = 0;
		if (!gen_args(&t->gen, alt, vars, args, &r->choices) || !gen_may(&t->gen, alt->operation, args, may))
			return false;
		if (*may)
			break;
	}
	return true;
}

/* What a call comes to: the operation, and its arguments in the heap of the test; *may: it can be made. NULL: they cannot be evaluated. */
static const struct operation *
resolve(struct trial *t, int client, struct script_call *call, word *args, bool *may)
{
	*may = true;
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
	struct recorder r = recorder_of_call(t, client, a->calls.n, call->alternative, PICK_ARGS, scripted ? &scripted->args : NULL);
	if (!pick_arguments(t, alt, a->vars, &r, args, may))
		return NULL;
	call->args = recorder_picks(&r);
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

/* The phase to which a call belongs that is made now. */
static uint64_t
phase_now(const struct trial *t)
{
	return t->phase + !t->midway;
}

/* Was another call of the operation blocked before this phase? */
static bool
is_behind(const struct trial *t, int client, const struct operation *op)
{
	for (size_t i = 0; i < t->draws.nclients; i++)
		if ((int)i != client && t->actors[i].outstanding == op && t->actors[i].since < phase_now(t))
			return true;
	return false;
}

bool
running_is_ready(struct trial *t, const struct actor *a, const struct alternative *alt)
{
	bool ready = false;
	if (!gen_ready(&t->gen, alt, a->vars, &ready))
		judging_wrong_client(t);
	return ready;
}

bool
running_call(struct trial *t, int client, int alternative)
{
	struct actor *a = &t->actors[client];
	struct script_call call = {.alternative = alternative};
	word *args = arena_array(t->out, word, most_arguments(t->model->spec) + 1);
	bool may;
	const struct operation *op = resolve(t, client, &call, args, &may);
	struct host_event e;
	if (!op) {
		judging_wrong_client(t);
		return false;
	}
	if (!may) {
		t->left_out = true;
		return true;
	}
	t->clients[t->ncalling++] = client;
	vec_push(t->out, &a->calls, call);
	a->outstanding = op;
	a->args = args;
	a->started = true;
	a->since = phase_now(t);
	struct event called = {.kind = EVENT_CALLED, .client = client, .op = op, .args = args, .time = t->now};
	if (!judging_tell(t, &called))
		return false;
	t->stats->calls++;
	t->stats->ops[op->index].made++;
	t->stats->ops[op->index].behind += is_behind(t, client, op);
	if (a->more > 0)
		host_more(t->subject->host, client);
	if (host_issue(t->subject->host, client, op, args, t->params, &e))
		return true;
	judging_fail(t, &e);
	return false;
}

/* The client takes note of what its call gave back. */
static void
remember(struct trial *t, int client, word value)
{
	struct actor *a = &t->actors[client];
	struct script_call *call = &a->calls.at[a->calls.n - 1];
	const struct picks *given = t->draws.test ? &t->draws.test->scripts[client].calls[a->next].then : NULL;
	struct recorder r = recorder_of_call(t, client, a->calls.n, call->alternative, PICK_THEN, given);
	if (gen_then(&t->gen, &a->who.kind->calls[call->alternative], a->who.kind->vars.n, a->vars, a->args, value, &r.choices))
		call->then = recorder_picks(&r);
	else
		t->forgot = true;
}

/* A call of an earlier phase, which has not come so far before, says nothing of this one. */
static bool
take_begin(struct trial *t, const struct host_event *e)
{
	struct event began = {.kind = EVENT_BEGAN, .client = e->client, .time = e->time};
	bool counts = !t->model->spec->testing.timeless && t->actors[e->client].since == t->phase;
	t->stats->began = true;
	return !counts || judging_tell(t, &began);
}

static bool
take_return(struct trial *t, const struct host_event *e)
{
	struct actor *a = &t->actors[e->client];
	if (e->wrong) {
		judging_fail(t, e);
		return false;
	}
	struct event returned = {.kind = EVENT_RETURNED, .client = e->client, .has_value = e->has_value, .value = e->value, .time = e->time};
	if (!judging_tell(t, &returned))
		return false;
	t->stats->ops[a->outstanding->index].returned++;
	t->stats->ops[a->outstanding->index].released += a->since < t->phase;
	t->stats->released += a->since < t->phase;
	if (!t->names)
		remember(t, e->client, e->value);
	a->outstanding = NULL;
	a->next++;
	return true;
}

void
running_continue(struct trial *t, const struct host_phase *p)
{
	t->asked = *p;
	host_continue(t->subject->host, p);
}

static size_t
count_waiting(const struct trial *t)
{
	size_t n = 0;
	for (size_t i = 0; i < t->draws.nclients; i++)
		n += t->actors[i].outstanding != NULL;
	return n;
}

/* Asks the host for the next phase. False: there is none. */
static bool
ask_phase(struct trial *t)
{
	t->ncalling = 0;
	t->nwaiting = count_waiting(t);
	t->midway = false;
	if (!t->draws.phase(t))
		return false;
	t->midway = true;
	t->nfirst = t->ncalling;
	t->phase++;
	t->stats->phases++;
	t->running = RUNNING_PHASE;
	return true;
}

static bool
is_blocked_with_another(const struct trial *t, int client)
{
	for (size_t i = 0; i < t->draws.nclients; i++)
		if ((int)i != client && t->actors[i].outstanding == t->actors[client].outstanding)
			return true;
	return false;
}

/* Has another call of the operation, which was made at the same time, gone ahead? */
static bool
is_parted(const struct trial *t, int client)
{
	for (size_t i = 0; i < t->ncalling; i++) {
		const struct actor *a = &t->actors[t->clients[i]];
		if (!a->outstanding && a->calls.at[a->calls.n - 1].operation == t->actors[client].outstanding->index)
			return true;
	}
	return false;
}

/* Is the ith call of the phase the last one that its client made in it? */
static bool
is_last_in_burst(const struct trial *t, size_t i)
{
	size_t k = i + 1;
	while (k < t->ncalling && t->clients[k] != t->clients[i])
		k++;
	return k == t->ncalling;
}

static void
count_blocked(struct trial *t)
{
	for (size_t i = 0; i < t->ncalling; i++) {
		const struct operation *outstanding = t->actors[t->clients[i]].outstanding;
		if (!outstanding || !is_last_in_burst(t, i))
			continue;
		struct trial_operation_stats *o = &t->stats->ops[outstanding->index];
		t->stats->blocked++;
		o->blocked++;
		o->together += is_blocked_with_another(t, t->clients[i]);
		o->parted += is_parted(t, t->clients[i]);
	}
}

/* The client's call is back, and the host waits to hear whether another one comes after it. False: the test is over, as it is unless `goes_on`. */
static bool
go_on(struct trial *t, int client, bool goes_on)
{
	size_t calling = t->ncalling;
	struct actor *a = &t->actors[client];
	bool more = goes_on && a->more > 0 && t->nwaiting + t->ncalling < IN_ALL;
	a->more -= more;
	goes_on = goes_on && (!more || t->draws.more(t, client));
	if (t->ncalling == calling || !goes_on)
		host_no_more(t->subject->host);
	return goes_on;
}

/* What the host says until all is at rest. False: the test is over. */
static bool
hear(struct trial *t, struct host_event *e)
{
	for (;;) {
		host_next(t->subject->host, t->heap, e);
		if (e->kind == HOST_STEP) {
			notes_step(t, e->step);
			continue;
		}
		if (e->kind == HOST_RETURNED || e->kind == HOST_AT_REST)
			t->now = e->time;
		if (e->kind == HOST_BEGAN && take_begin(t, e))
			continue;
		bool taken = e->kind == HOST_RETURNED && take_return(t, e);
		if (e->kind == HOST_RETURNED && e->waits)
			taken = go_on(t, e->client, taken);
		if (taken)
			continue;
		if (e->kind == HOST_AT_REST)
			return true;
		if (e->kind != HOST_RETURNED && e->kind != HOST_BEGAN)
			judging_fail(t, e);
		return false;
	}
}

/* What was taken for rest was none. */
static void
unrest(struct trial *t)
{
	t->lines.n--;
	patience_unrest(&t->patience);
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
	t->patience.doubts = false;
	host_continue(t->subject->host, &(struct host_phase){.patience = patience_longer()});
	unrest(t);
	if (!hear(t, &e))
		return false;
	judging_again(t);
	return judging_rest(t, &e);
}

bool
running_anyone_waits(const struct trial *t)
{
	return count_waiting(t) > 0;
}

/*
 * May waits time out, where time goes on until calls are back? Where the specification knows that a call may give up waiting, one that is
 * bound to go on is not to be woken by its own timeout.
 */
static bool
may_time_out(const struct trial *t)
{
	const struct verdict *v = t->result->verdict;
	if (v->failure == FAILURE_PROGRESS) {
		for (size_t i = 0; i < v->nwhys; i++)
			if (v->whys[i].op->must.code)
				return false;
		return true;
	}
	for (size_t i = 0; i < t->draws.nclients; i++)
		if (t->actors[i].outstanding && t->actors[i].outstanding->must.code)
			return false;
	return true;
}

enum later { LATER_NOBODY, LATER_SOME, LATER_OVER };

/* Time goes on until a call is back, or until all have looked again who may. Of a test that is made again to be sure, all may. */
static enum later
go_later(struct trial *t, struct host_event *e)
{
	const struct trial_result before = *t->result;
	const uint64_t begun = e->steps;
	host_go_later(t->subject->host, patience_insists(&t->patience) || may_time_out(t));
	*t->result = (struct trial_result){.end = TRIAL_PASSED, .steps = before.steps};
	unrest(t);
	if (!hear(t, e))
		return LATER_OVER;
	if (e->steps > begun)
		return LATER_SOME;
	t->lines.n++;
	patience_rest_after_all(&t->patience);
	*t->result = before;
	return LATER_NOBODY;
}

/*
 * What was seen cannot be: is there anybody who goes on only after the horizon? A call may have done what it does, and let others return, before
 * it sleeps and returns itself. Virtual time costs nothing.
 */
static bool
may_go_later(const struct trial *t)
{
	const struct trial_result *r = t->result;
	bool later = r->certainty == CERTAIN_BUT_LATE || r->certainty == CERTAIN_BUT_POLLING || r->certainty == CERTAIN_BUT_BUSY;
	return !t->host_options.command && later && r->end == TRIAL_FAILED && r->kind == KIND_JUDGED;
}

/* As judging_rest, where calls are scheduled. */
static bool
judge_in_time(struct trial *t, struct host_event *e)
{
	bool explained = judging_rest(t, e);
	while (!explained && may_go_later(t)) {
		enum later later = go_later(t, e);
		if (later != LATER_SOME)
			return false;
		judging_again(t);
		explained = judging_rest(t, e);
	}
	return explained;
}

/* As judging_rest, where calls run freely. Notes whether calls may be on their way when the phase is over. */
static bool
judge_freely(struct trial *t, const struct host_event *e)
{
	if (!judging_rest(t, e) && !look_longer(t))
		return false;
	bool sure = t->result->certainty == CERTAIN || t->result->certainty == CERTAIN_BUT_OUTSIDE;
	if (!sure && running_anyone_waits(t))
		patience_unsure(&t->patience);
	return true;
}

/* What the host says of the phase, and the judge to that. True: the test goes on. */
static bool
take_phase(struct trial *t)
{
	struct host_event e;
	bool heard = hear(t, &e);
	bool explained = heard && (t->host_options.free ? judge_freely(t, &e) : judge_in_time(t, &e));
	notes_phase(t, e.choices ? &e : NULL);
	for (size_t i = 0; i < t->draws.nclients; i++)
		t->left_out = t->left_out || (t->draws.test && t->actors[i].more > 0);
	if (!heard || e.kind != HOST_AT_REST)
		return false;
	t->stats->steps += e.steps;
	t->result->steps += e.steps;
	if (t->how.watch)
		t->how.watch->rested(t->how.watch->context, (size_t)t->phase - 1, !t->left_out, &e.points);
	count_blocked(t);
	return explained && !race_fails(t);
}

bool
running_may_end(struct trial *t)
{
	if (t->result->end != TRIAL_PASSED || running_anyone_waits(t))
		return false;
	bool may = judge_may_end(t->judge);
	const struct verdict *v = judge_verdict(t->judge);
	if (v->outcome == OUTCOME_BAD_SPEC) {
		t->result->verdict = v;
		judging_wrong_spec(t, v->reason);
	}
	return may;
}

/* Asks the host to end the test, if it can, and to destroy the instance, if that is allowed. */
static void
ask_end(struct trial *t)
{
	struct host_event e;
	t->running = RUNNING_END;
	t->destroys = false;
	if (!t->subject->host || t->gone)
		return;
	const struct host_end end = {.destroy = running_may_end(t), .steps = t->how.steps};
	t->destroys = end.destroy;
	t->stats->destroyed += end.destroy;
	if (host_end(t->subject->host, t->params, &end, &e))
		return;
	if (t->result->end == TRIAL_PASSED)
		judging_fail(t, &e);
	t->gone = true;
}

/* What a drawn test says about the places where calls can be stopped. */
static void
take_places(struct trial *t, const struct host_outcome *o)
{
	struct places_known *k = t->stats->in[t->subject->variant].places;
	for (size_t i = 0; i < o->nlearned; i++)
		places_add(t->stats_arena, k, o->learned[i]);
	if (!t->draws.settings)
		return;
	for (size_t i = 0; i < o->nvisits && i < t->nbreakpoints; i++)
		places_visited(k, t->breakpoints[i], o->visits[i]);
	k->tests += t->nbreakpoints > 0;
}

static uint64_t
count_calls(const struct trial *t)
{
	uint64_t n = 0;
	for (size_t i = 0; i < t->draws.nclients; i++)
		n += t->actors[i].calls.n;
	return n;
}

/* In what order the calls of a drawn test went on. */
static void
take_order(struct trial *t, const struct host_outcome *o)
{
	if (!t->draws.settings || !t->draws.settings->varies || !o->choices)
		return;
	variety_add(&t->stats->variety, o->order, o->choices);
	if (o->tells_crossings && t->nbreakpoints == 0)
		variety_count(&t->stats->variety, count_calls(t), t->result->steps);
	if (o->tells_crossings)
		variety_cross(&t->stats->variety, t->nbreakpoints == 0, o->open, o->crossed);
}

/* A test that does not end well has failed, if it had not before. */
static void
take_end(struct trial *t)
{
	struct host_event e;
	struct host_outcome outcome = {.spoiled = t->gone};
	bool ended = !t->subject->host || t->gone || host_ended(t->subject->host, &outcome, &e);
	while (!ended && e.kind == HOST_STEP) {
		notes_step(t, e.step);
		ended = host_ended(t->subject->host, &outcome, &e);
	}
	if (!ended) {
		outcome.spoiled = true;
		if (t->result->end == TRIAL_PASSED)
			judging_fail(t, &e);
	}
	take_places(t, &outcome);
	take_order(t, &outcome);
	leak_note(t, &outcome);
	t->stats->strange = t->stats->strange || outcome.strange;
	if (t->subject->host) {
		race_fails(t);
		race_note(t);
	}
	if (t->subject->host && t->result->end != TRIAL_PASSED)
		t->result->output = host_output(t->subject->host, t->out);
	if (outcome.spoiled || (t->draws.settings ? t->draws.settings->renewed : t->how.renewed))
		subject_stop(t);
	t->result->test = notes_test(t);
	t->result->trace = (struct trace){t->steps.n, t->steps.at};
	if (t->result->end != TRIAL_PASSED || t->names)
		t->result->history = notes_history(t);
	t->stats->tests++;
	t->stats->in[t->subject->variant].tests++;
	t->running = RUNNING_NOTHING;
}

/* Where there is none, what the last test left stays as it is. */
static bool
has_host(struct trial *t)
{
	if (!t->lost && subject_start(t))
		return true;
	t->result->end = TRIAL_NO_HOST;
	t->result->outside = t->outside;
	t->result->test = t->draws.test;
	t->running = RUNNING_NOTHING;
	t->spun = t->patience.doubts = false;
	t->stats->tests++;
	t->stats->in[t->subject->variant].tests++;
	return false;
}

void
running_begin(struct trial *t, const struct draws *d, struct arena *out, struct trial_result *result)
{
	t->draws = *d;
	t->out = out;
	t->result = result;
	*result = (struct trial_result){.end = TRIAL_PASSED};
	if (!has_host(t))
		return;
	if (t->how.watch)
		t->how.watch->begins(t->how.watch->context);
	reset(t);
	if (!begin(t) || !ask_phase(t))
		ask_end(t);
}

/* A test may have many phases, and whoever asked for it may not want to know any more how it ends. */
static bool
is_unwanted(struct trial *t)
{
	if (!t->how.unwanted || !t->how.unwanted(t->how.context))
		return false;
	t->result->end = TRIAL_UNDECIDED;
	t->result->wrong = "it was not followed to its end";
	t->gone = true;
	return true;
}

bool
running_advance(struct trial *t)
{
	switch (t->running) {
	case RUNNING_NOTHING:
		return false;
	case RUNNING_PHASE:
		if (!is_unwanted(t) && take_phase(t) && ask_phase(t))
			return true;
		ask_end(t);
		if (!t->gone)
			return true;
		take_end(t); /* nothing is to be waited for */
		return false;
	case RUNNING_END:
		take_end(t);
		return false;
	}
	return false;
}
