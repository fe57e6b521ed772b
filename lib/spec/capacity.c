#include "spec/spec.h"

#include <string.h>

struct search {
	const struct spec *spec;
	const struct stmt *post; /* of the operation; or NULL */
	struct capacity *found;
	const struct variable *counter; /* that was found, and how calls change it; or NULL */
	enum op by;
};

static bool
is_length(const struct expr *e)
{
	return e->kind == EXPR_CALL && e->op == OP_LEN && e->n == 1 && e->kid[0]->kind == EXPR_NAME;
}

/* The least value that it ever has. */
static bool
least_value(const struct spec *s, const struct expr *e, int64_t *least)
{
	const struct symbol *y = e->kind == EXPR_NAME ? e->symbol : NULL;
	if (!y || !y->type || y->type->kind != TYPE_INT)
		return false;
	if (y->kind == SYMBOL_CONSTANT) {
		*least = (int64_t)y->value;
		return true;
	}
	for (size_t i = 0; i < s->params.n; i++) {
		const struct variable *v = &s->params.at[i];
		if (y->seg != SEG_PARAM || strcmp(v->name, y->name) != 0)
			continue;
		bool fixed = v->init && v->expr && v->expr->kind == EXPR_LITERAL;
		*least = fixed ? (int64_t)v->expr->value : v->type->min;
		return fixed || !v->init;
	}
	return false;
}

/* --- lengths --- */

/* `len(items) < capacity` and its kin. */
static bool
is_length_below(struct search *s, const struct expr *e)
{
	bool compares = e->op == OP_LT || e->op == OP_GT || e->op == OP_NE || e->op == OP_EQ;
	for (size_t i = 0; compares && i < 2; i++)
		if (is_length(e->kid[i]) && least_value(s->spec, e->kid[1 - i], &s->found->least)) {
			s->found->name = e->kid[1 - i]->text;
			s->found->room = s->found->least;
			return true;
		}
	return false;
}

/* --- counters --- */

/* The variable of the state, if it is one that counts. */
static const struct variable *
counter(const struct spec *s, const struct expr *e)
{
	const struct symbol *y = e->kind == EXPR_NAME ? e->symbol : NULL;
	if (!y || y->kind != SYMBOL_VARIABLE || y->seg != SEG_STATE || y->type->kind != TYPE_INT)
		return NULL;
	for (size_t i = 0; i < s->state.n; i++)
		if (strcmp(s->state.at[i].name, y->name) == 0)
			return &s->state.at[i];
	return NULL;
}

static bool
is_number(const struct expr *e, int64_t n)
{
	return e->kind == EXPR_LITERAL && e->type && e->type->kind == TYPE_INT && (int64_t)e->value == n;
}

/* Does each call do this to it, by 1? */
static bool
counts(const struct search *s, const struct stmt *st, const struct variable *v, enum op op)
{
	if (!st)
		return false;
	for (size_t i = 0; st->kind == STMT_BLOCK && i < st->n; i++)
		if (counts(s, st->kid[i], v, op))
			return true;
	if (st->kind != STMT_ASSIGN || counter(s->spec, st->target) != v)
		return false;
	if (st->op != OP_NONE)
		return st->op == op && is_number(st->value, 1);
	const struct expr *e = st->value;
	return e->kind == EXPR_BINARY && e->op == op && counter(s->spec, e->kid[0]) == v && is_number(e->kid[1], 1);
}

/* `jobs < MOST`, or the other way round, where a call counts up. */
static bool
is_counter_below(struct search *s, const struct expr *low, const struct expr *high)
{
	const struct variable *v = counter(s->spec, low);
	if (!v || !v->expr || v->expr->kind != EXPR_LITERAL || !counts(s, s->post, v, OP_ADD) || !least_value(s->spec, high, &s->found->least))
		return false;
	s->counter = v;
	s->by = OP_ADD;
	s->found->name = high->text;
	s->found->room = s->found->least - (int64_t)v->expr->value;
	return true;
}

