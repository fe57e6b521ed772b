#include "model/results.h"

#include "model/private.h"

#include <string.h>

/*
 * What a call may return when nobody has observed it. A call whose result is computed has one. Else the condition on the
 * result is searched for parts that say what it is, `result == e` or `result in S`, or the same of a field, behind `and`,
 * `if` and `=>`; whatever else it says is checked by the rules. What no part speaks of takes all values of its type, if
 * they are few, or any one, if nobody reads it.
 */

enum { MOST_RESULTS = 4096, WHOLE = -1 };

enum plan_kind { PLAN_BOTH, PLAN_IF, PLAN_EQUAL, PLAN_ELEMENTS, PLAN_VALUES };

/* A part of a condition that says something of the result. */
struct plan {
	enum plan_kind kind;
	struct clause source; /* IF: the condition; EQUAL: the value; ELEMENTS: the collection */
	const struct type *type; /* of the collection; VALUES: the type whose values they are */
	int field; /* of the result, or WHOLE */
	struct plan *kid[2]; /* may be NULL: it says nothing */
};

/* The values that a result, or a field of it, may have. */
struct domain {
	const struct type *type;
	bool known, unread;
	word *at;
	size_t n, cap;
};

struct result {
	bool one; /* it is computed, or there is none */
	struct plan *plan;
	const struct type *type;
	struct domain whole, *fields;
	word *value; /* a record that is being put together */
};

struct results {
	struct arena *arena;
	struct heap *heap;
	const struct spec *spec;
	struct result *of; /* by operation: of a call that goes ahead, then of one that is refused */
	/* while results are given */
	struct rules *rules;
	const word *config;
	int slot;
	bool (*give)(void *, word);
	void *context;
};

/* --- planning --- */

/* `result` or `result.field`. */
static bool
is_part(const struct expr *e, int *field)
{
	*field = e->kind == EXPR_FIELD && is_result(e->kid[0]) ? e->index : WHOLE;
	return *field != WHOLE || is_result(e);
}

static bool
few(const struct type *t)
{
	return t->count > 0 && t->count <= MOST_RESULTS;
}

static struct plan *
new_plan(struct results *x, enum plan_kind kind, int field, const struct expr *e, const struct clause *c)
{
	struct plan *p = arena_new(x->arena, struct plan);
	*p = (struct plan){.kind = kind, .field = field, .type = e->type};
	p->source = (struct clause){.name = c->name, .span = e->span, .expr = e, .asks = c->asks};
	if (kind != PLAN_VALUES && kind != PLAN_BOTH)
		p->source.code = compile_part(x->arena, x->heap, e, c->code);
	return p;
}

static struct plan *
plan_elements(struct results *x, int field, const struct expr *e, const struct clause *c)
{
	if (e->kind != EXPR_NAME || !e->symbol || e->symbol->kind != SYMBOL_TYPE)
		return new_plan(x, PLAN_ELEMENTS, field, e, c);
	if (!few(e->symbol->type))
		return NULL;
	struct plan *p = new_plan(x, PLAN_VALUES, field, e, c);
	p->type = e->symbol->type;
	return p;
}

static struct plan *plan_of(struct results *, const struct expr *, const struct clause *);

static struct plan *
plan_branches(struct results *x, enum plan_kind kind, const struct expr *condition, const struct expr *a, const struct expr *b, const struct clause *c)
{
	struct plan *kid[2] = {plan_of(x, a, c), b ? plan_of(x, b, c) : NULL};
	if (!kid[0] && !kid[1])
		return NULL;
	struct plan *p = new_plan(x, kind, WHOLE, condition, c);
	memcpy(p->kid, kid, sizeof kid);
	return p;
}

