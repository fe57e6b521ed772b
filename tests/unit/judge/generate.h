/* Random small specifications, as YAML, and random histories of them, as JSON lines. */
#ifndef UNIT_JUDGE_GENERATE_H
#define UNIT_JUDGE_GENERATE_H

#include "unit/judge/reference.h"

#include "lang/json.h"

struct generator_state {
	uint64_t seed;
	struct text out;
	int nops;
	struct {
		int params; /* 0 to 2: p is 0..2, t is bool */
		bool returns, pre, reject;
	} op[3];
	bool int_state, bool_state, set_state; /* x and y, f, s */
	bool faulty; /* a clause may go wrong, or break the invariant */
	bool clocked; /* clauses ask for how long calls have waited */
	bool own, inline_policy; /* there is a scheduling_state z; there is a policy state k */
};

static inline uint64_t
draw(struct generator_state *g, uint64_t n)
{
	uint64_t z = g->seed += 0x9e3779b97f4a7c15u;
	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
	z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
	return (z ^ (z >> 31)) % n;
}

static inline bool
chance(struct generator_state *g, uint64_t percent)
{
	return draw(g, 100) < percent;
}

/* What an expression may speak of. */
enum { MAY_STATE = 1, MAY_SCHED = 2, MAY_POLICY = 4, MAY_INFO = 8, MAY_RESULT = 16, MAY_WAITING = 32, MAY_HISTORY = 64, MAY_OTHERS = 128, MAY_WAITED = 256, MAY_CALLS = MAY_WAITING | MAY_HISTORY | MAY_OTHERS };

static const char *const op_names[] = {"a", "b", "c"};

/* A history of a random operation; its parameters are bound to v and u if `binding` says so. Returns the operation. */
static inline int
put_history(struct generator_state *g, unsigned may, int op, int other)
{
	static const char *const histories[] = {"waiting", "others", "older", "younger"};
	const char *name = histories[may & MAY_HISTORY ? (chance(g, 50) ? 2 : draw(g, 4)) : may & MAY_OTHERS ? 1 : 0];
	if (may & (MAY_HISTORY | MAY_OTHERS) && chance(g, 5)) {
		text_printf(&g->out, "%s()", name);
		return other;
	}
	text_printf(&g->out, "%s(%s", name, op_names[other]);
	if (g->op[other].params && chance(g, 50)) {
		const char *first = chance(g, 50) ? "_" : g->op[op].params && chance(g, 60) ? "p" : "1";
		const char *second = chance(g, 70) ? "_" : g->op[op].params == 2 && chance(g, 60) ? "t" : "true";
		text_printf(&g->out, g->op[other].params == 1 ? "(%s)" : "(%s, %s)", first, second);
	}
	text_str(&g->out, ")");
	return other;
}

static inline void put_condition(struct generator_state *, unsigned may, int op, int depth);

static inline void
put_number(struct generator_state *g, unsigned may, int op, int depth)
{
	struct text *t = &g->out;
	switch (draw(g, depth > 0 ? 12 : 8)) {
	case 0:
	case 1:
		if (may & MAY_STATE && g->int_state)
			return text_str(t, chance(g, 60) ? "x" : "y");
		break;
	case 2:
	case 3:
		if (g->op[op].params)
			return text_str(t, "p");
		break;
	case 4:
		if (may & MAY_SCHED && g->own)
			return text_str(t, "z");
		break;
	case 5:
		if (may & MAY_POLICY && g->inline_policy)
			return text_str(t, "k");
		break;
	case 6:
		if (may & MAY_INFO)
			return text_str(t, "info");
		break;
	case 7:
		if (may & MAY_STATE && g->set_state)
			return text_str(t, "len(s)");
		break;
	case 8:
		if (may & MAY_CALLS) {
			text_str(t, "len(");
			put_history(g, may, op, (int)draw(g, (uint64_t)g->nops));
			return text_str(t, ")");
		}
		break;
	case 9:
		text_str(t, "(");
		put_number(g, may, op, 0);
		text_str(t, " + ");
		put_number(g, may, op, 0);
		return text_str(t, ")");
	case 10:
		text_str(t, "(if ");
		put_condition(g, may, op, 0);
		text_str(t, " then ");
		put_number(g, may, op, 0);
		text_str(t, " else ");
		put_number(g, may, op, 0);
		return text_str(t, ")");
	}
	text_printf(t, "%d", (int)draw(g, 4));
}

