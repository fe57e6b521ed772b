#include "judge/private.h"

#include <stdlib.h>
#include <string.h>

enum { DEFAULT_MANY = 1000, DEFAULT_MEMORY = 768 << 20, LEAST_HEAP_LIMIT = 8 << 20 };

struct judge *
judge_new(struct arena *a, const struct model *m, const struct judge_options *options)
{
	struct judge *j = arena_new(a, struct judge);
	j->arena = a;
	j->model = m;
	j->least_heap_limit = LEAST_HEAP_LIMIT;
	if (options)
		j->options = *options;
	if (!j->options.cap)
		j->options.cap = JUDGE_CAP;
	if (!j->options.many)
		j->options.many = DEFAULT_MANY;
	if (!j->options.memory)
		j->options.memory = DEFAULT_MEMORY;
	return j;
}

void
judge_free(struct judge *j)
{
	walk_stop(&j->walk);
	heap_free(j->heap);
	arena_free(&j->args);
	free(j->params);
	free(j->records);
	j->heap = NULL;
	j->params = NULL;
	j->records = NULL;
	j->nrecords = j->records_cap = 0;
}

void
judge_name_clients(struct judge *j, const char *(*name)(int, void *), void *context)
{
	j->name = name;
	j->name_context = context;
}

static const char *
client_name(struct judge *j, int client)
{
	return j->name ? j->name(client, j->name_context) : arena_printf(j->arena, "c%d", client);
}

const char *
call_text(struct judge *j, struct rules *r, int slot, bool with_client)
{
	struct text t = {0};
	if (with_client)
		text_printf(&t, "%s ", client_name(j, r->calls[slot].client));
	model_print_call(&t, r, r->calls[slot].op, r->calls[slot].args);
	return text_take(&t, j->arena);
}

/* The same for several of them; NULL for none. */
static const char *
calls_text(struct judge *j, struct rules *r, uint64_t slots)
{
	struct text t = {0};
	for (; slots; slots &= slots - 1)
		text_printf(&t, "%s%s", t.n ? ", " : "", call_text(j, r, __builtin_ctzll(slots), true));
	return t.n ? text_take(&t, j->arena) : NULL;
}

void
set_limits(const struct judge *j, struct search *s)
{
	s->cap = j->options.cap;
	s->many = j->options.many;
	s->memory = j->options.memory;
}

void
judge_begin(struct judge *j, const word *params)
{
	walk_stop(&j->walk);
	heap_free(j->heap);
	arena_free(&j->args);
	free(j->params);
	j->heap = heap_new(j->model->spec->heap);
	j->heap_limit = j->least_heap_limit;
	j->nrecords = j->slots.n = j->slots.cap = j->phase_start = 0;
	j->slots.at = NULL;
	j->misuse = NULL;
	j->choice = false;
	j->verdict = (struct verdict){.outcome = OUTCOME_PASS};
	size_t n = j->model->spec->params.n;
	j->params = mem_alloc((n + 1) * sizeof *j->params);
	for (size_t i = 0; i < n; i++)
		j->params[i] = params ? params[i] : model_parameter(j->model, j->heap, i); /* always numbers */
	j->walk = (struct walk){0};
	set_limits(j, &j->walk.search);
	j->walk.search.cap = j->options.early ? j->options.early : j->options.cap;
	j->walk.search.completed = !j->options.safety_only;
	j->walk.in_rows = j->options.in_rows;
	if (walk_start(&j->walk, j->model, j->heap, j->params) != SEARCH_DONE)
		judge_mishap(j, &j->walk);
}

const char *
judge_misuse(const struct judge *j)
{
	return j->misuse;
}

/* --- events --- */

static bool
misuse(struct judge *j, const char *fmt, ...)
{
	va_list ap;
	va_start(ap, fmt);
	j->misuse = arena_vprintf(j->arena, fmt, ap);
	va_end(ap);
	return false;
}

static void
know_client(struct judge *j, int client)
{
	while (j->slots.n <= (size_t)client)
		vec_push(&j->args, &j->slots, -1);
}

static void
remember(struct judge *j, struct record r)
{
	if (j->nrecords == j->records_cap) {
		j->records_cap = j->records_cap ? 2 * j->records_cap : 64;
		j->records = mem_grow(j->records, j->records_cap * sizeof *j->records);
	}
	j->records[j->nrecords++] = r;
}

/* Slots are used twice in a phase only where there are no others. */
static int
free_slot(struct judge *j)
{
	const struct walk *w = &j->walk;
	bool again = w->search.finished && !j->model->others;
	if (w->used != UINT64_MAX && !(again && j->options.in_rows))
		return __builtin_ctzll(~w->used);
	if (again)
		return __builtin_ctzll(w->search.finished);
	j->verdict.reason = w->search.finished ? "a phase has more than 64 calls, and their results depend on all that were under way at the same time"
	                        : w->lost            ? "more than 64 calls are outstanding, lost ones among them"
	                                             : "more than 64 calls are outstanding";
	return -1;
}

