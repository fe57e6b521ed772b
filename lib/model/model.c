#include "model/private.h"

#include <stdlib.h>
#include <string.h>

/* --- what kind of model it is --- */

static void
consider_rule(struct model *m, const struct rule *r, bool *sequenced, unsigned *asks)
{
	*asks |= r->enabled.asks | r->post_waiting.asks;
	*sequenced = *sequenced || r->enabled.sequenced || r->post_waiting.sequenced || r->waiting.sequenced;
	m->arrivals = m->arrivals || r->waiting.code;
	m->infos = m->infos || r->info;
}

void
model_init(struct model *m, const struct spec *s)
{
	unsigned asks = 0;
	bool sequenced = false;
	*m = (struct model){.spec = s};
	for (size_t i = 0; i < s->nops; i++) {
		consider_rule(m, &s->ops[i].rule, &sequenced, &asks);
		consider_rule(m, &s->policy->rules[i], &sequenced, &asks);
		asks |= s->ops[i].must.asks;
		m->others = m->others || (s->ops[i].ensures.asks & HISTORY_BIT(OP_OTHERS));
		sequenced = sequenced || s->ops[i].must.sequenced;
	}
	bool relative = asks & (HISTORY_BIT(OP_OLDER) | HISTORY_BIT(OP_YOUNGER));
	m->arrivals = m->arrivals || sequenced || (asks & ~HISTORY_BIT(OP_OLDER));
	m->order = m->arrivals ? (relative || sequenced ? ORDER_FULL : ORDER_NONE) : relative ? ORDER_OPEN : ORDER_NONE;
}

static struct layout
layout_of(const struct model *m, size_t slots)
{
	const struct spec *s = m->spec;
	struct layout l = {.slots = slots, .sched = s->state.n};
	l.policy = l.sched + s->sched.n;
	l.in = l.policy + s->policy->state.n;
	l.pending = l.in + 1;
	l.info = l.pending + 1;
	l.before = l.info + (m->infos ? 2 * slots : 0);
	l.words = l.before + (m->order != ORDER_NONE ? slots : 0);
	return l;
}

/* --- starting --- */

word
model_parameter(const struct model *m, struct heap *heap, size_t i)
{
	const struct variable *v = &m->spec->params.at[i];
	word value = type_nth(heap, v->type, 0);
	if (!v->init)
		return value;
	struct machine *machine = machine_new(heap);
	code_run(machine, v->init, &(struct frame){0}, &value); /* a constant: it was evaluated when the spec was loaded */
	machine_free(machine);
	return value;
}

void
rules_start(struct rules *r, const struct model *m, struct heap *heap, const word *params)
{
	const struct variables *v = &m->spec->params;
	*r = (struct rules){.model = m, .heap = heap, .machine = machine_new(heap)};
	rules_widen(r, 0);
	r->params = mem_alloc((v->n + 1) * sizeof *r->params);
	for (size_t i = 0; i < v->n; i++)
		r->params[i] = params ? params[i] : model_parameter(m, heap, i);
}

void
rules_widen(struct rules *r, size_t slots)
{
	r->layout = layout_of(r->model, slots);
	r->before = mem_grow(r->before, r->layout.words * sizeof *r->before);
}

void
rules_stop(struct rules *r)
{
	machine_free(r->machine);
	free(r->params);
	free(r->before);
	*r = (struct rules){0};
}

static enum step
mishap(struct rules *r, const struct clause *c, int slot)
{
	r->mishap = (struct mishap){c, r->machine->fault, slot};
	return STEP_MISHAP;
}

static enum step
initial_values(struct rules *r, const struct variables *v, word *at)
{
	struct frame f = {.at = {[SEG_PARAM] = r->params}};
	for (size_t i = 0; i < v->n; i++) {
		if (!v->at[i].init) {
			value_initial(r->heap, v->at[i].type, &at[i]);
			continue;
		}
		if (code_run(r->machine, v->at[i].init, &f, &at[i]) != RUN_OK)
			return mishap(r, NULL, -1);
	}
	return STEP_YES;
}

