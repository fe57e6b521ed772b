/*
 * Viable and Safe as they are defined, and nothing else: every permutation of the calls of a phase, every interleaving of the
 * rules, the order of arrival always known, no configuration merged with another on the way. Slow, and obviously right; where
 * the judge disagrees, the judge is wrong.
 */
#ifndef UNIT_JUDGE_REFERENCE_H
#define UNIT_JUDGE_REFERENCE_H

#include "judge/judge.h"

#include <stdlib.h>
#include <string.h>

enum { REF_VARIABLES = 6, REF_CALLS = 64, REF_PHASES = 8 };

struct ref_call {
	const struct operation *op;
	const word *args;
	int client;
	bool refused;
	size_t issued, returned; /* phases, from 1; returned: 0 if never */
	size_t lost; /* the phase from which on it may go ahead, whatever it returns, or never; 0 if it is not lost */
	unsigned began, ended; /* when it began in the one phase, and returned in the other */
	unsigned earliest; /* when it could begin, as its client's last call was back */
	uint64_t ahead; /* calls that returned in its phase before it began */
	word result;
	word began_at, ended_at; /* in eighths of a millisecond; ended_at: where it returned */
	word waited[WAITED_COUNT]; /* in milliseconds, in the phase that is being searched */
};

/* When all was at rest, and what is not known of the times. */
struct ref_rest {
	word at;
	bool rough, unsure;
};

struct ref_config {
	word state[REF_VARIABLES], sched[REF_VARIABLES], policy[REF_VARIABLES];
	size_t n; /* pending calls, in order of arrival */
	int pending[REF_CALLS];
	word info[REF_CALLS][2];
	uint64_t refused; /* pending refused calls */
	uint64_t absent; /* lost calls that have not arrived */
};

struct ref_set {
	struct ref_config *at;
	size_t n, cap;
};

struct ref {
	const struct spec *spec;
	struct heap *heap;
	struct machine *machine;
	const word *params;
	size_t ncalls;
	struct ref_call calls[REF_CALLS];
	struct ref_rest rests[REF_PHASES + 1]; /* by phase, from 1 */
	/* liberties */
	bool completed; /* Viable, not Safe */
	bool without_policy, without_results;
	/* of the phase that is being searched */
	size_t phase;
	struct ref_set *ends;
	bool fault; /* out: a clause went wrong, or the invariant broke, in some run */
	uint64_t runs;
};

static inline void
ref_add(struct ref_set *s, const struct ref_config *c)
{
	for (size_t i = 0; i < s->n; i++)
		if (memcmp(&s->at[i], c, sizeof *c) == 0)
			return;
	if (s->n == s->cap)
		s->at = mem_grow(s->at, (s->cap = s->cap ? 2 * s->cap : 16) * sizeof *s->at);
	s->at[s->n++] = *c;
}

static inline void
ref_set_free(struct ref_set *s)
{
	free(s->at);
	*s = (struct ref_set){0};
}

/* What a clause sees: the configuration, the call (or NULL), its place in the order of arrival (or -1). */
struct ref_view {
	struct frame frame;
	struct calls calls;
	struct pending pending[REF_CALLS];
	uint64_t before[REF_CALLS];
};

static inline void
ref_look(const struct ref *r, struct ref_config *c, struct ref_call *call, int place, struct ref_view *v)
{
	memset(v, 0, sizeof *v);
	uint64_t all = c->n ? ~0ull >> (64 - c->n) : 0, self = place >= 0 ? 1ull << place : 0;
	v->calls = (struct calls){.at = v->pending, .waiting = all, .self = self, .before = v->before};
	if (place >= 0) {
		v->calls.older = self - 1;
		v->calls.younger = all & ~self & ~v->calls.older;
	}
	for (size_t i = 0; i < c->n; i++) {
		v->pending[i] = (struct pending){r->calls[c->pending[i]].op->index, r->calls[c->pending[i]].args};
		v->before[i] = (1ull << i) - 1;
	}
	v->frame.at[SEG_PARAM] = (word *)(uintptr_t)r->params;
	v->frame.at[SEG_STATE] = c->state;
	v->frame.at[SEG_SCHED] = c->sched;
	v->frame.at[SEG_POLICY] = c->policy;
	if (call) {
		v->frame.at[SEG_ARG] = (word *)(uintptr_t)call->args;
		v->frame.at[SEG_RESULT] = &call->result;
		v->frame.at[SEG_WAITED] = call->waited;
	}
	if (place >= 0)
		v->frame.at[SEG_INFO] = c->info[place];
	v->frame.calls = &v->calls;
}