static bool
outside_pre(struct judge *j, int slot)
{
	struct rules *r = &j->walk.rules;
	const struct operation *op = r->calls[slot].op;
	const char *message = rules_message(r, j->arena, NULL, slot, &op->pre);
	return misuse(j, "%s is outside the precondition of %s%s%s, and the specification has no 'reject' for it", call_text(j, r, slot, true), op->name, message ? ": " : "", message ? message : "");
}

static bool
take_call(struct judge *j, const struct event *e)
{
	struct walk *w = &j->walk;
	know_client(j, e->client);
	if (j->slots.at[e->client] >= 0)
		return misuse(j, "%s makes a call while its last one has not returned", client_name(j, e->client));
	int slot = free_slot(j);
	if (slot < 0) {
		j->verdict.outcome = OUTCOME_UNDECIDED;
		j->verdict.phase = j->verdict.phases + 1;
		return true;
	}
	word *args = arena_array(&j->args, word, e->op->n + 1);
	for (size_t i = 0; i < e->op->n; i++)
		args[i] = heap_copy(j->heap, e->op->params[i].type, e->args[i]);
	struct call *call = arena_new(&j->args, struct call);
	*call = (struct call){.op = e->op, .args = args, .client = e->client};
	bool again = w->used >> slot & 1;
	struct call before;
	if (again)
		before = w->rules.calls[slot];
	enum step step = rules_issue(&w->rules, slot, call);
	call->refused = w->rules.calls[slot].refused;
	if (step == STEP_MISHAP) {
		judge_mishap(j, w);
		return true;
	}
	if (call->refused && !e->op->reject.code)
		return outside_pre(j, slot);
	if (again)
		w->rules.calls[slot] = before; /* the walk takes it from here */
	struct record r = {.kind = EVENT_CALLED, .slot = (int8_t)slot, .call = call, .time = e->time};
	walk_take(w, &r);
	remember(j, r);
	j->choice = j->choice || (w->used & (w->used - 1)) || e->op->must.code;
	j->slots.at[e->client] = (int8_t)slot;
	j->verdict.calls++;
	return true;
}

static bool
take_begin(struct judge *j, const struct event *e)
{
	know_client(j, e->client);
	int8_t slot = j->slots.at[e->client];
	if (slot < 0 || !(j->walk.fresh >> slot & 1))
		return misuse(j, "%s has made no call in this phase that could begin", client_name(j, e->client));
	struct record r = {.kind = EVENT_BEGAN, .slot = slot, .time = e->time};
	walk_take(&j->walk, &r);
	remember(j, r);
	return true;
}

static bool
take_return(struct judge *j, const struct event *e)
{
	know_client(j, e->client);
	int8_t slot = j->slots.at[e->client];
	if (slot < 0)
		return misuse(j, "%s has no call that could return", client_name(j, e->client));
	const struct call *call = &j->walk.rules.calls[slot];
	const struct operation *op = call->op;
	if (e->has_value != (op->returns != NULL))
		return misuse(j, op->returns ? "%s returns a value, and there is none here" : "%s returns no value, and there is one here", op->name);
	struct record r = {.kind = EVENT_RETURNED, .slot = slot, .has_value = e->has_value, .time = e->time};
	r.value = e->has_value ? heap_copy(j->heap, op->returns, e->value) : 0;
	j->choice = j->choice || (op->returns && (call->refused || !op->result.code));
	walk_take(&j->walk, &r);
	remember(j, r);
	j->slots.at[e->client] = -1;
	return true;
}

static bool
take_loss(struct judge *j, const struct event *e)
{
	know_client(j, e->client);
	int8_t slot = j->slots.at[e->client];
	if (slot < 0)
		return misuse(j, "%s has no call that could be lost", client_name(j, e->client));
	struct record r = {.kind = EVENT_LOST, .slot = slot};
	walk_take(&j->walk, &r);
	remember(j, r);
	j->choice = true;
	j->slots.at[e->client] = -1;
	return true;
}

