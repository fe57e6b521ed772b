#include "explore/private.h"

#include <stdlib.h>

enum { MOST_ERRORS = 20 };

const char *const finding_names[] = {
#define FINDING(id, name, severity) [FINDING_##id] = name,
	FINDINGS(FINDING)
#undef FINDING
};

static const enum severity severities[] = {
#define FINDING(id, name, severity) [FINDING_##id] = SEVERITY_##severity,
	FINDINGS(FINDING)
#undef FINDING
};

struct finding *
find_new(struct explorer *x, enum finding_kind kind, struct span span, const void *where, int how)
{
	struct finding_key key = {where, (int)kind << 16 | how};
	struct exploration *out = x->out;
	for (size_t i = 0; i < x->reported.n; i++)
		if (x->reported.at[i].where == key.where && x->reported.at[i].kind == key.kind)
			return NULL;
	if (severities[kind] == SEVERITY_ERROR && out->errors == MOST_ERRORS)
		return NULL;
	vec_push(x->arena, &x->reported, key);
	out->errors += severities[kind] == SEVERITY_ERROR;
	out->warnings += severities[kind] == SEVERITY_WARNING;
	const char *parameters = x->parameters ? x->parameters : "";
	vec_push(x->arena, &x->findings, (struct finding){.kind = kind, .severity = severities[kind], .span = span, .parameters = parameters});
	return &x->findings.at[x->findings.n - 1];
}

const char *
find_claim(struct explorer *x, const char *message)
{
	if (x->out->complete)
		return message;
	return arena_printf(x->arena, "%s within %zu states", message, x->out->states);
}

static const char *
state_text(struct explorer *x, const word *state)
{
	struct text t = {0}, scheduling = {0};
	model_print_state(&t, &x->rules, state);
	model_print_scheduling(&scheduling, &x->rules, state);
	if (scheduling.n)
		text_printf(&t, "%sscheduling: %s", t.n ? "   " : "", scheduling.s);
	text_free(&scheduling);
	return t.n ? text_take(&t, x->arena) : NULL;
}

/* The steps to the state that is looked at. */
static void
lead_here(struct explorer *x, struct finding *f)
{
	f->has_path = true;
	f->wandered = x->random;
	f->state = state_text(x, x->now);
	f->nsteps = path_to(x, x->at, &f->steps);
}

static struct explored_step
last_step(struct explorer *x, size_t client, const struct call *call, bool executes)
{
	return (struct explored_step){
		.client = path_client(x, client), .call = call ? path_call(x, call) : "its next call", .made = !executes, .went_ahead = executes,
		.refused = call && call->refused,
	};
}

static enum finding_kind
kind_of(const struct fault *f)
{
	return f->kind == FAULT_NONE ? FINDING_INVARIANT : f->kind == FAULT_LEAVES ? FINDING_LEAVES : FINDING_FAULT;
}

static const char *
fault_message(struct explorer *x, const char *clause, const struct fault *f)
{
	struct text t = {0};
	text_printf(&t, "%s: ", clause);
	fault_print(&t, f);
	return text_take(&t, x->arena);
}

/* Why the invariant does not hold after the step: the rules still know the call. */
static void
explain_invariant(struct explorer *x, struct finding *f, const struct mishap *m, const word *after)
{
	struct reason reason = rules_explain(&x->rules, x->arena, after, m->slot, m->clause, false);
	f->message = arena_printf(x->arena, "%s does not hold", m->clause->name);
	f->clause = reason.clause;
	f->values = reason.values;
	f->note = reason.message;
}

void
find_mishap(struct explorer *x, int slot, bool executes)
{
	struct mishap m = x->rules.mishap;
	if (x->sought)
		return;
	struct finding *f = find_new(x, kind_of(&m.fault), m.fault.span, m.clause, (int)m.fault.kind);
	if (!f)
		return;
	struct explored_step last = last_step(x, (size_t)slot, &x->rules.calls[slot], executes);
	if (m.fault.kind == FAULT_NONE)
		explain_invariant(x, f, &m, x->next);
	else
		f->message = fault_message(x, m.clause->name, &m.fault);
	lead_here(x, f);
	path_extend(f, &last);
}

void
find_client_mishap(struct explorer *x, size_t client, bool executes)
{
	const struct gen_mishap m = x->locals.gen.mishap;
	if (x->sought)
		return;
	struct finding *f = find_new(x, kind_of(&m.fault), m.fault.span, m.where, (int)m.fault.kind);
	if (!f)
		return;
	struct explored_step last = last_step(x, client, executes ? &x->rules.calls[client] : NULL, executes);
	f->message = fault_message(x, m.what, &m.fault);
	lead_here(x, f);
	path_extend(f, &last);
}