/* The clause's value; 1 where there is none, 0 after a fault. */
static inline word
ref_value(struct ref *r, const struct clause *c, const struct frame *f)
{
	word w;
	if (!c->code)
		return 1;
	if (code_run(r->machine, c->code, f, &w) == RUN_OK)
		return w;
	r->fault = true;
	return 0;
}

/* Runs statements: they write `to` and read everything else in the frame. */
static inline void
ref_run(struct ref *r, const struct clause *c, struct frame *f, enum seg own, word *to)
{
	word *from = f->at[own], ignored;
	if (!c->code)
		return;
	f->at[own] = to;
	f->old[own] = from;
	if (code_run(r->machine, c->code, f, &ignored) != RUN_OK)
		r->fault = true;
	f->at[own] = from;
}

static inline const struct rule *
ref_policy(const struct ref *r, const struct operation *op)
{
	return &r->spec->policy->rules[op->index];
}

static inline void
ref_invariant(struct ref *r, struct ref_config *c)
{
	struct ref_view v;
	ref_look(r, c, NULL, -1, &v);
	for (size_t i = 0; i < r->spec->ninvariants; i++)
		if (!ref_value(r, &r->spec->invariants[i], &v.frame))
			r->fault = true;
}

/* PRE */
static inline bool
ref_inside(struct ref *r, const struct operation *op, const word *args)
{
	struct frame f = {.at = {[SEG_PARAM] = (word *)(uintptr_t)r->params, [SEG_ARG] = (word *)(uintptr_t)args}};
	return ref_value(r, &op->pre, &f);
}

/* CHECK-IN or REJECT */
static inline void
ref_arrive(struct ref *r, struct ref_config *c, int call)
{
	struct ref_call *k = &r->calls[call];
	const struct rule *own = &k->op->rule, *policy = ref_policy(r, k->op);
	struct ref_config before = *c;
	struct ref_view v;
	if (k->refused) {
		c->refused |= 1ull << call;
		return;
	}
	word *info = c->info[c->n];
	info[0] = own->info ? own->info_initial : 0;
	info[1] = policy->info ? policy->info_initial : 0;
	ref_look(r, &before, k, -1, &v);
	word initial[2] = {info[0], info[1]};
	v.frame.at[SEG_INFO] = info;
	v.frame.old[SEG_INFO] = initial;
	ref_run(r, &own->waiting, &v.frame, SEG_SCHED, c->sched);
	ref_run(r, &policy->waiting, &v.frame, SEG_POLICY, c->policy);
	c->pending[c->n++] = call;
}

/* CPRE and ENABLED of the call at this place */
static inline bool
ref_enabled(struct ref *r, struct ref_config *c, size_t place)
{
	struct ref_call *k = &r->calls[c->pending[place]];
	struct ref_view v;
	ref_look(r, c, k, (int)place, &v);
	return ref_value(r, &k->op->cpre, &v.frame) && ref_value(r, &k->op->rule.enabled, &v.frame) &&
		(r->without_policy || ref_value(r, &ref_policy(r, k->op)->enabled, &v.frame));
}

static inline bool
ref_must(struct ref *r, struct ref_config *c, size_t place)
{
	struct ref_call *k = &r->calls[c->pending[place]];
	struct ref_view v;
	ref_look(r, c, k, (int)place, &v);
	return ref_value(r, &k->op->must, &v.frame);
}