static enum step check_invariants(struct rules *, word *config, int slot);

enum step
rules_initial(struct rules *r, word *config)
{
	const struct spec *s = r->model->spec;
	const struct layout *l = &r->layout;
	memset(config, 0, l->words * sizeof *config);
	enum step step = initial_values(r, &s->state, config);
	if (step == STEP_YES)
		step = initial_values(r, &s->sched, config + l->sched);
	if (step == STEP_YES)
		step = initial_values(r, &s->policy->state, config + l->policy);
	return step == STEP_YES ? check_invariants(r, config, -1) : step;
}

/* --- evaluating clauses --- */

static uint64_t
bit(int slot)
{
	return 1ull << slot;
}

uint64_t
config_in(const struct rules *r, const word *config)
{
	return (uint64_t)config[r->layout.in];
}

uint64_t
config_pending(const struct rules *r, const word *config)
{
	return (uint64_t)config[r->layout.pending];
}

void
look(struct rules *r, const word *config, int slot, struct frame *f, struct calls *calls)
{
	static word any_time[] = {[WAITED_HELPS] = WAITED_FOR_EVER, [WAITED_HINDERS] = 0};
	const struct layout *l = &r->layout;
	word *c = (word *)(uintptr_t)config;
	*f = (struct frame){0};
	f->at[SEG_PARAM] = r->params;
	f->at[SEG_STATE] = c;
	f->at[SEG_SCHED] = c + l->sched;
	f->at[SEG_POLICY] = c + l->policy;
	f->choices = r->choices;
	f->calls = calls;
	if (slot >= 0) {
		f->at[SEG_ARG] = (word *)(uintptr_t)r->calls[slot].args;
		f->at[SEG_RESULT] = &r->calls[slot].result;
		f->at[SEG_INFO] = c + l->info + 2 * (size_t)slot;
		f->at[SEG_WAITED] = r->at_any_time ? any_time : r->calls[slot].waited;
	}
}

void
look_at_calls(const struct rules *r, const word *config, int slot, struct calls *calls)
{
	uint64_t waiting = config_pending(r, config) & ~r->refused, self = slot >= 0 ? bit(slot) & waiting : 0;
	*calls = (struct calls){.at = r->pending, .waiting = waiting, .self = self};
	if (r->model->order == ORDER_NONE)
		return;
	calls->before = (const uint64_t *)(config + r->layout.before);
	if (!self)
		return;
	calls->older = calls->before[slot] & waiting;
	for (uint64_t left = waiting & ~self; left; left &= left - 1) {
		int other = __builtin_ctzll(left);
		if (calls->before[other] & self)
			calls->younger |= bit(other);
	}
	calls->unordered = waiting & ~self & ~calls->older & ~calls->younger;
}

/* Those that a call may have met on its way, whether they have gone ahead or not. */
void
look_at_flight(const struct rules *r, int slot, struct calls *calls)
{
	uint64_t flight = (r->flight | bit(slot)) & ~r->refused & ~r->apart[slot];
	*calls = (struct calls){.at = r->pending, .waiting = flight, .self = bit(slot)};
}

/* Of what a call returns, a clause asks for others only. */
static void
look_for(const struct rules *r, const word *config, int slot, const struct clause *c, struct calls *calls)
{
	if (c->asks & HISTORY_BIT(OP_OTHERS))
		look_at_flight(r, slot, calls);
	else
		look_at_calls(r, config, slot, calls);
}

static enum step
outcome(struct rules *r, const struct clause *c, int slot, enum run run, const struct calls *calls)
{
	if (run == RUN_OK)
		return STEP_YES;
	if (run == RUN_FAULT)
		return mishap(r, c, slot);
	r->asked = calls->asked;
	r->asker = slot;
	return STEP_ASKS;
}