/* A quantifier over the calls of a history, or the list of them. */
static inline void
put_over_history(struct generator_state *g, unsigned may, int op)
{
	struct text *t = &g->out;
	int other = (int)draw(g, (uint64_t)g->nops);
	const char *pattern = g->op[other].params == 1 ? "(v)" : g->op[other].params == 2 ? chance(g, 50) ? "(v, u)" : "(v, _)" : "()";
	bool bound = g->op[other].params;
	switch (draw(g, may & MAY_OTHERS ? 3 : 5)) { /* in which order others came cannot be asked */
	case 0:
	case 1:
		text_printf(t, "(%s %s%s in ", chance(g, 60) ? "forall" : "exists", op_names[other], pattern);
		put_history(g, may, op, other);
		text_str(t, bound ? " . v <= " : " . 1 <= ");
		put_number(g, may & ~(unsigned)MAY_CALLS, op, 0);
		return text_str(t, ")");
	case 2:
		text_printf(t, "(sum %s%s in ", op_names[other], pattern);
		put_history(g, may, op, other);
		text_str(t, bound ? " . v) > " : " . 2) > ");
		return put_number(g, may & ~(unsigned)MAY_CALLS, op, 0);
	case 3:
		text_printf(t, "[%s | %s%s in ", bound ? "v" : "0", op_names[other], pattern);
		put_history(g, may, op, other);
		return text_printf(t, chance(g, 50) ? "] != [0, 1]" : "] in {[], [0], [1, 2], [2, 0]}");
	}
	text_printf(t, "take([%s | %s%s in ", bound ? "v" : "0", op_names[other], pattern);
	put_history(g, may, op, other);
	text_str(t, "], 1) == [");
	put_number(g, may & ~(unsigned)MAY_CALLS, op, 0);
	text_str(t, "]");
}

static inline void
put_condition(struct generator_state *g, unsigned may, int op, int depth)
{
	static const char *const compare[] = {"==", "!=", "<", "<=", ">", ">="}, *const join[] = {"and", "or", "=>"};
	struct text *t = &g->out;
	if (may & MAY_WAITED && g->clocked && depth > 0 && chance(g, 60)) {
		text_printf(t, "(%swaited %s ", chance(g, 20) ? "not " : "", compare[2 + draw(g, 4)]);
		put_number(g, may & ~(unsigned)MAY_CALLS, op, 0);
		text_printf(t, ") %s (", join[draw(g, 3)]);
		put_condition(g, may, op, depth - 1);
		return text_str(t, ")");
	}
	if (depth > 0 && chance(g, 35)) {
		text_str(t, "(");
		put_condition(g, may, op, depth - 1);
		text_printf(t, ") %s (", join[draw(g, 3)]);
		put_condition(g, may, op, depth - 1);
		return text_str(t, ")");
	}
	if (may & MAY_CALLS && chance(g, 60)) {
		if (chance(g, 50))
			return put_over_history(g, may, op);
		text_str(t, chance(g, 80) ? "empty(" : "not empty(");
		put_history(g, may, op, (int)draw(g, (uint64_t)g->nops));
		return text_str(t, ")");
	}
	if (may & MAY_STATE && g->bool_state && chance(g, 30))
		return text_str(t, chance(g, 60) ? "f" : "not f");
	if (may & MAY_STATE && g->set_state && chance(g, 30)) {
		put_number(g, may, op, 0);
		return text_str(t, chance(g, 50) ? " in s" : " not in s");
	}
	if (g->op[op].params == 2 && chance(g, 20))
		return text_str(t, "t");
	put_number(g, may, op, depth);
	text_printf(t, " %s ", compare[draw(g, 6)]);
	put_number(g, may, op, depth);
}

