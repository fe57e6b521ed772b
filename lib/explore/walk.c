#include "explore/private.h"

#include <stdlib.h>
#include <string.h>

/* In steps of the machine: what ends an exploration whose clauses are slow, or of which each state leads to thousands. */
enum { STEPS_OF_A_RULE = 10, WORK_OF_A_STATE = 1000 };

/* After so many states it is asked whether there will be more for ever. */
enum { MANY = 1 << 16 };

enum { WANDERED = 4 }; /* one in so many states is kept for random walks */

static uint64_t
bit(size_t slot)
{
	return 1ull << slot;
}

/* --- what is remembered --- */

static void
add_edge(struct explorer *x, edge e)
{
	if (x->nedges == x->edges_cap) {
		x->edges_cap = x->edges_cap ? x->edges_cap * 2 : 1024;
		x->edges = mem_grow(x->edges, x->edges_cap * sizeof *x->edges);
	}
	x->edges[x->nedges++] = e;
}

/* The edges of the next state that is looked at begin here. */
static void
open_edges(struct explorer *x)
{
	if (x->looked_at + 1 >= x->first_cap) {
		x->first_cap = x->first_cap ? x->first_cap * 2 : 1024;
		x->first_edge = mem_grow(x->first_edge, x->first_cap * sizeof *x->first_edge);
	}
	x->first_edge[x->looked_at] = x->nedges;
}

static size_t
memory(const struct explorer *x)
{
	return set_bytes(&x->states) + x->edges_cap * sizeof *x->edges + x->first_cap * sizeof *x->first_edge + heap_bytes(x->heap) +
		set_bytes(&x->locals.keys) + x->locals.arena.total + x->states.n * STARVE_BYTES;
}

/* Adds the states that were reached, and the edges to them. */
static void
settle(struct explorer *x)
{
	for (size_t i = 0; i < x->nreached; i++)
		set_expect_more(&x->states, x->reached[i].hash);
	for (size_t i = 0; i < x->nreached; i++) {
		const struct reached *r = &x->reached[i];
		bool is_new;
		if (x->states.n >= x->limit) {
			x->bound = "states";
			break;
		}
		uint32_t to = set_put_hashed(&x->states, x->reached_words + i * x->states.width, r->hash, (struct origin){x->at, -1}, &is_new);
		add_edge(x, to | r->how);
	}
	x->nreached = 0;
}

/* A step from the state that is looked at leads to x->next. */
static void
reach(struct explorer *x, size_t client, edge how)
{
	if (x->sought) {
		x->found = x->found || memcmp(x->sought, x->next, x->states.width * sizeof *x->next) == 0;
		return;
	}
	x->work += STEPS_OF_A_RULE;
	grow_note(x, x->now, x->next);
	if (x->random) {
		if (draw(x, ++x->drawn) == 0)
			memcpy(x->taken, x->next, x->states.width * sizeof *x->next);
		return;
	}
	struct reached *r = &x->reached[x->nreached];
	r->hash = set_hash(&x->states, x->next);
	r->how = (edge)client << EDGE_CLIENT | how;
	set_expect(&x->states, r->hash);
	memcpy(x->reached_words + x->nreached * x->states.width, x->next, x->states.width * sizeof *x->next);
	if (++x->nreached == MOST_REACHED)
		settle(x);
}

static void
stumble(struct explorer *x, size_t client, edge how)
{
	x->stumbled = true;
	if (!x->sought && !x->random)
		add_edge(x, EDGE_NOWHERE | (edge)client << EDGE_CLIENT | how);
}

/* --- looking at a state --- */

/* Tells the rules about a client's call. */
static void
install(struct explorer *x, size_t client, uint32_t number)
{
	struct rules *r = &x->rules;
	const struct call *call = &x->locals.at[number]->call;
	x->installed[client] = number;
	r->calls[client] = *call;
	r->pending[client] = (struct pending){call->op->index, call->args};
	r->refused = call->refused ? r->refused | bit(client) : r->refused & ~bit(client);
}

void
look_at(struct explorer *x, const word *state)
{
	memcpy(x->now, state, x->states.width * sizeof *x->now);
	x->rules.flight = config_pending(&x->rules, x->now);
	for (uint64_t left = config_pending(&x->rules, x->now); left; left &= left - 1) {
		size_t client = (size_t)__builtin_ctzll(left);
		uint32_t number = local_in(x, x->now, client);
		if (x->installed[client] != number)
			install(x, client, number);
	}
}

