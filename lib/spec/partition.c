/* `partition: key`: is each key really on its own? Then what happens to one can be judged without the others. */
#include "spec/load.h"

#include <string.h>

struct look {
	const char *key; /* the parameter; NULL in invariants, which speak of one key of their own: the first local that looks something up */
	uint64_t locals; /* those that hold the key */
	const struct expr *more; /* what reads more than the part of the key */
};

static bool
is_state(const struct expr *e)
{
	return e->kind == EXPR_NAME && e->symbol && e->symbol->kind == SYMBOL_VARIABLE && (e->symbol->seg == SEG_STATE || e->symbol->seg == SEG_SCHED);
}

static bool
is_key(struct look *l, const struct expr *e)
{
	if (e->kind != EXPR_NAME)
		return false;
	uint64_t local = !e->symbol && e->slot >= 0 && e->slot < 64 ? 1ull << e->slot : 0;
	if (!l->key && !l->locals)
		l->locals = local;
	if (!e->symbol)
		return l->locals & local;
	return l->key && e->symbol->kind == SYMBOL_VARIABLE && e->symbol->seg == SEG_ARG && strcmp(e->text, l->key) == 0;
}

static void look_at(struct look *, const struct expr *);

/* In the body, those parameters hold the key for which it is given. */
static void
look_into(struct look *l, const struct expr *call)
{
	struct look inside = {.key = ""};
	for (size_t i = 0; i < call->n && i < 64; i++)
		inside.locals |= is_key(l, call->kid[i]) ? 1ull << i : 0;
	look_at(&inside, call->symbol->function->body);
	l->more = inside.more ? call : l->more;
}

static void
look_at(struct look *l, const struct expr *e)
{
	if (l->more)
		return;
	if (is_state(e)) {
		l->more = e;
		return;
	}
	if (e->kind == EXPR_INDEX && is_state(e->kid[0]) && is_key(l, e->kid[1]))
		return;
	if (e->kind == EXPR_BINARY && e->op == OP_IN && is_state(e->kid[1]) && is_key(l, e->kid[0]))
		return;
	for (size_t i = 0; i < e->n; i++)
		look_at(l, e->kid[i]);
	for (size_t i = 0; i < e->ngenerators; i++)
		look_at(l, e->generator[i].domain);
	if (e->kind == EXPR_CALL && e->op == OP_NONE && e->symbol && e->symbol->function)
		look_into(l, e);
}

/* {key -> value}, or {key} */
static bool
is_of_key(struct look *l, const struct expr *e)
{
	if (!(e->kind == EXPR_PAIRS && e->n == 2) && !(e->kind == EXPR_BRACES && e->n == 1))
		return false;
	for (size_t i = 1; i < e->n; i++)
		look_at(l, e->kid[i]);
	return is_key(l, e->kid[0]);
}

static void look_at_statement(struct look *, const struct stmt *);

static void
look_at_statements(struct look *l, const struct stmt *s)
{
	for (size_t i = 0; i < s->n; i++)
		if (s->kid[i])
			look_at_statement(l, s->kid[i]);
}

/* The part of the key is changed, also as in `values += {key -> v}` and `values := values - {key}`. */
static void
look_at_change(struct look *l, const struct stmt *s)
{
	const struct expr *to = s->target, *value = s->value;
	bool part = is_state(to) && s->op != OP_NONE && is_of_key(l, value);
	bool whole = is_state(to) && s->op == OP_NONE && value->kind == EXPR_BINARY && (value->op == OP_ADD || value->op == OP_SUB) && is_state(value->kid[0]) &&
		value->kid[0]->symbol == to->symbol && is_of_key(l, value->kid[1]);
	if (part || whole)
		return;
	look_at(l, to);
	look_at(l, value);
}

static void
look_at_statement(struct look *l, const struct stmt *s)
{
	switch (s->kind) {
	case STMT_ASSIGN:
		look_at_change(l, s);
		break;
	case STMT_IF:
		look_at(l, s->value);
		look_at_statements(l, s);
		break;
	case STMT_FOR:
		look_at(l, s->generator->domain);
		look_at_statements(l, s);
		break;
	case STMT_BLOCK:
		look_at_statements(l, s);
		break;
	}
}

static bool
is_alone(struct loader *l, const struct clause *c, const char *key)
{
	struct look look = {.key = key};
	if (c->expr)
		look_at(&look, c->expr);
	if (c->stmt)
		look_at_statement(&look, c->stmt);
	if (!look.more && !c->asks)
		return true;
	diag_error(l->diags, look.more ? look.more->span : c->span, look.more ? "%s reads more of the state than the part of one key" : "%s asks for other calls, which may be of other keys", c->name);
	diag_hint(l->diags, "under 'partition' each key is judged by itself, so that no clause may look further");
	return false;
}

static const struct type *
key_type(struct loader *l, const struct node *n, const struct operation *op)
{
	for (size_t i = 0; i < op->n; i++)
		if (strcmp(op->params[i].name, n->text) == 0)
			return op->params[i].type;
	node_error(l, n, "%s has no parameter '%s', so its calls belong to no key", op->name, n->text);
	return NULL;
}

static bool
check_operation(struct loader *l, const struct node *n, const struct operation *op, const struct type *type)
{
	const struct clause *clauses[] = {&op->cpre, &op->post, &op->result, &op->ensures, &op->reject, &op->must};
	const struct type *own = key_type(l, n, op);
	bool ok = own != NULL;
	if (own && (!type_within(own, type) || !type_within(type, own)))
		ok = node_error(l, n, "the parameter '%s' has another type in %s than in %s", n->text, op->name, l->spec->ops[0].name);
	for (size_t i = 0; i < sizeof clauses / sizeof *clauses; i++)
		ok = is_alone(l, clauses[i], n->text) && ok;
	return ok;
}

/* Nothing may depend on who else waits. */
static bool
check_scheduling(struct loader *l, const struct node *n)
{
	const struct spec *s = l->spec;
	for (size_t i = 0; i < s->nops; i++) {
		const struct rule *rules[] = {&s->ops[i].rule, &s->policy->rules[i]};
		for (size_t k = 0; k < 2; k++)
			if (rules[k]->waiting.code || rules[k]->enabled.code || rules[k]->post_waiting.code)
				return node_error(l, n, "the calls of %s are scheduled among those of other keys, so that no key can be judged by itself", s->ops[i].name);
	}
	return true;
}

bool
load_partition(struct loader *l, const struct node *n)
{
	struct spec *s = l->spec;
	if (!n)
		return true;
	if (!name_node(l, n, "the name of a parameter"))
		return false;
	s->partition = n->text;
	if (l->options->editor)
		return true; /* what it puts in need not be so */
	const struct type *type = key_type(l, n, &s->ops[0]);
	bool ok = type && check_scheduling(l, n);
	for (size_t i = 0; type && i < s->nops; i++)
		ok = check_operation(l, n, &s->ops[i], type) && ok;
	for (size_t i = 0; i < s->ninvariants; i++)
		ok = is_alone(l, &s->invariants[i], NULL) && ok;
	return ok;
}