static inline void
put_statement(struct generator_state *g, unsigned may, int op, const char *own, int depth)
{
	struct text *t = &g->out;
	if (depth > 0 && chance(g, 25)) {
		text_str(t, "if ");
		put_condition(g, may, op, 1);
		text_str(t, " then ");
		put_statement(g, may, op, own, 0);
		if (chance(g, 40)) {
			text_str(t, " else ");
			put_statement(g, may, op, own, 0);
		}
		return;
	}
	if (own) { /* a number of this name; with its old value at times */
		if (chance(g, 40))
			return text_printf(t, "%s := (%s + 1) mod 3", own, own);
		text_printf(t, "%s := (", own);
		put_number(g, may, op, 1);
		return text_printf(t, chance(g, 20) ? " + old(%s)) mod 4" : ") mod 4", own);
	}
	if (g->set_state && chance(g, 40)) {
		text_str(t, chance(g, 60) ? "s += {" : "s -= {");
		put_number(g, may, op, 0);
		return text_str(t, "}");
	}
	if (g->bool_state && chance(g, 40)) {
		text_str(t, "f := ");
		return put_condition(g, may, op, 0);
	}
	if (!g->int_state)
		return text_str(t, g->bool_state ? "f := not f" : "s := {}");
	const char *x = chance(g, 70) ? "x" : "y";
	if (g->faulty && chance(g, 30))
		return text_printf(t, "%s := %s + %s", x, x, g->op[op].params ? "p" : "1"); /* may leave 0..3 */
	text_printf(t, "%s := (%s + ", x, chance(g, 30) ? "old(y)" : x);
	put_number(g, may, op, 1);
	text_str(t, ") mod 4");
}

static inline void
put_statements(struct generator_state *g, const char *indent, const char *key, unsigned may, int op, const char *own)
{
	text_printf(&g->out, "%s%s:\n", indent, key);
	for (uint64_t n = 1 + draw(g, 2); n > 0; n--) {
		text_printf(&g->out, "%s  - \"", indent);
		put_statement(g, may, op, own, 1);
		text_str(&g->out, "\"\n");
	}
}

static inline void
put_rule(struct generator_state *g, const char *indent, int op, unsigned own_bit, const char *own)
{
	unsigned may = MAY_STATE | MAY_SCHED | own_bit;
	bool info = chance(g, 40), waiting = info || chance(g, 40);
	if (info)
		text_printf(&g->out, "%sinfo: nat\n", indent);
	if (waiting)
		put_statements(g, indent, "waiting", may | MAY_WAITING, op, own);
	if (info) /* the last statement of waiting */ {
		text_printf(&g->out, "%s  - \"info := (", indent);
		put_number(g, may | MAY_WAITING, op, 1);
		text_str(&g->out, chance(g, 80) ? ") mod 3\"\n" : " + old(info)) mod 3\"\n");
	}
	may |= info ? MAY_INFO : 0;
	if (chance(g, 75)) {
		text_printf(&g->out, "%senabled: \"", indent);
		put_condition(g, may | MAY_HISTORY | MAY_WAITED, op, 1);
		text_str(&g->out, "\"\n");
	}
	if (chance(g, 40))
		put_statements(g, indent, "post_waiting", may | MAY_HISTORY, op, own);
}

static inline void
put_operation(struct generator_state *g, int op)
{
	struct text *t = &g->out;
	text_printf(t, "  %s:\n", op_names[op]);
	if (g->op[op].params)
		text_str(t, g->op[op].params == 1 ? "    params: { p: 0..2 }\n" : "    params: { p: 0..2, t: bool }\n");
	if (g->op[op].pre)
		text_str(t, "    pre: p < 2\n");
	if (chance(g, 65) || op == 0) {
		text_str(t, "    cpre: \"");
		put_condition(g, MAY_STATE | MAY_WAITED | (g->own ? MAY_SCHED : 0), op, 1);
		text_str(t, "\"\n");
	}
	bool ensures = g->op[op].returns && chance(g, 40);
	if (g->op[op].returns) {
		text_str(t, "    returns: int\n");
		if (g->op[op].reject)
			text_str(t, chance(g, 50) && g->int_state ? "    reject: result == x\n" : "    reject: result == -1\n");
		text_str(t, ensures ? "    ensures: \"result in 0..(" : "    result: \"");
		put_number(g, MAY_STATE, op, 1);
		if (ensures && chance(g, 50)) { /* what is right may depend on who else is there */
			text_str(t, chance(g, 70) ? ") or (" : ") and (");
			put_condition(g, MAY_STATE | MAY_OTHERS | MAY_WAITED, op, 1);
		}
		text_str(t, ensures ? ")\"\n" : "\"\n");
	}
	if (chance(g, 85)) {
		put_statements(g, "    ", "post", MAY_STATE, op, NULL);
		if (g->op[op].returns && g->int_state && chance(g, 50))
			text_str(t, "      - y := (y + result) mod 4\n");
	}
	if (chance(g, g->clocked ? 40 : 12)) {
		text_str(t, "    must: \"");
		put_condition(g, MAY_STATE | MAY_HISTORY | MAY_WAITED, op, g->clocked);
		text_str(t, "\"\n");
	}
	if (g->own && chance(g, 70))
		put_rule(g, "    ", op, 0, "z");
	else if (!g->own && chance(g, 8)) {
		text_str(t, "    enabled: \"");
		put_condition(g, MAY_STATE | MAY_HISTORY | MAY_WAITED, op, 1);
		text_str(t, "\"\n");
	}
}