static inline void
ref_leave(struct ref_config *c, size_t place)
{
	c->n--;
	memmove(&c->pending[place], &c->pending[place + 1], (c->n - place) * sizeof c->pending[0]);
	memmove(&c->info[place], &c->info[place + 1], (c->n - place) * sizeof c->info[0]);
	c->pending[c->n] = 0;
	c->info[c->n][0] = c->info[c->n][1] = 0;
}

/* ENSURES: others() are all calls that were outstanding at some time in the phase, and not over before one began, or none of them. */
static inline bool
ref_ensures(struct ref *r, int call, const struct ref_call *k, struct ref_view *v)
{
	struct calls flight = {.at = v->pending}, *before = v->frame.calls;
	if (!k->op->ensures.asks)
		return ref_value(r, &k->op->ensures, &v->frame);
	size_t n = 0;
	for (size_t i = 0; i < r->ncalls; i++) {
		const struct ref_call *other = &r->calls[i];
		if (other->refused || other->issued > r->phase || (other->returned && other->returned < r->phase))
			continue;
		if ((k->ahead >> i & 1) || (other->ahead >> call & 1))
			continue;
		if ((int)i == call)
			flight.self = 1ull << n;
		flight.waiting |= 1ull << n;
		v->pending[n++] = (struct pending){other->op->index, other->args};
	}
	v->frame.calls = &flight;
	bool holds = ref_value(r, &k->op->ensures, &v->frame);
	flight.waiting = flight.self;
	holds = holds || ref_value(r, &k->op->ensures, &v->frame);
	v->frame.calls = before;
	return holds;
}

/* EXECUTE, of an enabled call that has returned; false if not with this result. */
static inline bool
ref_execute(struct ref *r, struct ref_config *c, size_t place)
{
	struct ref_call *k = &r->calls[c->pending[place]], with = *k;
	const struct operation *op = k->op;
	struct ref_config before = *c;
	struct ref_view v;
	ref_look(r, &before, &with, (int)place, &v);
	if (op->result.code) {
		with.result = ref_value(r, &op->result, &v.frame);
		if (with.result != k->result && !r->without_results && !k->lost)
			return false;
	}
	if (!r->without_results && op->returns && !k->lost && !value_fits(op->returns, with.result))
		return false;
	struct ref_view others = v;
	others.frame.calls = &others.calls;
	if (!r->without_results && !ref_ensures(r, c->pending[place], &with, &others))
		return false;
	bool faulty = r->fault;
	ref_run(r, &op->post, &v.frame, SEG_STATE, c->state);
	ref_invariant(r, c);
	if (r->without_results && r->fault && !faulty) {
		memcpy(c->state, before.state, sizeof c->state);
		r->fault = false;
	}
	ref_run(r, &op->rule.post_waiting, &v.frame, SEG_SCHED, c->sched);
	ref_run(r, &ref_policy(r, op)->post_waiting, &v.frame, SEG_POLICY, c->policy);
	ref_leave(c, place);
	return true;
}

static inline bool
ref_is_lost(const struct ref *r, int call)
{
	return r->calls[call].lost && r->calls[call].lost <= r->phase;
}

/* ANSWER; false if not with this result. */
static inline bool
ref_answer(struct ref *r, struct ref_config *c, int call)
{
	struct ref_call *k = &r->calls[call];
	struct ref_view v;
	ref_look(r, c, k, -1, &v);
	c->refused &= ~(1ull << call);
	return r->without_results || (value_fits(k->op->returns, k->result) && ref_value(r, &k->op->reject, &v.frame));
}

/* Does no rule apply, leaving aside calls that need not go ahead? */
static inline bool
ref_is_completed(struct ref *r, struct ref_config *c)
{
	for (size_t i = 0; i < c->n; i++)
		if (!ref_is_lost(r, c->pending[i]) && ref_enabled(r, c, i) && ref_must(r, c, i))
			return false;
	for (int i = 0; i < (int)r->ncalls; i++)
		if ((c->refused >> i & 1) && !ref_is_lost(r, i))
			return false;
	return true;
}