/* Does a condition hold? An absent one does. */
static enum step
holds(struct rules *r, const struct clause *c, const struct frame *f, int slot)
{
	word w;
	if (!c->code)
		return STEP_YES;
	enum step step = outcome(r, c, slot, code_run(r->machine, c->code, f, &w), f->calls);
	return step == STEP_YES && !w ? STEP_NO : step;
}

/* Runs statements that own one segment of `to`, and read everything else as it was. */
static enum step
execute(struct rules *r, const struct clause *c, struct frame *f, enum seg own, word *from, word *to, int slot)
{
	word w;
	if (!c->code)
		return STEP_YES;
	f->at[own] = to;
	f->old[own] = from;
	enum step step = outcome(r, c, slot, code_run(r->machine, c->code, f, &w), f->calls);
	f->at[own] = from;
	return step;
}

static enum step
check_invariants(struct rules *r, word *config, int slot)
{
	const struct spec *s = r->model->spec;
	struct frame f;
	look(r, config, slot, &f, NULL);
	for (size_t i = 0; i < s->ninvariants; i++) {
		enum step step = holds(r, &s->invariants[i], &f, slot);
		if (step == STEP_NO) {
			r->machine->fault = (struct fault){.kind = FAULT_NONE, .span = s->invariants[i].span};
			return mishap(r, &s->invariants[i], slot);
		}
		if (step != STEP_YES)
			return step;
	}
	return STEP_YES;
}

/* Is the resource as a new one can be? How calls are scheduled does not count: who has come before is no part of it. */
static enum step
is_as_new(struct rules *r, const word *config)
{
	const struct variables *v = &r->model->spec->state;
	word *new = mem_alloc((v->n + 1) * sizeof *new);
	enum step step = initial_values(r, v, new);
	if (step == STEP_YES && memcmp(new, config, v->n * sizeof *new) != 0)
		step = STEP_NO;
	free(new);
	return step;
}

enum step
rules_may_end(struct rules *r, const word *config)
{
	const struct clause *when = &r->model->spec->implementation.ending.when;
	struct frame f;
	look(r, config, -1, &f, NULL);
	return when->code ? holds(r, when, &f, -1) : is_as_new(r, config);
}

enum step
rules_evaluate(struct rules *r, const word *config, int slot, const struct clause *c, word *value)
{
	struct frame f;
	struct calls calls;
	look_for(r, config, slot, c, &calls);
	look(r, config, slot, &f, &calls);
	return outcome(r, c, slot, code_run(r->machine, c->code, &f, value), &calls);
}

/* --- calls --- */

enum step
rules_issue(struct rules *r, int slot, const struct call *call)
{
	struct frame f = {.at = {[SEG_PARAM] = r->params, [SEG_ARG] = (word *)(uintptr_t)call->args}};
	r->calls[slot] = *call;
	r->pending[slot] = (struct pending){call->op->index, call->args};
	r->refused &= ~bit(slot);
	enum step step = holds(r, &call->op->pre, &f, slot);
	r->calls[slot].refused = step == STEP_NO;
	if (step == STEP_NO)
		r->refused |= bit(slot);
	return step;
}

void
config_widen(const struct layout *from, const word *old, const struct layout *to, word *new)
{
	size_t infos = from->before - from->info, befores = from->words - from->before;
	memset(new, 0, to->words * sizeof *new);
	memcpy(new, old, from->info * sizeof *new);
	memcpy(new + to->info, old + from->info, infos * sizeof *new);
	memcpy(new + to->before, old + from->before, befores * sizeof *new);
}

void
config_enter(const struct rules *r, word *config, uint64_t slots, uint64_t late)
{
	const struct layout *l = &r->layout;
	bool seen = r->model->order != ORDER_NONE; /* do others see that a call is there? */
	uint64_t refused = slots & r->refused, wait = r->model->arrivals ? slots : seen ? late : 0, in = wait & ~refused, rest = slots & ~refused & ~in;
	uint64_t here = config_pending(r, config) & ~r->refused;
	config[l->in] |= (word)in;
	config[l->pending] |= (word)(refused | rest);
	for (uint64_t left = rest; left && r->model->order == ORDER_OPEN; left &= left - 1)
		config[l->before + (size_t)__builtin_ctzll(left)] = (word)here;
}