static inline void
put_policy(struct generator_state *g)
{
	static const char *const names[] = {"always", "fifo", "fifo-per-operation", "lifo"};
	struct text *t = &g->out;
	if (!g->inline_policy && g->op[0].params && chance(g, 20))
		return text_printf(t, chance(g, 50) ? "scheduling: { priority: p }\n" : "scheduling: { priority: 2 - p }\n");
	if (!g->inline_policy)
		return text_printf(t, "scheduling: %s\n", names[draw(g, 4)]);
	text_str(t, "scheduling:\n  state: { k: nat = 0 }\n  operations:\n");
	for (int op = 0; op < g->nops; op++) {
		text_printf(t, "    %s:\n", op_names[op]);
		size_t before = t->n;
		put_rule(g, "      ", op, MAY_POLICY, "k");
		if (t->n == before)
			text_str(t, "      enabled: true\n");
	}
}

/* The text of a specification; it lives until the next one is made. */
static inline const char *
generate_spec(struct generator_state *g, uint64_t seed)
{
	struct text out = g->out;
	*g = (struct generator_state){.seed = seed, .out = out};
	g->out.n = 0;
	g->clocked = seed % 5 == 4;
	g->nops = 2 + (int)draw(g, 2);
	g->int_state = chance(g, 80);
	g->bool_state = chance(g, 40);
	g->set_state = chance(g, 30) || !(g->int_state || g->bool_state);
	g->own = chance(g, 25);
	g->faulty = chance(g, 8);
	g->inline_policy = chance(g, 55);
	for (int i = 0; i < g->nops; i++) {
		g->op[i].params = (int)draw(g, 3);
		g->op[i].returns = chance(g, 45);
		g->op[i].pre = g->op[i].params && chance(g, 25);
		g->op[i].reject = g->op[i].pre && g->op[i].returns && chance(g, 70);
	}
	text_str(&g->out, "resource: r\nstate:\n");
	text_str(&g->out, g->int_state ? "  x: 0..3 = 0\n  y: 0..3 = 1\n" : "");
	text_str(&g->out, g->bool_state ? "  f: bool = false\n" : "");
	text_str(&g->out, g->set_state ? "  s: set of int = {}\n" : "");
	if (g->faulty && g->int_state && chance(g, 50))
		text_str(&g->out, "invariant: x + y < 6\n");
	if (g->own)
		text_str(&g->out, "scheduling_state: { z: nat = 0 }\n");
	text_str(&g->out, "operations:\n");
	for (int op = 0; op < g->nops; op++) {
		size_t from = g->out.n;
		put_operation(g, op);
		if (g->out.n - from < 6)
			text_str(&g->out, "    cpre: true\n");
	}
	put_policy(g);
	return g->out.s;
}

/* --- histories --- */

enum { CLIENTS = 6, MOST_PHASES = 6 };