/* `free > 0`, or the other way round, where a call counts down. */
static bool
is_counter_left(struct search *s, const struct expr *high, const struct expr *low, int64_t least)
{
	const struct variable *v = counter(s->spec, high);
	if (!v || !v->expr || !is_number(low, least) || !counts(s, s->post, v, OP_SUB))
		return false;
	s->found->counter = v->expr->kind == EXPR_LITERAL;
	if (s->found->counter)
		s->found->least = (int64_t)v->expr->value;
	else if (!least_value(s->spec, v->expr, &s->found->least))
		return false;
	s->found->name = s->found->counter ? v->name : v->expr->text;
	s->found->room = s->found->least;
	s->counter = v;
	s->by = OP_SUB;
	return true;
}

static bool
is_counter_bound(struct search *s, const struct expr *e)
{
	const struct expr *l = e->kid[0], *r = e->kid[1];
	switch ((int)e->op) {
	case OP_LT:
		return is_counter_below(s, l, r) || is_counter_left(s, r, l, 0);
	case OP_GT:
		return is_counter_below(s, r, l) || is_counter_left(s, l, r, 0);
	case OP_NE:
		return is_counter_below(s, l, r) || is_counter_below(s, r, l) || is_counter_left(s, l, r, 0) || is_counter_left(s, r, l, 0);
	case OP_LE:
		return is_counter_left(s, r, l, 1);
	case OP_GE:
		return is_counter_left(s, l, r, 1);
	default:
		return false;
	}
}

/* Wherever it stands in a condition. */
static bool
find_length(struct search *s, const struct expr *e)
{
	if (e->kind == EXPR_BINARY && is_length_below(s, e))
		return true;
	bool goes_on = e->kind == EXPR_PREFIX || (e->kind == EXPR_BINARY && (e->op == OP_AND || e->op == OP_OR));
	for (size_t i = 0; goes_on && i < e->n; i++)
		if (find_length(s, e->kid[i]))
			return true;
	return false;
}

/* Where the condition needs it. */
static bool
find_counter(struct search *s, const struct expr *e)
{
	if (e->kind != EXPR_BINARY)
		return false;
	if (e->op == OP_AND)
		return find_counter(s, e->kid[0]) || find_counter(s, e->kid[1]);
	return is_counter_bound(s, e);
}

/* May a call of the operation change the counter other than the other way? */
static bool
may_count(const struct search *s, const struct stmt *st)
{
	if (st && st->kind == STMT_ASSIGN)
		return counter(s->spec, st->target) == s->counter && (st->op == OP_NONE || st->op == s->by);
	for (size_t i = 0; st && i < st->n; i++)
		if (may_count(s, st->kid[i]))
			return true;
	return false;
}

static bool
calls(const struct client *c, const struct operation *op)
{
	for (size_t i = 0; i < c->n; i++)
		if (c->calls[i].operation == op)
			return true;
	return false;
}

/* Does the client call another one that uses up the counter, if there is one? */
static bool
calls_another(const struct search *s, const struct client *c)
{
	for (size_t i = 0; s->counter && i < s->spec->nops; i++)
		if (may_count(s, s->spec->ops[i].post.stmt) && calls(c, &s->spec->ops[i]))
			return true;
	return false;
}

static void
count_callers(struct search *s, const struct operation *op)
{
	for (size_t i = 0; i < s->spec->nclients; i++) {
		const struct client *c = &s->spec->clients[i];
		bool others = !calls(c, op) && calls_another(s, c);
		s->found->others = s->found->others || others;
		s->found->callers += calls(c, op) || others ? c->count : 0;
	}
}

bool
spec_capacity(const struct spec *s, const struct operation *op, struct capacity *c)
{
	struct search search = {.spec = s, .post = op->post.stmt, .found = c};
	*c = (struct capacity){0};
	if (!op->cpre.expr || (!find_length(&search, op->cpre.expr) && !find_counter(&search, op->cpre.expr)))
		return false;
	count_callers(&search, op);
	return true;
}