static inline bool
ref_finished(const struct ref *r, int call)
{
	return r->calls[call].returned == r->phase;
}

static inline bool
ref_all_out(const struct ref *r, const struct ref_config *c)
{
	for (int i = 0; i < (int)r->ncalls; i++)
		if ((c->refused >> i & 1) && ref_finished(r, i))
			return false;
	for (size_t i = 0; i < c->n; i++)
		if (ref_finished(r, c->pending[i]))
			return false;
	return true;
}

/* Have all gone ahead that returned before the call began? Those from the nth on have not arrived. */
static inline bool
ref_has_begun(const struct ref *r, const struct ref_config *c, const int *in, size_t n, int call)
{
	uint64_t not_yet = c->refused;
	for (size_t i = 0; i < n; i++)
		not_yet |= 1ull << in[i];
	for (size_t i = 0; i < c->n; i++)
		not_yet |= 1ull << c->pending[i];
	return !(r->calls[call].ahead & not_yet);
}

static inline void ref_search(struct ref *r, const struct ref_config *from, const int *in, size_t n);

/* A lost call goes ahead, with each result that it may have. */
static inline void
ref_lose(struct ref *r, const struct ref_config *from, size_t place, const int *in, size_t n)
{
	struct ref_call *k = &r->calls[from->pending[place]];
	bool liberties = r->without_policy || r->without_results, faulty = r->fault, one = k->op->result.code || !k->op->returns;
	word seen = k->result;
	for (k->result = one ? 8 : -1; k->result <= 8; k->result++) {
		struct ref_config c = *from;
		if (ref_enabled(r, &c, place) && ref_execute(r, &c, place) && (!r->fault || !liberties))
			ref_search(r, &c, in, n);
		r->fault = r->fault && (!liberties || faulty);
	}
	k->result = seen;
}

/* All runs from here. A run that leaves the liberties' model (a fault with liberties taken) ends there. */
static inline void
ref_search(struct ref *r, const struct ref_config *from, const int *in, size_t n)
{
	struct ref_config c;
	bool liberties = r->without_policy || r->without_results, faulty = r->fault;
	r->runs++;
	if (n > 0 && ref_has_begun(r, from, in, n, in[0])) {
		c = *from;
		ref_arrive(r, &c, in[0]);
		if (!r->fault || !liberties)
			ref_search(r, &c, in + 1, n - 1);
		r->fault = r->fault && (!liberties || faulty);
	}
	for (size_t i = 0; i < from->n; i++) {
		c = *from;
		if (ref_finished(r, c.pending[i]) && ref_enabled(r, &c, i) && ref_execute(r, &c, i) && (!r->fault || !liberties))
			ref_search(r, &c, in, n);
		r->fault = r->fault && (!liberties || faulty);
	}
	for (size_t i = 0; i < from->n; i++)
		if (ref_is_lost(r, from->pending[i]))
			ref_lose(r, from, i, in, n);
	if (n > 0 && ref_is_lost(r, in[0])) { /* it does not arrive in this phase */
		c = *from;
		c.absent |= 1ull << in[0];
		ref_search(r, &c, in + 1, n - 1);
	}
	for (int i = 0; i < (int)r->ncalls; i++) {
		c = *from;
		if ((from->refused >> i & 1) && ref_finished(r, i) && ref_answer(r, &c, i) && (!r->fault || !liberties))
			ref_search(r, &c, in, n);
		r->fault = r->fault && (!liberties || faulty);
	}
	c = *from;
	if (n == 0 && ref_all_out(r, &c) && (!r->completed || ref_is_completed(r, &c)))
		ref_add(r->ends, &c);
}

static inline void
ref_permute(struct ref *r, const struct ref_config *from, int *in, size_t fixed, size_t n)
{
	if (fixed == n)
		ref_search(r, from, in, n);
	for (size_t i = fixed; i < n; i++) {
		int first = in[fixed];
		in[fixed] = in[i];
		in[i] = first;
		ref_permute(r, from, in, fixed + 1, n);
		in[i] = in[fixed];
		in[fixed] = first;
	}
}