/* What was seen, phase by phase, before it is written down. */
struct sighting {
	struct generator_state *g;
	struct arena *arena;
	struct ref *ref;
	struct ref_config config;
	size_t phases;
	bool timed; /* lines stand in the order in which all that happened */
	unsigned now; /* steps of the phase so far, of which eight take a millisecond */
	word start[MOST_PHASES + 1]; /* of each phase, in such steps */
};

static inline word
random_value(struct generator_state *g, const struct type *t)
{
	return t->kind == TYPE_BOOL ? (word)draw(g, 2) : t->kind == TYPE_INT && t->min == 0 && t->max < 10 ? (word)draw(g, (uint64_t)t->max + 1) : (word)draw(g, 5) - 1;
}

static inline bool
is_busy(const struct ref *r, int client)
{
	for (size_t i = 0; i < r->ncalls; i++)
		if (r->calls[i].client == client && !r->calls[i].returned)
			return true;
	return false;
}

/* How long calls have waited by now, if all that is known. */
static inline void
wait_until_now(struct sighting *s)
{
	for (size_t i = 0; i < s->ref->ncalls; i++) {
		struct ref_call *k = &s->ref->calls[i];
		k->waited[WAITED_HELPS] = k->waited[WAITED_HINDERS] = (s->start[s->phases] + s->now - s->start[k->issued] - k->began) / 8;
	}
}

static inline bool
issue_random(struct sighting *s, int client)
{
	struct ref *r = s->ref;
	const struct operation *op = &r->spec->ops[draw(s->g, r->spec->nops)];
	word *args = arena_array(s->arena, word, op->n + 1);
	for (size_t i = 0; i < op->n; i++)
		args[i] = random_value(s->g, op->params[i].type);
	bool refused = !ref_inside(r, op, args);
	if ((refused && !op->reject.code) || r->ncalls == REF_CALLS)
		return false;
	r->calls[r->ncalls++] = (struct ref_call){.op = op, .args = args, .client = client, .refused = refused, .issued = s->phases};
	return true;
}

/* Gives a pending call a result that the model allows, if chance finds one, and lets it go ahead. */
static inline bool
let_go(struct sighting *s, int call, int place)
{
	struct ref *r = s->ref;
	struct ref_call *k = &r->calls[call];
	struct ref_config before = s->config;
	struct ref_view v;
	ref_look(r, &before, k, place, &v);
	for (int tries = 0; tries < 8; tries++) {
		k->result = k->op->returns ? random_value(s->g, k->op->returns) : 0;
		if (k->op->result.code && !k->refused)
			k->result = ref_value(r, &k->op->result, &v.frame);
		if (k->refused && k->op->reject.code && r->spec->state.n && chance(s->g, 30))
			k->result = before.state[0];
		s->config = before;
		if (k->refused ? ref_answer(r, &s->config, call) : ref_execute(r, &s->config, (size_t)place)) {
			k->returned = s->phases;
			k->ended = s->now + (unsigned)draw(s->g, 4);
			return true;
		}
	}
	s->config = before;
	return false;
}

/* A call has gone ahead; now and then its client makes another one in the same phase, once it is back. */
static inline void
call_again(struct sighting *s, int call, int *in, size_t *n)
{
	struct ref *r = s->ref;
	size_t made = 0; /* in this phase: the reference looks at all their orders */
	for (size_t i = 0; i < r->ncalls; i++)
		made += r->calls[i].issued == s->phases;
	if (!chance(s->g, 20) || made > 4 || !issue_random(s, r->calls[call].client))
		return;
	r->calls[r->ncalls - 1].earliest = r->calls[r->ncalls - 1].began = r->calls[call].ended + 1;
	r->calls[r->ncalls - 1].ahead = r->calls[call].ahead | 1ull << call;
	in[(*n)++] = (int)r->ncalls - 1;
}