static struct plan *
plan_of(struct results *x, const struct expr *e, const struct clause *c)
{
	const struct expr *a = e->n > 0 ? e->kid[0] : NULL, *b = e->n > 1 ? e->kid[1] : NULL;
	int field;
	if (e->kind == EXPR_IF)
		return reads_result(a) ? NULL : plan_branches(x, PLAN_IF, a, b, e->kid[2], c);
	if (e->kind != EXPR_BINARY)
		return NULL;
	if (e->op == OP_AND)
		return plan_branches(x, PLAN_BOTH, e, a, b, c);
	if (e->op == OP_IMPLIES)
		return reads_result(a) ? NULL : plan_branches(x, PLAN_IF, a, b, NULL, c);
	if (e->op == OP_EQ && is_part(a, &field) && !reads_result(b))
		return new_plan(x, PLAN_EQUAL, field, b, c);
	if (e->op == OP_EQ && is_part(b, &field) && !reads_result(a))
		return new_plan(x, PLAN_EQUAL, field, a, c);
	if (e->op == OP_IN && is_part(a, &field) && !reads_result(b))
		return plan_elements(x, field, b, c);
	return NULL;
}

/* Does anyone read the result, or this field of it, after the call has gone ahead? */
static bool
is_read(const struct results *x, const struct operation *op, int field)
{
	if (op->post.code && code_reads(op->post.code, SEG_RESULT, 0, field))
		return true;
	for (size_t i = 0; i < x->spec->nclients; i++) {
		const struct client *c = &x->spec->clients[i];
		for (const struct alternative *a = c->calls; a < c->calls + c->n; a++)
			if (a->operation == op && a->then.code && code_reads(a->then.code, SEG_RESULT, 0, field))
				return true;
	}
	return false;
}

static void
plan_result(struct results *x, struct result *r, const struct operation *op, const struct clause *c)
{
	const struct type *t = op->returns;
	*r = (struct result){.one = !t, .type = t};
	if (!t)
		return;
	if (c->code && c->expr)
		r->plan = plan_of(x, c->expr, c);
	r->whole = (struct domain){.type = t, .unread = !is_read(x, op, WHOLE)};
	r->fields = arena_array(x->arena, struct domain, t->n + 1);
	r->value = arena_array(x->arena, word, t->n + 1);
	for (size_t i = 0; t->kind == TYPE_RECORD && i < t->n; i++)
		r->fields[i] = (struct domain){.type = t->fields[i].type, .unread = !is_read(x, op, (int)i)};
}

struct results *
results_new(struct arena *a, struct heap *heap, const struct spec *s)
{
	struct results *x = arena_new(a, struct results);
	*x = (struct results){.arena = a, .heap = heap, .spec = s, .of = arena_array(a, struct result, 2 * s->nops)};
	for (size_t i = 0; i < s->nops; i++) {
		plan_result(x, &x->of[2 * i], &s->ops[i], &s->ops[i].ensures);
		plan_result(x, &x->of[2 * i + 1], &s->ops[i], &s->ops[i].reject);
		x->of[2 * i].one = x->of[2 * i].one || s->ops[i].result.code;
	}
	return x;
}

/* --- what a plan says in a state --- */

static void
domain_add(struct results *x, struct domain *d, word value)
{
	if (d->n == d->cap)
		d->at = vec_grow(x->arena, d->at, d->n, &d->cap, sizeof *d->at);
	d->at[d->n++] = value;
}

static void
add_elements(struct results *x, struct domain *d, const struct type *t, word collection)
{
	const struct block *b = block_of(collection);
	size_t stride = t->kind == TYPE_MAP && !t->total ? 2 : 1;
	for (size_t i = 0; i < b->n; i += stride) {
		word element = t->kind == TYPE_MAP && t->total ? type_nth(x->heap, t->key, i) : b->at[i];
		if (d->n == 0 || element != d->at[d->n - 1]) /* a bag repeats them */
			domain_add(x, d, element);
	}
}