/* Who has returned has waited until then; who has not, until all was at rest. What is not known is on the side of the implementation. */
static inline void
ref_wait(struct ref *r, size_t phase)
{
	const struct ref_rest *rest = &r->rests[phase];
	for (size_t i = 0; i < r->ncalls; i++) {
		struct ref_call *k = &r->calls[i];
		bool over = k->returned == phase;
		word eighths = (over ? k->ended_at : rest->at) - k->began_at, down = eighths / 8, up = (eighths + 7) / 8;
		if (k->lost && k->lost <= phase) { /* it may go ahead at any time */
			k->waited[WAITED_HELPS] = WAITED_FOR_EVER;
			k->waited[WAITED_HINDERS] = 0;
			continue;
		}
		k->waited[WAITED_HELPS] = over ? up : rest->unsure ? 0 : down;
		k->waited[WAITED_HINDERS] = over ? (rest->rough ? 0 : down) : (rest->unsure ? WAITED_FOR_EVER : up);
	}
}

/* The next Viable or Safe. */
static inline void
ref_phase(struct ref *r, size_t phase, const struct ref_set *from, struct ref_set *to)
{
	int in[REF_CALLS];
	*to = (struct ref_set){0};
	r->phase = phase;
	r->ends = to;
	ref_wait(r, phase);
	for (size_t i = 0; i < from->n; i++) {
		struct ref_config c = from->at[i];
		size_t n = 0;
		for (int call = 0; call < (int)r->ncalls; call++)
			if (r->calls[call].issued == phase || (c.absent >> call & 1))
				in[n++] = call;
		c.absent = 0;
		ref_permute(r, &c, in, 0, n);
	}
}

static inline void
ref_initial_values(struct ref *r, const struct variables *v, word *at)
{
	struct frame f = {.at = {[SEG_PARAM] = (word *)(uintptr_t)r->params}};
	for (size_t i = 0; i < v->n; i++)
		if (!v->at[i].init)
			value_initial(r->heap, v->at[i].type, &at[i]);
		else if (code_run(r->machine, v->at[i].init, &f, &at[i]) != RUN_OK)
			r->fault = true;
}

static inline void
ref_initial(struct ref *r, struct ref_config *c)
{
	memset(c, 0, sizeof *c);
	ref_initial_values(r, &r->spec->state, c->state);
	ref_initial_values(r, &r->spec->sched, c->sched);
	ref_initial_values(r, &r->spec->policy->state, c->policy);
	ref_invariant(r, c);
}

/* Safe after so many phases, with the liberties that are set; those with results only in the last of them. */
static inline struct ref_set
ref_safe(struct ref *r, size_t phases, bool without_last_results)
{
	struct ref_set now = {0}, next;
	struct ref_config c;
	ref_initial(r, &c);
	ref_add(&now, &c);
	r->completed = false;
	for (size_t p = 1; p <= phases; p++) {
		r->without_results = without_last_results && p == phases;
		ref_phase(r, p, &now, &next);
		ref_set_free(&now);
		now = next;
	}
	r->without_results = false;
	return now;
}

static inline bool
ref_possible(struct ref *r, size_t phases, bool without_policy, bool without_last_results)
{
	r->without_policy = without_policy;
	struct ref_set s = ref_safe(r, phases, without_last_results);
	bool any = s.n > 0;
	r->without_policy = false;
	ref_set_free(&s);
	return any;
}

/* Viable is empty after this phase: the class by its definition. */
static inline enum failure
ref_class(struct ref *r, size_t phase)
{
	if (ref_possible(r, phase, false, false))
		return FAILURE_PROGRESS;
	if (ref_possible(r, phase, false, true))
		return FAILURE_VALUE;
	return ref_possible(r, phase, true, false) ? FAILURE_ORDER : FAILURE_SAFETY;
}

#endif