/* One rule, if one applies: a call arrives, goes ahead or is answered. */
static inline bool
step_random(struct sighting *s, int *in, size_t *n)
{
	struct ref *r = s->ref;
	wait_until_now(s);
	if (*n > 0 && chance(s->g, 50)) {
		size_t which = draw(s->g, *n);
		struct ref_call *k = &r->calls[in[which]];
		if (s->now < k->earliest)
			return true;
		k->began = chance(s->g, 60) ? s->now : k->earliest;
		ref_arrive(r, &s->config, in[which]);
		in[which] = in[--*n];
		return true;
	}
	if (s->config.refused) {
		for (int call = 0; call < (int)r->ncalls; call++)
			if (s->config.refused >> call & 1) {
				bool gone = let_go(s, call, -1);
				if (gone)
					call_again(s, call, in, n);
				return gone;
			}
	}
	size_t start = s->config.n ? draw(s->g, s->config.n) : 0;
	for (size_t i = 0; i < s->config.n; i++) {
		size_t place = (start + i) % s->config.n;
		if (!ref_enabled(r, &s->config, place) || (chance(s->g, 70) && !ref_must(r, &s->config, place)))
			continue;
		int call = s->config.pending[place];
		bool gone = let_go(s, call, (int)place);
		if (gone)
			call_again(s, call, in, n);
		return gone;
	}
	return *n > 0;
}

/* Time goes on for a while; whether it was measured well is drawn, too. */
static inline void
end_phase(struct sighting *s, size_t phase)
{
	struct ref_rest *rest = &s->ref->rests[phase];
	unsigned last = s->now;
	for (size_t i = 0; i < s->ref->ncalls; i++) {
		const struct ref_call *k = &s->ref->calls[i];
		last = k->returned == phase && k->ended > last ? k->ended : last;
		last = k->issued == phase && k->began > last ? k->began : last;
	}
	*rest = (struct ref_rest){.at = s->start[phase] + last + 8 + (word)draw(s->g, 24), .rough = chance(s->g, 20), .unsure = chance(s->g, 20)};
	if (phase < MOST_PHASES)
		s->start[phase + 1] = rest->at + (word)draw(s->g, 8);
}

static inline void
see_phase(struct sighting *s)
{
	struct ref *r = s->ref;
	int in[REF_CALLS];
	size_t n = 0, wanted = 1 + draw(s->g, chance(s->g, 25) ? 4 : 3);
	s->phases++;
	for (size_t i = 0; i < wanted; i++) {
		int client = (int)draw(s->g, CLIENTS);
		if (is_busy(r, client) || !issue_random(s, client))
			continue;
		r->calls[r->ncalls - 1].issued = s->phases;
		in[n++] = (int)r->ncalls - 1;
	}
	for (size_t i = 0; i + 1 < r->ncalls; i++) /* one call of a client in a phase */
		for (size_t k = i + 1; k < r->ncalls; k++)
			if (r->calls[i].client == r->calls[k].client && r->calls[i].issued == r->calls[k].issued && r->calls[k].issued == s->phases)
				abort();
	s->now = 1;
	for (int steps = 0; steps < 40 && !r->fault && step_random(s, in, &n); steps++)
		s->now++;
	for (; n > 0; n--) {
		struct ref_call *k = &r->calls[in[n - 1]];
		k->began = k->began < k->earliest ? k->earliest : k->began;
		ref_arrive(r, &s->config, in[n - 1]);
	}
	if (s->g->clocked)
		end_phase(s, s->phases);
}

/* Does its client make another call in the phase in which it was made, or returned? */
static inline bool
is_in_row(const struct ref *r, const struct ref_call *k)
{
	for (size_t i = 0; i < r->ncalls; i++) {
		const struct ref_call *other = &r->calls[i];
		if (other != k && other->client == k->client && (other->issued == k->returned || other->returned == k->issued))
			return true;
	}
	return false;
}

/* Makes what was seen wrong, or different, in one place. A client may only have called on after its call returned. */
static inline void
mutate(struct sighting *s)
{
	struct ref *r = s->ref;
	if (r->ncalls == 0)
		return;
	struct ref_call *k = &r->calls[draw(s->g, r->ncalls)];
	size_t next = s->phases + 1;
	for (size_t i = 0; i < r->ncalls; i++)
		if (r->calls[i].client == k->client && r->calls[i].issued > k->issued && r->calls[i].issued < next)
			next = r->calls[i].issued;
	bool row = is_in_row(r, k);
	if (s->timed && !row && chance(s->g, 30))
		k->began = (unsigned)draw(s->g, 8);
	else if (chance(s->g, 35) && k->returned && k->op->returns)
		k->result = (word)draw(s->g, 5) - 1;
	else if (!row && k->returned && next == s->phases + 1 && chance(s->g, 40))
		k->returned = 0;
	else if (!row && next > k->issued)
		k->returned = k->issued + draw(s->g, next - k->issued);
	if (k->returned && k->op->returns && k->result == 0)
		k->result = (word)draw(s->g, 3);
	if (k->returned == k->issued && k->ended < k->began)
		k->ended = k->began + (unsigned)draw(s->g, 3);
}

