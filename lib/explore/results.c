#include "explore/private.h"

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

struct results {
	bool one; /* it is computed, or there is none */
	struct plan *plan;
	const struct type *type;
	struct domain whole, *fields;
	word *value; /* a record that is being put together */
};

/* --- planning --- */

static bool
is_result(const struct expr *e)
{
	return e->kind == EXPR_NAME && e->symbol && e->symbol->kind == SYMBOL_VARIABLE && e->symbol->seg == SEG_RESULT;
}

static bool
reads_result(const struct expr *e)
{
	if (is_result(e))
		return true;
	for (size_t i = 0; i < e->n; i++)
		if (reads_result(e->kid[i]))
			return true;
	for (size_t i = 0; i < e->ngenerators; i++)
		if (reads_result(e->generator[i].domain))
			return true;
	for (size_t i = 0; e->pattern && i < e->pattern->n; i++)
		if (e->pattern->arg[i] && reads_result(e->pattern->arg[i]))
			return true;
	return false;
}

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
new_plan(struct explorer *x, enum plan_kind kind, int field, const struct expr *e, const struct clause *c)
{
	struct plan *p = arena_new(x->arena, struct plan);
	*p = (struct plan){.kind = kind, .field = field, .type = e->type};
	p->source = (struct clause){.name = c->name, .span = e->span, .expr = e, .asks = c->asks};
	if (kind != PLAN_VALUES && kind != PLAN_BOTH)
		p->source.code = compile_part(x->arena, x->heap, e, c->code);
	return p;
}

static struct plan *
plan_elements(struct explorer *x, int field, const struct expr *e, const struct clause *c)
{
	if (e->kind != EXPR_NAME || !e->symbol || e->symbol->kind != SYMBOL_TYPE)
		return new_plan(x, PLAN_ELEMENTS, field, e, c);
	if (!few(e->symbol->type))
		return NULL;
	struct plan *p = new_plan(x, PLAN_VALUES, field, e, c);
	p->type = e->symbol->type;
	return p;
}

static struct plan *plan_of(struct explorer *, const struct expr *, const struct clause *);

static struct plan *
plan_branches(struct explorer *x, enum plan_kind kind, const struct expr *condition, const struct expr *a, const struct expr *b, const struct clause *c)
{
	struct plan *kid[2] = {plan_of(x, a, c), b ? plan_of(x, b, c) : NULL};
	if (!kid[0] && !kid[1])
		return NULL;
	struct plan *p = new_plan(x, kind, WHOLE, condition, c);
	memcpy(p->kid, kid, sizeof kid);
	return p;
}

static struct plan *
plan_of(struct explorer *x, const struct expr *e, const struct clause *c)
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
is_read(const struct explorer *x, const struct operation *op, int field)
{
	if (op->post.code && code_reads(op->post.code, SEG_RESULT, 0, field))
		return true;
	for (size_t i = 0; i < x->out->nalternatives; i++) {
		const struct alternative *a = x->out->alternatives[i].alternative;
		if (a->operation == op && a->then.code && code_reads(a->then.code, SEG_RESULT, 0, field))
			return true;
	}
	return false;
}