/* Leaves dead values behind by copying the living ones into a new heap. */
static void
collect(struct judge *j)
{
	struct heap *to = heap_new(j->model->spec->heap);
	struct walk *w = &j->walk;
	const struct operation *op_of[MODEL_SLOTS] = {0};
	for (size_t i = 0; i < j->nrecords; i++) {
		struct record *r = &j->records[i];
		if (r->kind == EVENT_CALLED) {
			word *args = (word *)(uintptr_t)r->call->args;
			op_of[r->slot] = r->call->op;
			for (size_t k = 0; k < r->call->op->n; k++)
				args[k] = heap_copy(to, r->call->op->params[k].type, args[k]);
		} else if (r->kind == EVENT_RETURNED && r->has_value) {
			r->value = heap_copy(to, op_of[r->slot]->returns, r->value);
		}
	}
	for (size_t i = 0; i < w->now.n; i++)
		config_move(&w->rules, to, set_at(&w->now, i));
	lost_free(&w->search.losses);
	heap_free(j->heap);
	j->heap = w->rules.heap = w->rules.machine->heap = to;
	j->heap_limit = heap_bytes(to) * 2 > j->least_heap_limit ? heap_bytes(to) * 2 : j->least_heap_limit;
}

bool
judge_left_choice(const struct judge *j)
{
	return j->choice;
}

size_t
judge_open(const struct judge *j)
{
	return j->walk.now.n;
}

const char *
judge_differing(struct judge *j)
{
	const struct config_set *now = &j->walk.now;
	const struct variables *v = &j->model->spec->state;
	struct text t = {0};
	for (size_t i = 0; i < v->n; i++) {
		size_t k = 1;
		while (k < now->n && set_at(now, k)[i] == set_at(now, 0)[i])
			k++;
		if (k < now->n)
			text_printf(&t, "%s%s", t.n ? ", " : "", v->at[i].name);
	}
	return t.n ? text_take(&t, j->arena) : "";
}

/* The search of the phase did not end. */
static void
leave_undecided(struct judge *j)
{
	const struct search *s = &j->walk.search;
	j->verdict.outcome = OUTCOME_UNDECIDED;
	j->verdict.phase = j->verdict.phases;
	if (s->losses.unknown)
		j->verdict.reason = arena_printf(j->arena, "phase %zu cannot be judged: a lost call of %s may have returned any of too many values", j->verdict.phases, s->losses.unknown->name);
	else if (s->stopped)
		j->verdict.reason = arena_printf(j->arena, "phase %zu cannot be judged: %s", j->verdict.phases, s->stopped);
	else if (s->most > s->cap)
		j->verdict.reason = arena_printf(j->arena, "phase %zu has more than the %zu configurations that are looked at", j->verdict.phases, s->cap);
	else
		j->verdict.reason = arena_printf(j->arena, "the configurations of phase %zu need more than the %zu MiB that they may take", j->verdict.phases, s->memory >> 20);
	if (judge_open(j) > 1 && *judge_differing(j))
		j->verdict.reason = arena_printf(j->arena, "%s; before it, the model could be in %zu states, which differ in %s", j->verdict.reason, judge_open(j), judge_differing(j));
}

static void
take_rest(struct judge *j, const struct event *e)
{
	struct walk *w = &j->walk;
	struct record r = {.kind = e->kind, .time = e->time, .rough = e->rough, .unsure = e->unsure};
	walk_take(w, &r);
	remember(j, r);
	j->verdict.phases++;
	enum search_end end = walk_rest(w);
	if (w->search.most > j->verdict.most)
		j->verdict.most = w->search.most;
	if (end == SEARCH_MISHAP) {
		judge_mishap(j, w);
	} else if (end == SEARCH_CAP) {
		leave_undecided(j);
	} else if (w->search.ends.n == 0) {
		judge_failure(j);
	} else {
		uint64_t finished = w->search.finished, fresh = w->fresh;
		if (j->options.tally)
			tally_cases(j->options.tally, j);
		walk_commit(w);
		if (j->options.tally)
			tally_phase(j->options.tally, j, finished, fresh);
		j->phase_start = j->nrecords;
		if (heap_bytes(j->heap) > j->heap_limit)
			collect(j);
	}
}

bool
judge_event(struct judge *j, const struct event *e)
{
	if (j->verdict.outcome != OUTCOME_PASS)
		return true;
	if (j->walk.ended)
		return misuse(j, "the history has ended, and something follows");
	switch (e->kind) {
	case EVENT_CALLED:
		return take_call(j, e);
	case EVENT_BEGAN:
		return take_begin(j, e);
	case EVENT_RETURNED:
		return take_return(j, e);
	case EVENT_LOST:
		return take_loss(j, e);
	case EVENT_AT_REST:
		take_rest(j, e);
		return true;
	case EVENT_END:
		for (int i = 0; i < (int)j->slots.n; i++)
			if (j->slots.at[i] >= 0)
				take_loss(j, &(struct event){.kind = EVENT_LOST, .client = i, .time = e->time});
		take_rest(j, e);
		return true;
	}
	return true;
}

const struct verdict *
judge_verdict(struct judge *j)
{
	return &j->verdict;
}

