#include "spec/load.h"

#include <string.h>

enum { MOST_CLIENTS = 1000, OWN = SEG_BIT(SEG_LOCAL) | SEG_BIT(SEG_PARAM) | SEG_BIT(SEG_CLIENT) };

static struct check
client_check(struct loader *l, const struct scope *scope, const char *clause)
{
	struct check c = top_check(l, clause);
	c.scope = scope;
	c.readable = OWN;
	return c;
}

static bool
load_args(struct loader *l, struct scope *scope, const struct call_expr *call, struct alternative *a)
{
	const struct operation *op = a->operation;
	if (op->broken)
		return false;
	if (call->n != op->n) {
		diag_error(l->diags, call->span, "%s takes %zu argument%s, not %zu", op->name, op->n, op->n == 1 ? "" : "s", call->n);
		return false;
	}
	a->args = arena_array(l->arena, struct clause, op->n + 1);
	bool ok = true;
	for (size_t i = 0; i < op->n; i++) {
		struct check c = client_check(l, scope, arena_printf(l->arena, "argument %s of %s", op->params[i].name, op->name));
		c.picks = true;
		ok = make_clause(l, &c, call->arg[i], op->params[i].type, &a->args[i]) && ok;
	}
	return ok;
}

static bool
load_call(struct loader *l, const struct node *n, struct scope *scope, struct alternative *a)
{
	if (!n || !text_node(l, n, "a call"))
		return false;
	struct snippet in = node_snippet(n, l->src);
	struct call_expr *call = parse_call(l->arena, l->diags, &in);
	if (!call)
		return false;
	a->operation = spec_operation(l->spec, call->name);
	if (!a->operation)
		return unknown_operation(l, snippet_span(&in, 0, strlen(call->name)), call->name, NULL);
	return load_args(l, scope, call, a);
}

/* What the client sees when its call is back: its own variables, then what the call was made with, then what all see. */
static struct scope *
scope_after(struct loader *l, const struct scope *own, const struct operation *op)
{
	struct scope *after = arena_new(l->arena, struct scope), *named = arena_new(l->arena, struct scope);
	*named = *own;
	named->up = op && !op->broken ? arguments_scope(l, &l->spec->scope, op) : own->up;
	after->up = named;
	return after;
}

static bool
load_alternative(struct loader *l, const struct node *n, struct scope *scope, const char *client, struct alternative *a)
{
	*a = (struct alternative){.span = n->span, .share = 1};
	bool ok = check_keys(l, n, &section_alternative);
	ok = load_call(l, node_get(n, "call"), scope, a) && ok;
	struct check when = client_check(l, scope, arena_printf(l->arena, "when of %s", client));
	ok = load_plain_condition(l, &when, node_get(n, "when"), &a->when) && ok;
	struct scope *after = scope_after(l, scope, a->operation);
	if (!a->operation || a->operation->broken)
		add_broken(l, after, "result", a->span);
	else if (a->operation->returns)
		add_variable(l, after, "result", a->span, a->operation->returns, SEG_RESULT, 0);
	struct check then = client_check(l, after, arena_printf(l->arena, "then of %s", client));
	then.readable |= SEG_BIT(SEG_ARG) | SEG_BIT(SEG_RESULT);
	then.writable = SEG_BIT(SEG_CLIENT);
	then.picks = then.old = true;
	ok = load_statements(l, &then, node_get(n, "then"), &a->then) && ok;
	const struct node *share = node_get(n, "share");
	a->share_given = share != NULL;
	return (!share || node_number(l, share, 0, 1000000, &a->share)) && ok;
}

static bool
load_vars(struct loader *l, const struct node *n, struct scope *scope, struct client *client)
{
	client->vars.at = arena_new(l->arena, struct variable);
	client->vars.at[0] = (struct variable){.name = "id", .span = client->span, .type = type_range(l->arena, 0, client->count - 1)};
	client->vars.n = 1;
	add_variable(l, scope, "id", client->span, client->vars.at[0].type, SEG_CLIENT, 0);
	struct check c = client_check(l, scope, arena_printf(l->arena, "a variable of %s", client->name));
	c.picks = true;
	return load_variables(l, n, scope, SEG_CLIENT, &c, &client->vars);
}

static bool
load_client(struct loader *l, const struct entry *entry, struct client *client)
{
	const struct node *n = entry->value;
	*client = (struct client){.name = entry->key->text, .span = entry->key->span, .count = 1};
	const struct node *count = node_get(n, "count"), *calls = node_get(n, "calls");
	bool ok = check_keys(l, n, &section_client);
	if (count && !node_number(l, count, 1, MOST_CLIENTS, &client->count)) {
		client->count = MOST_CLIENTS;
		ok = false;
	}
	if (!calls)
		return false;
	if (calls->kind != NODE_LIST || calls->n == 0)
		return node_error(l, calls, "the calls of a client stand here as a list: '- call: ...'");
	struct scope *scope = arena_new(l->arena, struct scope);
	scope->up = &l->spec->scope;
	ok = load_vars(l, node_get(n, "vars"), scope, client) && ok;
	client->calls = arena_array(l->arena, struct alternative, calls->n);
	client->n = calls->n;
	for (size_t i = 0; i < calls->n; i++)
		ok = load_alternative(l, calls->items[i], scope, client->name, &client->calls[i]) && ok;
	return ok;
}

bool
load_clients(struct loader *l, const struct node *n)
{
	if (!n)
		return true;
	if (!named_entries(l, n, "clients"))
		return false;
	l->spec->clients = arena_array(l->arena, struct client, n->n + 1);
	l->spec->nclients = n->n;
	bool ok = true;
	for (size_t i = 0; i < n->n; i++)
		ok = load_client(l, &n->entries[i], &l->spec->clients[i]) && ok;
	return ok;
}