void
find_initial_mishap(struct explorer *x)
{
	const struct mishap m = x->rules.mishap;
	struct finding *f = find_new(x, kind_of(&m.fault), m.fault.span, m.clause, (int)m.fault.kind);
	if (!f)
		return;
	f->has_path = true;
	if (m.fault.kind != FAULT_NONE) {
		f->message = fault_message(x, m.clause ? m.clause->name : "an initial value", &m.fault);
		return;
	}
	struct reason reason = code_explain(x->arena, x->rules.machine, m.clause->expr,
		&(struct frame){.at = {[SEG_PARAM] = x->rules.params, [SEG_STATE] = x->next}}, false);
	f->message = arena_printf(x->arena, "%s does not hold at the start", m.clause->name);
	f->clause = reason.clause;
	f->values = reason.values;
	f->note = rules_message(&x->rules, x->arena, x->next, -1, m.clause);
	f->state = state_text(x, x->next);
}

/* --- calls that wait --- */

static struct explored_wait
wait_of(struct explorer *x, int slot)
{
	const struct clause *failed = NULL;
	const struct call *call = &x->rules.calls[slot];
	struct explored_wait w = {.client = path_client(x, (size_t)slot), .call = path_call(x, call)};
	if (step_enabled(&x->rules, x->now, slot, &failed) != STEP_NO)
		return w;
	struct reason reason = rules_explain(&x->rules, x->arena, x->now, slot, failed, false);
	w.clause = reason.clause;
	w.values = reason.values;
	w.note = reason.message;
	return w;
}

static void
add_waits(struct explorer *x, struct finding *f, uint64_t slots)
{
	f->waits = arena_array(x->arena, struct explored_wait, MODEL_SLOTS);
	for (; slots; slots &= slots - 1)
		f->waits[f->nwaits++] = wait_of(x, __builtin_ctzll(slots));
}

static bool
bound_to_go(struct explorer *x, uint64_t slots)
{
	for (; slots; slots &= slots - 1)
		if (step_must(&x->rules, x->now, __builtin_ctzll(slots)) != STEP_NO)
			return true;
	return false;
}

void
find_deadlock(struct explorer *x)
{
	if (x->enabled && bound_to_go(x, x->enabled))
		return;
	uint64_t pending = config_pending(&x->rules, x->now);
	const struct operation *op = x->rules.calls[__builtin_ctzll(pending)].op;
	struct finding *f = find_new(x, FINDING_DEADLOCK, op->span, x->spec, x->enabled != 0);
	if (!f)
		return;
	f->message = x->enabled ? "all clients wait, unless a call goes ahead that need not ('must')" : "all clients wait, and no call can ever go ahead";
	add_waits(x, f, pending & ~x->enabled);
	lead_here(x, f);
}

void
find_no_result(struct explorer *x, int slot)
{
	const struct call *call = &x->rules.calls[slot];
	const struct clause *c = call->refused ? &call->op->reject : &call->op->ensures;
	if (x->sought)
		return;
	struct finding *f = find_new(x, FINDING_NO_RESULT, c->span, c, 0);
	if (!f)
		return;
	struct explored_step last = last_step(x, (size_t)slot, call, true);
	f->message = arena_printf(x->arena, "no result satisfies %s, so the call can never return", c->name);
	lead_here(x, f);
	path_extend(f, &last);
}

void
find_unexplored(struct explorer *x, enum finding_kind kind, const void *where, struct span span, const char *message, const char *hint)
{
	if (x->sought)
		return;
	struct finding *f = find_new(x, kind, span, where, 0);
	x->partial = true;
	if (!f)
		return;
	f->message = message;
	f->hint = hint;
	f->parameters = "";
}

void
find_starvation(struct explorer *x, size_t client, const uint32_t *cycle, size_t n, bool strong)
{
	x->at = cycle[0];
	look_at(x, set_at(&x->states, x->at));
	const struct call *call = &x->rules.calls[client];
	struct finding *f = find_new(x, FINDING_STARVATION, call->op->span, call->op, (int)(x->clients[client].kind - x->spec->clients));
	if (!f)
		return;
	f->message = arena_printf(x->arena, strong ? "others can keep %s of a %s waiting for ever" : "others can overtake %s of a %s for ever", call->op->name,
		x->clients[client].kind->name);
	add_waits(x, f, 1ull << client);
	lead_here(x, f);
	f->ncycle = path_along(x, cycle, n, &f->cycle);
}
