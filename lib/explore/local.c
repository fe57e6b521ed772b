#include "explore/local.h"

#include "explore/private.h"

#include <stdlib.h>
#include <string.h>

static size_t
key_words(const struct locals *l)
{
	return 3 + l->nvars + l->nargs;
}

void
locals_start(struct explorer *x)
{
	const struct spec *s = x->spec;
	struct locals *l = &x->locals;
	*l = (struct locals){.gen = {.machine = x->rules.machine, .params = x->rules.params}, .nvars = 1};
	for (size_t i = 0; i < s->nclients; i++) {
		l->nvars = s->clients[i].vars.n > l->nvars ? s->clients[i].vars.n : l->nvars;
		for (size_t k = 0; k < s->clients[i].n; k++) {
			size_t nargs = s->clients[i].calls[k].operation->n;
			l->nargs = nargs > l->nargs ? nargs : l->nargs;
		}
	}
	l->key = mem_alloc(key_words(l) * sizeof *l->key);
	set_clear(&l->keys, key_words(l));
}

void
locals_stop(struct explorer *x)
{
	struct locals *l = &x->locals;
	arena_free(&l->arena);
	set_free(&l->keys);
	free(l->at);
	free(l->key);
	free(l->found);
	free(l->marks);
	*l = (struct locals){0};
}

/* --- numbers --- */

static struct local *
new_local(struct locals *l, const struct local *like, size_t nargs)
{
	struct local *n = arena_new(&l->arena, struct local);
	*n = *like;
	n->vars = arena_array(&l->arena, word, l->nvars);
	memcpy(n->vars, like->vars, l->nvars * sizeof *n->vars);
	word *args = arena_array(&l->arena, word, nargs + 1);
	if (nargs)
		memcpy(args, like->call.args, nargs * sizeof *args);
	n->call.args = args;
	return n;
}

/* The number of a local: that of an equal one, if there is one. Variables that the kind does not have must be 0. */
static uint32_t
number(struct locals *l, const struct local *like)
{
	size_t nargs = like->alternative >= 0 ? like->call.op->n : 0;
	word *key = l->key;
	memset(key, 0, key_words(l) * sizeof *key);
	key[0] = (word)like->kind_index;
	key[1] = like->alternative;
	key[2] = like->started | like->call.refused << 1;
	memcpy(key + 3, like->vars, l->nvars * sizeof *key);
	if (nargs)
		memcpy(key + 3 + l->nvars, like->call.args, nargs * sizeof *key);
	bool is_new;
	uint32_t at = set_put(&l->keys, key, (struct origin){0, -1}, &is_new);
	if (!is_new)
		return at;
	if (l->keys.n > l->cap) {
		l->cap = l->keys.cap;
		l->at = mem_grow(l->at, l->cap * sizeof *l->at);
		l->marks = mem_grow(l->marks, l->cap * sizeof *l->marks);
	}
	l->marks[at] = 0;
	l->at[at] = new_local(l, like, nargs);
	return at;
}

/* --- collecting what may come next --- */

static void
collect(struct locals *l, uint32_t local)
{
	if (l->marks[local] == l->mark)
		return;
	l->marks[local] = l->mark;
	if (l->nfound == l->found_cap) {
		l->found_cap = l->found_cap ? l->found_cap * 2 : 64;
		l->found = mem_grow(l->found, l->found_cap * sizeof *l->found);
	}
	l->found[l->nfound++] = local;
}

static void
collect_start(struct locals *l)
{
	l->mark++;
	l->nfound = 0;
}

static struct nexts
collected(struct locals *l)
{
	struct nexts n = {arena_array(&l->arena, uint32_t, l->nfound + 1), l->nfound};
	if (n.n)
		memcpy(n.at, l->found, n.n * sizeof *n.at);
	return n;
}

/* --- calls --- */

static void
partial(struct explorer *x, const void *where, struct span span)
{
	if (!x->locals.tape.partial)
		return;
	const char *message = arena_printf(x->arena, "this picks from more than %d combinations; only the simplest are explored", MOST_COMBINATIONS);
	find_unexplored(x, FINDING_NARROWED, where, span, message, NULL);
}

/* A call that the client may make, unless PRE keeps it from it: without `reject`, no such calls are made. */
static bool
take_call(struct explorer *x, size_t client, struct local *like)
{
	const struct alternative *a = &like->kind->calls[like->alternative];
	struct alternative_coverage *coverage = &x->kinds[like->kind_index][like->alternative];
	x->installed[client] = UINT32_MAX;
	enum step step = rules_issue(&x->rules, (int)client, &like->call);
	if (step == STEP_MISHAP) {
		find_mishap(x, (int)client, false);
		return false;
	}
	like->call.refused = step == STEP_NO;
	if (like->call.refused && !a->operation->reject.code) {
		coverage->outside++;
		return true;
	}
	coverage->calls++;
	collect(&x->locals, number(&x->locals, like));
	return true;
}

