#include "spec/spec.h"

#include <string.h>

struct search {
	const struct spec *spec;
	struct capacity *found;
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

/* `len(items) < capacity` and its kin, wherever it stands in a condition. */
static bool
find(struct search *s, const struct expr *e)
{
	bool compares = e->kind == EXPR_BINARY && (e->op == OP_LT || e->op == OP_GT || e->op == OP_NE || e->op == OP_EQ);
	for (size_t i = 0; compares && i < 2; i++)
		if (is_length(e->kid[i]) && least_value(s->spec, e->kid[1 - i], &s->found->least)) {
			s->found->name = e->kid[1 - i]->text;
			return true;
		}
	bool goes_on = e->kind == EXPR_PREFIX || (e->kind == EXPR_BINARY && (e->op == OP_AND || e->op == OP_OR));
	for (size_t i = 0; goes_on && i < e->n; i++)
		if (find(s, e->kid[i]))
			return true;
	return false;
}

static int64_t
callers(const struct spec *s, const struct operation *op)
{
	int64_t n = 0;
	for (size_t i = 0; i < s->nclients; i++) {
		bool calls = false;
		for (size_t k = 0; k < s->clients[i].n; k++)
			calls = calls || s->clients[i].calls[k].operation == op;
		n += calls ? s->clients[i].count : 0;
	}
	return n;
}

bool
spec_capacity(const struct spec *s, const struct operation *op, struct capacity *c)
{
	*c = (struct capacity){.callers = callers(s, op)};
	return op->cpre.expr && find(&(struct search){s, c}, op->cpre.expr);
}