/* --- the rules --- */

static void
set_infos(struct rules *r, word *config, int slot, const struct operation *op, const struct rule *policy)
{
	word *info = config + r->layout.info + 2 * (size_t)slot;
	if (!r->model->infos)
		return;
	info[0] = op->rule.info ? op->rule.info_initial : 0;
	info[1] = policy->info ? policy->info_initial : 0;
}

enum step
step_arrive(struct rules *r, word *config, int slot)
{
	const struct layout *l = &r->layout;
	const struct operation *op = r->calls[slot].op;
	const struct rule *policy = &r->model->spec->policy->rules[op->index];
	word *before = r->before;
	struct frame f;
	struct calls calls;
	set_infos(r, config, slot, op, policy);
	memcpy(before, config, l->words * sizeof *before);
	look_at_calls(r, before, -1, &calls);
	look(r, before, slot, &f, &calls);
	f.old[SEG_INFO] = f.at[SEG_INFO];
	f.at[SEG_INFO] = config + l->info + 2 * (size_t)slot;
	enum step step = execute(r, &op->rule.waiting, &f, SEG_SCHED, before + l->sched, config + l->sched, slot);
	if (step == STEP_YES)
		step = execute(r, &policy->waiting, &f, SEG_POLICY, before + l->policy, config + l->policy, slot);
	if (step != STEP_YES)
		return step;
	if (r->model->order == ORDER_OPEN)
		config[l->before + (size_t)slot] |= (word)(calls.waiting & ~r->fresh);
	else if (r->model->order == ORDER_FULL)
		config[l->before + (size_t)slot] = (word)calls.waiting;
	config[l->in] &= ~(word)bit(slot);
	config[l->pending] |= (word)bit(slot);
	return STEP_YES;
}

enum step
step_enabled(struct rules *r, const word *config, int slot, const struct clause **failed)
{
	const struct operation *op = r->calls[slot].op;
	const struct clause *clauses[] = {&op->cpre, &op->rule.enabled, &r->model->spec->policy->rules[op->index].enabled};
	struct frame f;
	struct calls calls;
	if (r->calls[slot].refused)
		return STEP_YES;
	look(r, config, slot, &f, &calls);
	bool looked = false;
	for (int i = 0; i < (r->without_policy ? 2 : 3); i++) {
		if (clauses[i]->asks && !looked)
			look_at_calls(r, config, slot, &calls);
		looked = looked || clauses[i]->asks;
		enum step step = holds(r, clauses[i], &f, slot);
		if (step == STEP_NO && failed)
			*failed = clauses[i];
		if (step != STEP_YES)
			return step;
	}
	return STEP_YES;
}

enum step
clause_holds(struct rules *r, const word *config, int slot, const struct clause *c)
{
	struct frame f;
	struct calls calls;
	look_at_calls(r, config, slot, &calls);
	look(r, config, slot, &f, &calls);
	return holds(r, c, &f, slot);
}

enum step
step_must(struct rules *r, const word *config, int slot)
{
	return r->calls[slot].refused ? STEP_YES : clause_holds(r, config, slot, &r->calls[slot].op->must);
}

enum step
apply_post(struct rules *r, word *config, int slot)
{
	struct frame f;
	memcpy(r->before, config, r->layout.words * sizeof *config);
	look(r, r->before, slot, &f, NULL);
	return execute(r, &r->calls[slot].op->post, &f, SEG_STATE, r->before, config, slot);
}

/* Who comes from now on is younger than those that arrived before the call that goes ahead. */
static void
note_arrived(const struct rules *r, word *config, int slot)
{
	word *before = config + r->layout.before;
	for (uint64_t left = config_in(r, config); left; left &= left - 1)
		before[__builtin_ctzll(left)] |= before[slot];
}