/* Who had returned before whom began, as the lines of the phases say it: of what happened at the same time, calls come first. */
static inline void
compare_times(struct ref *r)
{
	for (size_t i = 0; i < r->ncalls; i++)
		for (size_t k = 0; k < r->ncalls; k++)
			if (r->calls[k].returned == r->calls[i].issued && r->calls[k].ended < r->calls[i].began)
				r->calls[i].ahead |= 1ull << k;
}

/* When it happened, if that is asked for. */
static inline void
put_time(struct text *t, const struct ref *r, word at)
{
	if (r->spec->reads_waited)
		text_printf(t, ",\"time\":%.3f", (double)at / 8);
	text_str(t, "}\n");
}

static inline void
put_event(struct text *t, const struct ref *r, const struct ref_call *k, bool returned)
{
	text_printf(t, "{\"event\":\"%s\",\"client\":\"r%d\"", returned ? "returned" : "called", k->client);
	if (!returned) {
		text_printf(t, ",\"op\":\"%s\",\"args\":[", k->op->name);
		for (size_t i = 0; i < k->op->n; i++) {
			bool truth = k->op->params[i].type->kind == TYPE_BOOL;
			text_str(t, i ? "," : "");
			if (truth)
				text_str(t, k->args[i] ? "true" : "false");
			else
				text_printf(t, "%lld", (long long)k->args[i]);
		}
		text_str(t, "]");
	} else if (k->op->returns) {
		text_printf(t, ",\"value\":%lld", (long long)k->result);
	}
	put_time(t, r, returned ? k->ended_at : k->began_at);
}

/* When all that happened, once it is known what did. */
static inline void
set_times(struct sighting *s)
{
	s->now = 0;
	for (size_t phase = 1; s->g->clocked && phase <= s->phases; phase++)
		end_phase(s, phase);
	for (size_t i = 0; i < s->ref->ncalls; i++) {
		struct ref_call *k = &s->ref->calls[i];
		k->began_at = s->start[k->issued] + k->began;
		k->ended_at = s->start[k->returned] + k->ended;
	}
}

enum { MOMENTS = 128 };

/* What happened at a moment of the phase, calls first. */
static inline void
put_moment(struct text *out, const struct ref *r, size_t phase, unsigned now)
{
	for (size_t i = 0; i < r->ncalls; i++)
		if (r->calls[i].issued == phase && r->calls[i].began == now)
			put_event(out, r, &r->calls[i], false);
	for (size_t i = 0; i < r->ncalls; i++)
		if (r->calls[i].returned == phase && r->calls[i].ended == now)
			put_event(out, r, &r->calls[i], true);
}

/* Simulates the model at random, with the reference, which then knows the calls; writes down what was seen. */
static inline void
generate_history(struct generator_state *g, struct arena *a, struct ref *r, struct text *out)
{
	struct sighting s = {.g = g, .arena = a, .ref = r, .timed = chance(g, 60)};
	r->ncalls = 0;
	ref_initial(r, &s.config);
	for (uint64_t left = 1 + draw(g, MOST_PHASES); left > 0 && !r->fault; left--)
		see_phase(&s);
	for (uint64_t left = draw(g, 3); left > 0; left--)
		mutate(&s);
	set_times(&s);
	out->n = 0;
	if (s.timed) {
		compare_times(r);
		text_str(out, "{\"event\":\"begin\",\"order\":\"time\"}\n");
	}
	for (size_t phase = 1; phase <= s.phases; phase++) {
		for (unsigned now = 0; now < MOMENTS; now++)
			put_moment(out, r, phase, now);
		text_str(out, "{\"event\":\"at-rest\"");
		put_time(out, r, r->rests[phase].at);
	}
	r->fault = false;
}

#endif