void
judge_describe(struct judge *j)
{
	if (j->verdict.outcome != OUTCOME_PASS)
		return;
	j->verdict.phase = j->verdict.phases + 1;
	describe_phase(j, &j->walk);
}

bool
judge_may_end(struct judge *j)
{
	struct walk *w = &j->walk;
	enum step step = STEP_YES;
	for (size_t i = 0; i < w->now.n && step == STEP_YES && j->verdict.outcome == OUTCOME_PASS; i++)
		step = rules_may_end(&w->rules, set_at(&w->now, i));
	if (step == STEP_MISHAP)
		judge_mishap(j, w);
	return step == STEP_YES && j->verdict.outcome == OUTCOME_PASS;
}

void
judge_print_viable(struct judge *j, struct text *out)
{
	struct walk *w = &j->walk;
	for (size_t i = 0; i < w->now.n; i++) {
		const word *config = set_at(&w->now, i);
		text_str(out, "  ");
		model_print_state(out, &w->rules, config);
		size_t before = out->n;
		text_str(out, "   ");
		model_print_scheduling(out, &w->rules, config);
		if (out->n == before + 3)
			out->s[out->n = before] = 0;
		for (uint64_t left = config_pending(&w->rules, config); left; left &= left - 1)
			text_printf(out, "   %s", call_text(j, &w->rules, __builtin_ctzll(left), true));
		text_char(out, '\n');
	}
}

/* --- verdicts --- */

/* Adds a state, unless it prints like another: then they differ in what is not shown, such as the order of arrival. */
static void
describe_state(struct judge *j, struct walk *w, const word *config)
{
	struct verdict *v = &j->verdict;
	struct text state = {0}, scheduling = {0};
	model_print_state(&state, &w->rules, config);
	model_print_scheduling(&scheduling, &w->rules, config);
	for (size_t i = 0; i < v->nstates; i++) {
		if (strcmp(v->states[i], state.s) == 0 && strcmp(v->scheduling[i], scheduling.s) == 0) {
			text_free(&state);
			text_free(&scheduling);
			return;
		}
	}
	v->states[v->nstates] = text_take(&state, j->arena);
	v->scheduling[v->nstates++] = text_take(&scheduling, j->arena);
}

void
describe_phase(struct judge *j, struct walk *w)
{
	enum { MOST_STATES = 8 };
	struct verdict *v = &j->verdict;
	v->states = arena_array(j->arena, const char *, MOST_STATES);
	v->scheduling = arena_array(j->arena, const char *, MOST_STATES);
	v->nstates = 0;
	for (size_t i = 0; i < w->now.n && v->nstates < MOST_STATES; i++)
		describe_state(j, w, set_at(&w->now, i));
	v->more_states = v->nstates == MOST_STATES && w->now.n > MOST_STATES;
	v->outstanding = arena_array(j->arena, struct judged_call, MODEL_SLOTS);
	v->ncalls = 0;
	for (uint64_t left = w->used; left; left &= left - 1) {
		int slot = __builtin_ctzll(left);
		const struct call *c = &w->rules.calls[slot];
		struct text result = {0};
		if (c->returned && c->op->returns)
			value_print(&result, c->op->returns, c->result);
		v->outstanding[v->ncalls++] = (struct judged_call){
			.client = c->client, .call = call_text(j, &w->rules, slot, false), .fresh = w->fresh >> slot & 1, .returned = c->returned,
			.result = result.n ? text_take(&result, j->arena) : NULL, .ahead = calls_text(j, &w->rules, w->search.ahead[slot]),
		};
	}
}

void
judge_mishap(struct judge *j, struct walk *w)
{
	struct verdict *v = &j->verdict;
	struct mishap *m = arena_new(j->arena, struct mishap);
	struct text t = {0};
	*m = w->rules.mishap;
	v->outcome = OUTCOME_BAD_SPEC;
	v->phase = v->phases;
	v->mishap = m;
	if (m->fault.kind == FAULT_NONE)
		text_printf(&t, "%s does not hold", m->clause->name);
	else
		fault_print(&t, &m->fault);
	if (m->clause && m->fault.kind != FAULT_NONE)
		text_printf(&t, ", in %s", m->clause->name);
	v->reason = text_take(&t, j->arena);
	if (m->slot >= 0)
		v->mishap_call = call_text(j, &w->rules, m->slot, true);
	describe_phase(j, w);
}

size_t
replay_phase(struct judge *j, struct walk *w, size_t start)
{
	size_t i = start;
	for (; i < j->nrecords && j->records[i].kind != EVENT_AT_REST && j->records[i].kind != EVENT_END; i++)
		walk_take(w, &j->records[i]);
	if (i < j->nrecords)
		walk_take(w, &j->records[i]);
	return i + 1;
}