/* The call is gone: nobody is older or younger than it any more. */
static void
leave(const struct rules *r, word *config, int slot)
{
	const struct layout *l = &r->layout;
	config[l->pending] &= ~(word)bit(slot);
	if (r->model->infos)
		config[l->info + 2 * (size_t)slot] = config[l->info + 2 * (size_t)slot + 1] = 0;
	if (r->model->order == ORDER_NONE)
		return;
	if (r->model->order == ORDER_OPEN)
		note_arrived(r, config, slot);
	config[l->before + (size_t)slot] = 0;
	for (size_t i = 0; i < l->slots; i++)
		config[l->before + i] &= ~(word)bit(slot);
}

/* A condition that has no value for what a call returned, because of that, does not hold of it. */
static enum step
holds_of_result(struct rules *r, const struct clause *c, const struct frame *f, int slot)
{
	enum step step = holds(r, c, f, slot);
	bool by_result = step == STEP_MISHAP && r->calls[slot].returned && c->expr && wrong_by_result(c->expr, r->mishap.fault.span);
	return by_result ? STEP_NO : step;
}

/*
 * Which calls of a phase really were under way at the same time, nobody knows. So a result is right if it is with all that may have been,
 * or if it is with none.
 */
static enum step
holds_among_others(struct rules *r, const struct clause *c, struct frame *f, int slot)
{
	struct calls calls, *before = f->calls;
	look_at_flight(r, slot, &calls);
	f->calls = &calls;
	enum step step = holds_of_result(r, c, f, slot);
	if (step == STEP_NO && calls.waiting != calls.self) {
		calls.waiting = calls.self;
		step = holds_of_result(r, c, f, slot);
	}
	f->calls = before;
	return step;
}

/* Does the result that was seen satisfy `ensures` or `reject`, and is it in its type? */
static enum step
check_condition_on_result(struct rules *r, const struct clause *c, struct frame *f, int slot, const struct clause **failed)
{
	const struct type *type = r->calls[slot].op->returns;
	if (r->without_results)
		return STEP_YES;
	bool fits = !type || !r->calls[slot].returned || value_fits(type, *f->at[SEG_RESULT]);
	enum step step = !fits ? STEP_NO : c->asks ? holds_among_others(r, c, f, slot) : holds_of_result(r, c, f, slot);
	if (step == STEP_NO && failed)
		*failed = c;
	return step;
}

/* What the call returns in the old state; compares it with what was seen. */
static enum step
check_result(struct rules *r, struct frame *f, int slot, const struct clause **failed, word *result)
{
	const struct call *call = &r->calls[slot];
	const struct operation *op = call->op;
	*result = call->result;
	if (op->result.code) {
		word expected;
		enum step step = outcome(r, &op->result, slot, code_run(r->machine, op->result.code, f, &expected), f->calls);
		if (step != STEP_YES)
			return step;
		if (call->returned && !r->without_results && expected != call->result) {
			if (failed)
				*failed = &op->result;
			return STEP_NO;
		}
		*result = expected;
	}
	f->at[SEG_RESULT] = result;
	return check_condition_on_result(r, &op->ensures, f, slot, failed);
}

/* POST and the invariant. Where a result that is only taken as right leads it astray, it has no effect. */
static enum step
change_state(struct rules *r, const struct operation *op, struct frame *f, word *config, int slot)
{
	enum step step = execute(r, &op->post, f, SEG_STATE, r->before, config, slot);
	if (step == STEP_YES && op->post.code)
		step = check_invariants(r, config, slot);
	if (step != STEP_MISHAP || !r->without_results)
		return step;
	memcpy(config, r->before, r->layout.sched * sizeof *config);
	return STEP_YES;
}

