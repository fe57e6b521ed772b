#include "spec/load.h"

#include <string.h>

/* The name that `value[0].old` begins with, or NULL: it is no part of a line. */
static const char *
root_of(const struct expr *e)
{
	while (e->kind == EXPR_INDEX || e->kind == EXPR_FIELD)
		e = e->kid[0];
	bool part = e->kind == EXPR_NAME && (strcmp(e->text, "value") == 0 || strcmp(e->text, "key") == 0);
	return part ? e->text : NULL;
}

static bool
load_step(struct loader *l, const struct expr *e, struct recorded_step *step)
{
	*step = (struct recorded_step){.field = e->kind == EXPR_FIELD ? e->text : NULL};
	if (step->field)
		return true;
	const struct expr *index = e->kid[1];
	step->index = index->kind == EXPR_LITERAL ? index->value : -1;
	if (index->kind == EXPR_LITERAL && index->type && index->type->kind == TYPE_INT)
		return true;
	diag_error(l->diags, index->span, "an element of a list is named by its number here");
	diag_hint(l->diags, "such as value[0], which is the first one");
	return false;
}

static bool
load_part(struct loader *l, const struct expr *e, struct recorded_value *v)
{
	bool ok = true;
	v->root = root_of(e);
	for (const struct expr *up = e; up->kind != EXPR_NAME; up = up->kid[0])
		v->n++;
	v->steps = arena_array(l->arena, struct recorded_step, v->n + 1);
	for (size_t i = v->n; i-- > 0; e = e->kid[0])
		ok = load_step(l, e, &v->steps[i]) && ok;
	return ok;
}

/* A constant, or where `parts` a part of a line. */
static bool
load_value(struct loader *l, struct expr *e, const struct type *t, const char *what, bool parts, struct recorded_value *v)
{
	*v = (struct recorded_value){.given = true, .span = e->span};
	if (parts && root_of(e))
		return load_part(l, e, v);
	struct check c = top_check(l, what);
	v->constant = true;
	return constant_value(&c, e, t, &v->value);
}

static bool
load_args(struct loader *l, const struct call_expr *call, struct recorded *r)
{
	const struct operation *op = r->operation;
	if (call->n != op->n)
		return diag_error(l->diags, call->span, "%s takes %zu argument%s, not %zu", op->name, op->n, op->n == 1 ? "" : "s", call->n);
	bool ok = true;
	r->args = arena_array(l->arena, struct recorded_value, op->n + 1);
	for (size_t i = 0; i < op->n; i++)
		ok = load_value(l, call->arg[i], op->params[i].type, arena_printf(l->arena, "argument %s of %s", op->params[i].name, op->name), true, &r->args[i]) && ok;
	return ok;
}

static bool
load_call(struct loader *l, const struct node *n, struct recorded *r)
{
	if (!n || !text_node(l, n, "a call"))
		return false;
	struct snippet in = node_snippet(n, l->src);
	struct call_expr *call = parse_call(l->arena, l->diags, &in);
	if (!call)
		return false;
	r->operation = spec_operation(l->spec, call->name);
	if (!r->operation)
		return unknown_operation(l, snippet_span(&in, 0, strlen(call->name)), call->name, NULL);
	return !r->operation->broken && load_args(l, call, r);
}

static bool
load_result(struct loader *l, const struct node *map, const char *key, bool parts, const struct operation *op, struct recorded_value *v)
{
	const struct node *n = node_get(map, key);
	if (!n)
		return true;
	if (!op->returns)
		return node_error(l, n, "%s returns nothing, so there is no '%s'", op->name, key);
	struct expr *e = node_expr(l, n);
	return e && load_value(l, e, op->returns, arena_printf(l->arena, "'%s' of %s", key, op->name), parts, v);
}

static bool
load_function(struct loader *l, const struct entry *entry, struct recorded *r)
{
	const struct node *n = entry->value;
	*r = (struct recorded){.name = entry->key->text, .span = entry->key->span};
	bool ok = check_keys(l, n, &section_recorded);
	ok = load_call(l, node_get(n, "call"), r) && ok;
	const struct operation *op = r->operation;
	if (!op || op->broken)
		return false;
	ok = load_result(l, n, "returns", true, op, &r->returns) && ok;
	ok = load_result(l, n, "fail_returns", true, op, &r->fail_returns) && ok;
	ok = load_result(l, n, "nil", false, op, &r->nil) && ok;
	if (!op->returns || node_get(n, "returns"))
		return ok;
	node_error(l, entry->key, "%s returns a value, and nothing says where it is recorded", op->name);
	diag_hint(l->diags, "add 'returns: value'");
	return false;
}

bool
load_recorded(struct loader *l, const struct node *n)
{
	if (!n)
		return true;
	if (n->kind != NODE_MAP)
		return node_error(l, n, "recorded functions stand here as a map: name, colon, keys");
	bool ok = true;
	l->spec->recorded = arena_array(l->arena, struct recorded, n->n + 1);
	for (size_t i = 0; i < n->n; i++)
		ok = load_function(l, &n->entries[i], &l->spec->recorded[l->spec->nrecorded++]) && ok;
	return ok;
}