/* Fills the domains; a condition that holds more than one of them keeps what is said first, and the rules check the rest. */
static enum step
follow(struct results *x, struct result *r, const struct plan *p)
{
	word w = 0;
	enum step step = STEP_YES;
	if (!p)
		return STEP_YES;
	struct domain *d = p->field == WHOLE ? &r->whole : &r->fields[p->field];
	if (p->source.code)
		step = rules_evaluate(x->rules, x->config, x->slot, &p->source, &w);
	if (step != STEP_YES)
		return step;
	if (p->kind == PLAN_IF)
		return follow(x, r, p->kid[w ? 0 : 1]);
	if (p->kind == PLAN_BOTH) {
		step = follow(x, r, p->kid[0]);
		return step == STEP_YES ? follow(x, r, p->kid[1]) : step;
	}
	if (d->known && p->kind != PLAN_EQUAL)
		return STEP_YES;
	d->known = true;
	d->n = 0;
	for (uint64_t i = 0; p->kind == PLAN_VALUES && i < p->type->count; i++)
		domain_add(x, d, type_nth(x->heap, p->type, i));
	if (p->kind == PLAN_EQUAL)
		domain_add(x, d, w);
	if (p->kind == PLAN_ELEMENTS)
		add_elements(x, d, p->type, w);
	return STEP_YES;
}

/* Gives a domain of which nothing was said its values; false if they are too many, and somebody reads them, or so many were named. */
static bool
complete(struct results *x, struct domain *d)
{
	word value;
	if (d->known)
		return d->n <= MOST_RESULTS;
	d->n = 0;
	if (few(d->type)) {
		for (uint64_t i = 0; i < d->type->count; i++)
			domain_add(x, d, type_nth(x->heap, d->type, i));
		return true;
	}
	if (!d->unread || !value_initial(x->heap, d->type, &value))
		return false;
	domain_add(x, d, value);
	return true;
}

/* --- giving them --- */

static bool
give_one(struct results *x, const struct result *r, word value)
{
	return !value_fits(r->type, value) || x->give(x->context, value);
}

static bool
give_fields(struct results *x, struct result *r, size_t field)
{
	if (field == r->type->n)
		return give_one(x, r, heap_block(x->heap, r->value, r->type->n));
	for (size_t i = 0; i < r->fields[field].n; i++) {
		r->value[field] = r->fields[field].at[i];
		if (!give_fields(x, r, field + 1))
			return false;
	}
	return true;
}

static bool
complete_fields(struct results *x, struct result *r)
{
	size_t product = 1;
	for (size_t i = 0; i < r->type->n; i++) {
		if (!complete(x, &r->fields[i]))
			return false;
		product *= r->fields[i].n;
		if (product > MOST_RESULTS)
			return false;
	}
	return true;
}

/* Does one value stand for all of a type? */
static bool
gave_few(const struct result *r)
{
	if (r->whole.known || r->type->kind != TYPE_RECORD)
		return !r->whole.known && !few(r->type);
	for (size_t i = 0; i < r->type->n; i++)
		if (!r->fields[i].known && !few(r->fields[i].type))
			return true;
	return false;
}

static enum results_given
give_planned(struct results *x, struct result *r)
{
	r->whole.known = false;
	for (size_t i = 0; r->type->kind == TYPE_RECORD && i < r->type->n; i++)
		r->fields[i].known = false;
	if (follow(x, r, r->plan) != STEP_YES)
		return RESULTS_MISHAP;
	if (!r->whole.known && r->type->kind == TYPE_RECORD) {
		if (!complete_fields(x, r))
			return RESULTS_UNKNOWN;
		give_fields(x, r, 0);
	} else {
		if (!complete(x, &r->whole))
			return RESULTS_UNKNOWN;
		for (size_t i = 0; i < r->whole.n; i++)
			if (!give_one(x, r, r->whole.at[i]))
				break;
	}
	return gave_few(r) ? RESULTS_SOME : RESULTS_ALL;
}

enum results_given
results_give(struct results *x, struct rules *rules, const word *config, int slot, bool (*give)(void *, word), void *context)
{
	const struct call *call = &rules->calls[slot];
	struct result *r = &x->of[2 * call->op->index + call->refused];
	x->rules = rules;
	x->config = config;
	x->slot = slot;
	x->give = give;
	x->context = context;
	if (!r->one)
		return give_planned(x, r);
	give(context, 0);
	return RESULTS_ALL;
}
