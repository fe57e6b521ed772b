#include "explore/private.h"

#include <string.h>

/*
 * Variables that know no bounds, and of which no step that was seen makes less: where there are always more states, they are why. Of a
 * collection the length counts, of a number the value.
 */

enum { FAR = 32 }; /* what is not seen to grow by so much may still be on its way to a bound */

/* Is there no end to the collections of this type? */
static bool
has_endless(const struct type *t)
{
	switch (t->kind) {
	case TYPE_SEQ:
	case TYPE_BAG:
		return true;
	case TYPE_SET:
		return t->elem->count == 0;
	case TYPE_MAP:
		return t->total ? has_endless(t->elem) : t->key->count == 0;
	case TYPE_OPTION:
		return has_endless(t->elem);
	case TYPE_RECORD:
		for (size_t i = 0; i < t->n; i++)
			if (has_endless(t->fields[i].type))
				return true;
		return false;
	case TYPE_INT:
	case TYPE_NOTHING:
	case TYPE_BOOL:
	case TYPE_CHAR:
	case TYPE_ENUM:
	case TYPE_BRACES:
		break;
	}
	return false;
}

static bool
is_number(const struct growing *g)
{
	return g->type->kind == TYPE_INT;
}

/* How many words its collections take, but for those that are in others. */
static int64_t
extent(const struct type *t, word w)
{
	if (t->flat)
		return 0;
	const struct block *b = block_of(w);
	bool record = t->kind == TYPE_RECORD;
	int64_t all = 0;
	if (!record && t->kind != TYPE_OPTION && !(t->kind == TYPE_MAP && t->total))
		return b->n;
	for (uint32_t i = 0; i < b->n; i++)
		all += extent(record ? t->fields[i].type : t->elem, b->at[i]);
	return all;
}

static int64_t
size_of(const struct growing *g, const word *state)
{
	return is_number(g) ? state[g->at] : extent(g->type, state[g->at]);
}

static void
add(struct explorer *x, const struct variables *v, size_t from)
{
	for (size_t i = 0; i < v->n && x->ngrowing < MOST_GROWING; i++)
		if (has_endless(v->at[i].type) || (v->at[i].type->kind == TYPE_INT && v->at[i].type->count == 0))
			x->growing[x->ngrowing++] = (struct growing){.variable = &v->at[i], .type = v->at[i].type, .at = from + i, .seg = from ? SEG_SCHED : SEG_STATE, .index = (int)i, .most = INT64_MIN};
}

void
grow_start(struct explorer *x)
{
	x->ngrowing = 0;
	add(x, &x->spec->state, 0);
	add(x, &x->spec->sched, x->rules.layout.sched);
}

void
grow_note(struct explorer *x, const word *from, const word *to)
{
	for (size_t i = 0; i < x->ngrowing; i++) {
		struct growing *g = &x->growing[i];
		int64_t before = size_of(g, from), after = size_of(g, to);
		g->rises = g->rises || after > before;
		g->falls = g->falls || after < before;
		g->most = after > g->most ? after : g->most;
	}
}

static bool
reads(const struct clause *c, const struct growing *g)
{
	return c->code && code_reads(c->code, g->seg, g->index, -1);
}

/* Is there a condition that could keep it from growing? */
static bool
is_bounded(const struct explorer *x, const struct growing *g)
{
	for (size_t i = 0; i < x->spec->nops; i++) {
		const struct operation *op = &x->spec->ops[i];
		bool may_wait = reads(&op->cpre, g) || reads(&op->rule.enabled, g) || reads(&x->spec->policy->rules[i].enabled, g) || reads(&op->must, g);
		if (may_wait && spec_called(x->spec, op) == CALLED)
			return true;
	}
	return false;
}

/* Does each call of an operation that changes it add to it? */
static bool
is_always_added_to(const struct explorer *x, const struct growing *g)
{
	for (size_t i = 0; i < x->spec->nops; i++) {
		const struct operation *op = &x->spec->ops[i];
		if (reads(&op->post, g) && !code_only_adds(op->post.code) && spec_called(x->spec, op) == CALLED)
			return false;
	}
	return true;
}

/* What is in a set or map already may be put into it again for ever. */
static bool
is_filled_for_ever(const struct explorer *x, const struct growing *g)
{
	bool list = g->type->kind == TYPE_SEQ || g->type->kind == TYPE_BAG;
	return list && g->rises && !g->falls && !is_bounded(x, g) && is_always_added_to(x, g);
}

bool
grow_is_endless(const struct explorer *x)
{
	for (size_t i = 0; i < x->ngrowing; i++)
		if (is_filled_for_ever(x, &x->growing[i]))
			return true;
	return false;
}

static bool
only_grows(const struct explorer *x, const struct growing *g)
{
	int64_t first = size_of(g, set_at(&x->states, 0));
	bool far = g->rises && (uint64_t)g->most - (uint64_t)first >= FAR;
	return is_filled_for_ever(x, g) || (far && !g->falls && !is_bounded(x, g));
}

static const char *
what_to_do(struct explorer *x, const struct growing *g)
{
	const char *name = g->variable->name;
	if (is_number(g))
		return arena_printf(x->arena, "count modulo a constant where that is enough, or give it a range and let a cpre keep it there: %s < MOST", name);
	return arena_printf(x->arena, "bound it by a constant, in the cpre of what fills it: len(%s) < MOST; or let a client make the calls that take out of it", name);
}

void
grow_findings(struct explorer *x)
{
	for (size_t i = 0; i < x->ngrowing && x->bound; i++) {
		const struct growing *g = &x->growing[i];
		bool number = is_number(g);
		if (!only_grows(x, g))
			continue;
		struct finding *f = find_new(x, number ? FINDING_COUNTS : FINDING_GROWS, g->variable->span, g->variable, 0);
		if (!f)
			continue;
		f->message = arena_printf(x->arena, "%s only ever grows, and no call that clients make makes it %s", g->variable->name, number ? "less" : "shorter");
		f->hint = what_to_do(x, g);
	}
}