/* All arguments that an alternative may give its call. */
static bool
add_calls_of(struct explorer *x, size_t client, struct local *like)
{
	const struct alternative *a = &like->kind->calls[like->alternative];
	struct locals *l = &x->locals;
	word *args = arena_array(&l->arena, word, l->nargs + 1);
	struct tape outer = l->tape;
	bool ok = true;
	for (tape_rewind(&l->tape, MOST_COMBINATIONS); ok && tape_next(&l->tape);) {
		like->call = (struct call){.op = a->operation, .args = args, .client = (int)client};
		ok = gen_args(&l->gen, a, like->vars, args, &l->tape.choices);
		if (!ok)
			find_client_mishap(x, client, false);
		else
			ok = take_call(x, client, like);
	}
	partial(x, a, a->span);
	l->tape = outer;
	return ok;
}

/* All calls that a client with these variables can make. */
static void
add_calls(struct explorer *x, size_t client, struct local *like)
{
	like->started = true;
	for (size_t i = 0; i < like->kind->n; i++) {
		struct guard_coverage *when = &x->kinds[like->kind_index][i].when;
		bool ready;
		if (like->kind->calls[i].share == 0)
			continue;
		if (!gen_ready(&x->locals.gen, &like->kind->calls[i], like->vars, &ready)) {
			find_client_mishap(x, client, false);
			return;
		}
		when->held += ready;
		when->failed += !ready;
		like->alternative = (int)i;
		if (ready && !add_calls_of(x, client, like))
			return;
	}
}

/* All ways to draw the variables of a new client. */
static void
start(struct explorer *x, size_t client, struct local *like)
{
	struct locals *l = &x->locals;
	int64_t id = like->vars[0];
	bool ok = true;
	for (tape_rewind(&l->tape, MOST_COMBINATIONS); ok && tape_next(&l->tape);) {
		ok = gen_start(&l->gen, like->kind, id, like->vars, &l->tape.choices);
		if (ok)
			add_calls(x, client, like);
		else
			find_client_mishap(x, client, false);
	}
	partial(x, like->kind, like->kind->span);
}

uint32_t
local_first(struct explorer *x, size_t client)
{
	struct locals *l = &x->locals;
	const struct gen_client *c = &x->clients[client];
	struct local like = {.kind = c->kind, .kind_index = (size_t)(c->kind - x->spec->clients), .alternative = -1};
	like.vars = arena_array(&l->arena, word, l->nvars);
	like.vars[0] = c->id;
	return number(l, &like);
}

static word *
copy_vars(struct locals *l, const struct local *local)
{
	word *vars = arena_array(&l->arena, word, l->nvars);
	memcpy(vars, local->vars, l->nvars * sizeof *vars);
	return vars;
}

const struct nexts *
local_calls(struct explorer *x, size_t client, struct local *local)
{
	if (local->known)
		return &local->calls;
	struct locals *l = &x->locals;
	struct local like = *local;
	like.vars = copy_vars(l, local);
	collect_start(l);
	if (local->started)
		add_calls(x, client, &like);
	else
		start(x, client, &like);
	local->known = true;
	local->calls = collected(l);
	return &local->calls;
}

/* --- returns --- */

static void
add_returns(struct explorer *x, size_t client, const struct local *local, word result)
{
	struct locals *l = &x->locals;
	const struct alternative *a = &local->kind->calls[local->alternative];
	struct local like = {.kind = local->kind, .kind_index = local->kind_index, .started = true, .alternative = -1};
	like.vars = arena_array(&l->arena, word, l->nvars);
	for (tape_rewind(&l->tape, MOST_COMBINATIONS); tape_next(&l->tape);) {
		memcpy(like.vars, local->vars, l->nvars * sizeof *like.vars);
		if (!gen_then(&l->gen, a, local->kind->vars.n, like.vars, local->call.args, result, &l->tape.choices)) {
			find_client_mishap(x, client, true);
			return;
		}
		collect(l, number(l, &like));
	}
	partial(x, &a->then, a->then.span);
}

const struct nexts *
local_returns(struct explorer *x, size_t client, struct local *local, word result)
{
	if (!(local->kind->calls[local->alternative].then.reads & SEG_BIT(SEG_RESULT)))
		result = 0;
	for (size_t i = 0; i < local->outcomes.n; i++)
		if (local->outcomes.at[i].result == result)
			return &local->outcomes.at[i].nexts;
	collect_start(&x->locals);
	add_returns(x, client, local, result);
	vec_push(&x->locals.arena, &local->outcomes, (struct outcome){result, collected(&x->locals)});
	return &local->outcomes.at[local->outcomes.n - 1].nexts;
}