static void
plan_results(struct explorer *x, struct results *r, const struct operation *op, const struct clause *c)
{
	const struct type *t = op->returns;
	*r = (struct results){.one = !t, .type = t};
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

void
results_plan(struct explorer *x)
{
	const struct spec *s = x->spec;
	x->results = arena_array(x->arena, struct results, 2 * s->nops);
	for (size_t i = 0; i < s->nops; i++) {
		plan_results(x, &x->results[2 * i], &s->ops[i], &s->ops[i].ensures);
		plan_results(x, &x->results[2 * i + 1], &s->ops[i], &s->ops[i].reject);
		x->results[2 * i].one = x->results[2 * i].one || s->ops[i].result.code;
	}
}

/* --- what a plan says in a state --- */

static void
domain_add(struct explorer *x, struct domain *d, word value)
{
	if (d->n == d->cap)
		d->at = vec_grow(x->arena, d->at, d->n, &d->cap, sizeof *d->at);
	d->at[d->n++] = value;
}

static void
add_elements(struct explorer *x, struct domain *d, const struct type *t, word collection)
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
follow(struct explorer *x, int slot, struct results *r, const struct plan *p)
{
	word w = 0;
	enum step step = STEP_YES;
	if (!p)
		return STEP_YES;
	struct domain *d = p->field == WHOLE ? &r->whole : &r->fields[p->field];
	if (p->source.code)
		step = rules_evaluate(&x->rules, x->now, slot, &p->source, &w);
	if (step != STEP_YES)
		return step;
	if (p->kind == PLAN_IF)
		return follow(x, slot, r, p->kid[w ? 0 : 1]);
	if (p->kind == PLAN_BOTH) {
		step = follow(x, slot, r, p->kid[0]);
		return step == STEP_YES ? follow(x, slot, r, p->kid[1]) : step;
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

/* Gives a domain of which nothing was said its values; false if they are too many, and somebody reads them. */
static bool
complete(struct explorer *x, struct domain *d)
{
	word value;
	if (d->known)
		return true;
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

/* --- trying them --- */

static bool
try_one(struct explorer *x, int slot, const struct results *r, word result, enum tried *tried)
{
	if (!value_fits(r->type, result))
		return true;
	enum tried one = attempt(x, slot, result);
	*tried = one == TRIED_NONE ? *tried : one;
	return one != TRIED_MISHAP && !x->found;
}

static bool
try_fields(struct explorer *x, int slot, struct results *r, size_t field, enum tried *tried)
{
	if (field == r->type->n)
		return try_one(x, slot, r, heap_block(x->heap, r->value, r->type->n), tried);
	for (size_t i = 0; i < r->fields[field].n; i++) {
		r->value[field] = r->fields[field].at[i];
		if (!try_fields(x, slot, r, field + 1, tried))
			return false;
	}
	return true;
}

static bool
complete_fields(struct explorer *x, struct results *r)
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

static enum tried
try_planned(struct explorer *x, int slot, struct results *r)
{
	enum tried tried = TRIED_NONE;
	r->whole.known = false;
	for (size_t i = 0; r->type->kind == TYPE_RECORD && i < r->type->n; i++)
		r->fields[i].known = false;
	enum step step = follow(x, slot, r, r->plan);
	if (step == STEP_MISHAP)
		find_mishap(x, slot, true);
	if (step != STEP_YES)
		return TRIED_MISHAP;
	if (!r->whole.known && r->type->kind == TYPE_RECORD) {
		if (!complete_fields(x, r))
			return TRIED_UNKNOWN;
		try_fields(x, slot, r, 0, &tried);
		return tried;
	}
	if (!complete(x, &r->whole))
		return TRIED_UNKNOWN;
	for (size_t i = 0; i < r->whole.n; i++)
		if (!try_one(x, slot, r, r->whole.at[i], &tried))
			break;
	return tried;
}

/* One value stood for all of a type, but does not satisfy the condition: others may. */
static bool
tried_few(const struct results *r)
{
	if (r->whole.known || r->type->kind != TYPE_RECORD)
		return !r->whole.known && !few(r->type);
	for (size_t i = 0; i < r->type->n; i++)
		if (!r->fields[i].known && !few(r->fields[i].type))
			return true;
	return false;
}

static void
say_unknown(struct explorer *x, const struct operation *op, bool refused)
{
	const struct clause *c = refused ? &op->reject : &op->ensures;
	const char *message = arena_printf(x->arena, "the results of %s are too many to be explored", op->name);
	static const char hint[] = "let one of the conditions say what they may be: 'result == ...' or 'result in {...}'; or give 'returns' a type of few values";
	find_unexplored(x, FINDING_UNEXPLORED, c, c->code ? c->span : op->span, message, hint);
}

enum tried
results_try(struct explorer *x, int slot)
{
	const struct call *call = &x->rules.calls[slot];
	struct results *r = &x->results[2 * call->op->index + call->refused];
	if (r->one)
		return attempt(x, slot, 0);
	enum tried tried = try_planned(x, slot, r);
	if (tried == TRIED_NONE && tried_few(r))
		tried = TRIED_UNKNOWN;
	if (tried == TRIED_UNKNOWN)
		say_unknown(x, call->op, call->refused);
	return tried;
}