/* --- a call goes ahead --- */

static void
count_guards(struct explorer *x, const struct operation *op, bool enabled, const struct clause *failed)
{
	struct operation_coverage *c = &x->out->ops[op->index];
	c->blocked += !enabled;
	for (size_t i = 0; i < GUARDS; i++) {
		if (!enabled && c->guards[i].clause == failed) {
			c->guards[i].failed++;
			return;
		}
		c->guards[i].held++;
	}
}

/* The call has gone ahead in x->next; its client learns the result. */
static void
deliver(struct explorer *x, size_t client, word result)
{
	struct local *local = local_of(x, x->now, client);
	const struct nexts *nexts = local_returns(x, client, local, result);
	x->result = result;
	for (size_t i = 0; i < nexts->n && !x->found; i++) {
		put_local(x, x->next, client, nexts->at[i]);
		reach(x, client, EDGE_EXECUTES);
	}
	if (nexts->n == 0)
		stumble(x, client, EDGE_EXECUTES);
}

enum tried
attempt(struct explorer *x, int slot, word result)
{
	x->work += STEPS_OF_A_RULE;
	x->rules.calls[slot].result = result;
	memcpy(x->next, x->now, x->states.width * sizeof *x->next);
	switch (step_execute(&x->rules, x->next, slot, NULL, &result)) {
	case STEP_YES:
		deliver(x, (size_t)slot, result);
		return TRIED_SOME;
	case STEP_MISHAP:
		stumble(x, (size_t)slot, EDGE_EXECUTES);
		find_mishap(x, slot, true);
		return TRIED_MISHAP;
	case STEP_NO:
	case STEP_ASKS: /* calls come one at a time here, so their order is always known */
		break;
	}
	return TRIED_NONE;
}

/* Can another call of the operation not go ahead either, here? */
static bool
other_waits(struct explorer *x, int slot)
{
	const struct clause *failed;
	for (uint64_t left = config_pending(&x->rules, x->now) & ~bit((size_t)slot); left; left &= left - 1) {
		int other = __builtin_ctzll(left);
		if (x->rules.calls[other].op == x->rules.calls[slot].op && step_enabled(&x->rules, x->now, other, &failed) == STEP_NO)
			return true;
	}
	return false;
}

/* Is a call kept that has waited for so long? */
static bool
is_kept_after(struct explorer *x, int slot, word waited)
{
	struct call *call = &x->rules.calls[slot];
	const struct clause *failed = NULL;
	call->waited[WAITED_HELPS] = call->waited[WAITED_HINDERS] = waited;
	x->rules.at_any_time = false;
	bool kept = step_enabled(&x->rules, x->now, slot, &failed) == STEP_NO;
	x->rules.at_any_time = true;
	if (kept)
		count_guards(x, call->op, false, failed);
	return kept;
}

/* A call that may go ahead at some time may be kept at another. */
static void
count_at_all_times(struct explorer *x, int slot, bool enabled, const struct clause *failed)
{
	const struct operation *op = x->rules.calls[slot].op;
	struct operation_coverage *c = &x->out->ops[op->index];
	bool kept = !enabled;
	count_guards(x, op, enabled, failed);
	if (x->spec->reads_waited && enabled)
		kept = is_kept_after(x, slot, 0) || is_kept_after(x, slot, WAITED_FOR_EVER);
	c->together = c->together || (kept && other_waits(x, slot));
}

void
go_ahead(struct explorer *x, int slot)
{
	const struct call *call = &x->rules.calls[slot];
	const struct operation *op = call->op;
	const struct clause *failed = NULL;
	enum step step = step_enabled(&x->rules, x->now, slot, &failed);
	if (step == STEP_MISHAP) {
		x->enabled |= bit((size_t)slot);
		stumble(x, (size_t)slot, EDGE_EXECUTES);
		find_mishap(x, slot, true);
		return;
	}
	if (!call->refused && !x->sought)
		count_at_all_times(x, slot, step == STEP_YES, failed);
	if (step != STEP_YES)
		return;
	enum tried tried = results_try(x, slot);
	if (tried == TRIED_UNKNOWN)
		stumble(x, (size_t)slot, EDGE_EXECUTES);
	if (tried == TRIED_NONE)
		find_no_result(x, slot);
	else
		x->enabled |= bit((size_t)slot);
	if (tried == TRIED_SOME && !x->sought) {
		x->out->ops[op->index].executed += !call->refused;
		x->out->ops[op->index].refused += call->refused;
	}
}