/* POST_WAITING of the operation and of the policy. */
static enum step
schedule(struct rules *r, struct frame *f, word *config, int slot)
{
	const struct layout *l = &r->layout;
	const struct operation *op = r->calls[slot].op;
	const struct rule *policy = &r->model->spec->policy->rules[op->index];
	if (!op->rule.post_waiting.code && !policy->post_waiting.code)
		return STEP_YES;
	look_at_calls(r, r->before, slot, f->calls);
	enum step step = execute(r, &op->rule.post_waiting, f, SEG_SCHED, r->before + l->sched, config + l->sched, slot);
	return step == STEP_YES ? execute(r, &policy->post_waiting, f, SEG_POLICY, r->before + l->policy, config + l->policy, slot) : step;
}

enum step
step_aside(struct rules *r, word *config, int slot)
{
	struct frame f;
	struct calls calls;
	memcpy(r->before, config, r->layout.words * sizeof *config);
	look(r, r->before, slot, &f, &calls);
	enum step step = schedule(r, &f, config, slot);
	if (step == STEP_YES)
		leave(r, config, slot);
	return step;
}

enum step
step_execute(struct rules *r, word *config, int slot, const struct clause **failed, word *returned)
{
	const struct operation *op = r->calls[slot].op;
	word *before = r->before, result;
	struct frame f;
	struct calls calls;
	memcpy(before, config, r->layout.words * sizeof *before);
	look(r, before, slot, &f, &calls);
	if (r->calls[slot].refused) {
		enum step step = check_condition_on_result(r, &op->reject, &f, slot, failed);
		leave(r, config, slot);
		return step;
	}
	enum step step = check_result(r, &f, slot, failed, &result);
	if (step == STEP_YES)
		step = change_state(r, op, &f, config, slot);
	if (step == STEP_YES)
		step = schedule(r, &f, config, slot);
	if (step != STEP_YES)
		return step;
	leave(r, config, slot);
	if (returned)
		*returned = result;
	return STEP_YES;
}

/* --- orders that are still open --- */

/* `first` arrived before all of `rest`; so did whoever arrived before it. */
static void
put_before(const struct rules *r, word *config, int first, uint64_t rest)
{
	word *before = config + r->layout.before;
	uint64_t earlier = bit(first) | (uint64_t)before[first];
	for (size_t i = 0; i < r->layout.slots; i++)
		if ((bit((int)i) & rest) || ((uint64_t)before[i] & rest))
			before[i] |= (word)earlier;
}

size_t
config_refine(const struct rules *r, const word *config, word *out)
{
	const word *before = config + r->layout.before;
	uint64_t all = r->asked | bit(r->asker);
	size_t n = 0;
	for (uint64_t left = all; left; left &= left - 1) {
		int first = __builtin_ctzll(left);
		if ((uint64_t)before[first] & all)
			continue; /* another of them is known to be older */
		word *refined = out + n++ * r->layout.words;
		memcpy(refined, config, r->layout.words * sizeof *refined);
		put_before(r, refined, first, all & ~bit(first));
	}
	return n;
}

/* --- moving --- */

static void
move_values(struct heap *to, const struct variables *v, word *at)
{
	for (size_t i = 0; i < v->n; i++)
		at[i] = heap_copy(to, v->at[i].type, at[i]);
}

void
config_move(const struct rules *r, struct heap *to, word *config)
{
	const struct spec *s = r->model->spec;
	const struct layout *l = &r->layout;
	move_values(to, &s->state, config);
	move_values(to, &s->sched, config + l->sched);
	move_values(to, &s->policy->state, config + l->policy);
	for (size_t slot = 0; r->model->infos && slot < l->slots; slot++) {
		if (!(config_pending(r, config) & bit((int)slot) & ~r->refused))
			continue;
		const struct operation *op = r->calls[slot].op;
		const struct type *own = op->rule.info, *policy = s->policy->rules[op->index].info;
		word *info = config + l->info + 2 * slot;
		if (own)
			info[0] = heap_copy(to, own, info[0]);
		if (policy)
			info[1] = heap_copy(to, policy, info[1]);
	}
}