/* --- a client makes a call --- */

/* Cases are those of the moment at which the call arrives: the histories are without it. */
static void
note_cases(struct explorer *x, size_t client)
{
	const struct operation *op = x->rules.calls[client].op;
	bool *reached = x->out->ops[op->index].cases;
	for (size_t i = 0; i < op->ncases; i++) {
		word value = false;
		if (reached[i])
			continue;
		if (rules_evaluate(&x->rules, x->now, (int)client, &op->cases[i].clause, &value) == STEP_MISHAP)
			find_mishap(x, (int)client, false);
		else
			reached[i] = value;
	}
}

static void
make_call(struct explorer *x, size_t client, uint32_t number)
{
	memcpy(x->next, x->now, x->states.width * sizeof *x->next);
	install(x, client, number);
	const struct call *call = &x->rules.calls[client];
	if (!call->refused)
		note_cases(x, client);
	if (x->installed[client] != number)
		install(x, client, number); /* a finding looked elsewhere */
	x->out->ops[call->op->index].made++;
	config_enter(&x->rules, x->next, bit(client), 0);
	if ((config_in(&x->rules, x->next) & bit(client)) && step_arrive(&x->rules, x->next, (int)client) == STEP_MISHAP) {
		stumble(x, client, 0);
		find_mishap(x, (int)client, false);
		return;
	}
	put_local(x, x->next, client, number);
	reach(x, client, 0);
}

/*
 * Clients of a kind start in the order of their ids, as they do when a test is generated. One that has nothing to do is
 * passed over.
 */
static bool
may_start(struct explorer *x, size_t client)
{
	for (size_t i = client; i-- > 0 && x->clients[i].kind == x->clients[client].kind;) {
		struct local *before = local_of(x, x->now, i);
		if (before->started)
			return true;
		if (local_calls(x, i, before)->n > 0)
			return false;
	}
	return true;
}

void
make_calls(struct explorer *x, size_t client)
{
	struct local *local = local_of(x, x->now, client);
	if (local->alternative >= 0 || (!local->started && !may_start(x, client)))
		return;
	const struct nexts *calls = local_calls(x, client, local);
	x->can_call = x->can_call || calls->n > 0;
	if (x->random && calls->n > 0) {
		make_call(x, client, calls->at[draw(x, calls->n)]);
		return;
	}
	for (size_t i = 0; i < calls->n; i++)
		make_call(x, client, calls->at[i]);
}

/* --- all of it --- */

static void
expand(struct explorer *x)
{
	x->enabled = 0;
	x->can_call = x->stumbled = false;
	open_edges(x);
	look_at(x, set_at(&x->states, x->at));
	uint64_t pending = config_pending(&x->rules, x->now);
	for (uint64_t left = pending; left; left &= left - 1)
		go_ahead(x, __builtin_ctzll(left));
	for (size_t i = 0; i < x->nclients; i++)
		if (!(pending & bit(i)))
			make_calls(x, i);
	settle(x);
	x->first_edge[++x->looked_at] = x->nedges;
	if (pending && !x->can_call && !x->stumbled)
		find_deadlock(x);
}

static const char *
bound_of(const struct explorer *x)
{
	if (x->bound)
		return x->bound;
	if (x->states.n > MANY && grow_is_endless(x))
		return "growth";
	if (memory(x) > x->options.memory)
		return "memory";
	return x->rules.machine->spent + x->work > x->limit * WORK_OF_A_STATE ? "work" : NULL;
}

static bool
start(struct explorer *x)
{
	memset(x->next, 0, x->states.width * sizeof *x->next);
	if (rules_initial(&x->rules, x->next) != STEP_YES) {
		find_initial_mishap(x);
		return false;
	}
	for (size_t i = 0; i < x->nclients; i++)
		put_local(x, x->next, i, local_first(x, i));
	set_add(&x->states, x->next, (struct origin){0, -1});
	return true;
}

void
walk_all(struct explorer *x)
{
	size_t most = x->limit;
	if (!start(x))
		return;
	x->limit = most - most / WANDERED;
	for (x->at = 0; x->at < x->states.n && !x->bound; x->at++) {
		expand(x);
		if (x->at % 64 == 63 || x->bound)
			x->bound = bound_of(x);
	}
	x->limit = most;
	if (x->bound && strcmp(x->bound, "states") == 0)
		wander(x);
}
