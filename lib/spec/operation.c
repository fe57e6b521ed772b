#include "spec/load.h"

#include <string.h>

enum { MOST_OPERATIONS = 100, STATES = SEG_BIT(SEG_STATE) | SEG_BIT(SEG_SCHED), CALL = SEG_BIT(SEG_LOCAL) | SEG_BIT(SEG_PARAM) | SEG_BIT(SEG_ARG) };

bool
unknown_operation(struct loader *l, struct span span, const char *name, const struct section *also)
{
	const struct spec *s = l->spec;
	size_t n = 0, nkeys = also ? also->n : 0;
	const char **names = arena_array(l->arena, const char *, s->nops + nkeys + 1);
	for (size_t i = 0; i < s->nops; i++)
		names[n++] = s->ops[i].name;
	for (size_t i = 0; i < nkeys; i++)
		names[n++] = also->keys[i].name;
	const char *near = text_nearest(name, names, n);
	diag_error(l->diags, span, "%s has no operation '%s'", s->resource, name);
	if (near)
		diag_hint(l->diags, "did you mean '%s'?", near);
	return false;
}

static bool
declare_operation(struct loader *l, const struct entry *entry, struct operation *op)
{
	*op = (struct operation){.name = entry->key->text, .span = entry->key->span, .index = (int)(op - l->spec->ops)};
	bool ok = check_keys(l, entry->value, &section_operation);
	struct params params = {0};
	ok = load_params(l, node_get(entry->value, "params"), &params) && ok;
	op->params = params.at;
	op->param_spans = params.spans;
	op->n = params.n;
	const struct node *returns = node_get(entry->value, "returns");
	op->returns = returns ? load_type(l, returns) : NULL;
	ok = ok && (!returns || op->returns);
	op->broken = !ok;
	struct symbol *s = arena_new(l->arena, struct symbol);
	*s = (struct symbol){
		.kind = ok ? SYMBOL_OPERATION : SYMBOL_BROKEN, .name = op->name, .span = op->span, .index = op->index, .n = op->n, .params = op->params,
	};
	return scope_add(l->arena, l->diags, &l->spec->scope, s) && ok;
}

bool
declare_operations(struct loader *l, const struct node *n)
{
	if (!n || !named_entries(l, n, "operations"))
		return false;
	if (n->n == 0 || n->n > MOST_OPERATIONS)
		return node_error(l, n, n->n ? "there are more than %d operations" : "a resource needs at least one operation", MOST_OPERATIONS);
	l->spec->ops = arena_array(l->arena, struct operation, n->n);
	l->spec->nops = n->n;
	bool ok = true;
	for (size_t i = 0; i < n->n; i++)
		ok = declare_operation(l, &n->entries[i], &l->spec->ops[i]) && ok;
	return ok;
}

struct scope *
arguments_scope(struct loader *l, struct scope *up, const struct operation *op)
{
	struct scope *scope = arena_new(l->arena, struct scope);
	scope->up = up;
	for (size_t i = 0; i < op->n; i++) {
		if (op->params[i].type)
			add_variable(l, scope, op->params[i].name, op->param_spans[i], op->params[i].type, SEG_ARG, (int)i);
		else
			add_broken(l, scope, op->params[i].name, op->param_spans[i]);
	}
	return scope;
}

struct scope *
operation_scope(struct loader *l, struct scope *up, const struct operation *op, const struct type *info, int info_index)
{
	struct scope *scope = arguments_scope(l, up, op);
	if (op->broken && !op->returns)
		add_broken(l, scope, "result", op->span);
	if (op->returns)
		add_variable(l, scope, "result", op->span, op->returns, SEG_RESULT, 0);
	if (info)
		add_variable(l, scope, "info", op->span, info, SEG_INFO, info_index);
	if (!scope_find(scope, "waited"))
		add_variable(l, scope, "waited", op->span, &type_nat, SEG_WAITED, WAITED_HELPS);
	return scope;
}

static struct check
operation_check(struct loader *l, const struct scope *scope, const struct operation *op, const char *clause, unsigned readable, unsigned writable)
{
	struct check c = top_check(l, arena_printf(l->arena, "%s of %s", clause, op->name));
	c.scope = scope;
	c.readable = readable;
	c.writable = writable;
	c.old = writable != 0;
	return c;
}

/* An operation's own rule, or a policy's: they differ in whose state and info they own. */
bool
load_rule(struct loader *l, const struct node *n, struct scope *up, const struct operation *op, enum seg own, int info_index, struct rule *rule)
{
	const struct node *info = node_get(n, "info");
	if (info && !node_get(n, "waiting"))
		return node_error(l, info, "nothing sets this: only 'waiting' can, and there is none");
	unsigned readable = CALL | STATES | SEG_BIT(SEG_INFO) | SEG_BIT(own);
	rule->info = info ? load_type(l, info) : NULL;
	if (info && !rule->info)
		return false;
	if (info && !value_initial(l->spec->heap, rule->info, &rule->info_initial))
		return node_error(l, info, "this type has no value that 'info' could start with");
	struct scope *scope = operation_scope(l, up, op, rule->info, info_index);
	struct check waiting = operation_check(l, scope, op, "waiting", readable, SEG_BIT(own) | SEG_BIT(SEG_INFO));
	waiting.histories = HISTORY_BIT(OP_WAITING);
	struct check enabled = operation_check(l, scope, op, "enabled", readable | SEG_BIT(SEG_WAITED), 0);
	enabled.histories = ALL_HISTORIES;
	struct check post = operation_check(l, scope, op, "post_waiting", readable, SEG_BIT(own));
	post.histories = ALL_HISTORIES;
	bool ok = load_statements(l, &waiting, node_get(n, "waiting"), &rule->waiting);
	ok = load_condition(l, &enabled, node_get(n, "enabled"), &rule->enabled) && ok;
	return load_statements(l, &post, node_get(n, "post_waiting"), &rule->post_waiting) && ok;
}

static bool
load_cases(struct loader *l, const struct node *n, const struct scope *scope, struct operation *op)
{
	if (!n)
		return true;
	if (n->kind != NODE_MAP)
		return node_error(l, n, "cases stand here as a map: name, colon, condition");
	op->cases = arena_array(l->arena, struct named_clause, n->n + 1);
	bool ok = true;
	for (size_t i = 0; i < n->n; i++) {
		struct named_clause *named = &op->cases[op->ncases];
		named->name = n->entries[i].key->text;
		struct check c = operation_check(l, scope, op, arena_printf(l->arena, "case %s", named->name), CALL | STATES, 0);
		c.histories = HISTORY_BIT(OP_WAITING);
		bool loaded = load_plain_condition(l, &c, n->entries[i].value, &named->clause);
		op->ncases += loaded;
		ok = ok && loaded;
	}
	return ok;
}

static bool
check_results(struct loader *l, const struct node *n, const struct operation *op)
{
	const char *const keys[] = {"result", "ensures", "reject"};
	bool ok = true;
	for (size_t i = 0; i < 3; i++) {
		if (!node_get(n, keys[i]) || op->returns || op->broken)
			continue;
		ok = node_error(l, node_get(n, keys[i]), "%s returns nothing that '%s' could speak of", op->name, keys[i]);
		diag_hint(l->diags, "add 'returns: TYPE' to %s", op->name);
	}
	if (node_get(n, "reject") && !node_get(n, "pre"))
		ok = node_error(l, node_get(n, "reject"), "no call of %s is ever refused: it has no 'pre'", op->name);
	if (op->returns && ok && !node_get(n, "result") && !node_get(n, "ensures")) {
		diag_warning(l->diags, op->span, "whatever %s returns will pass: it has neither 'result' nor 'ensures'", op->name);
	}
	return ok;
}

static bool
load_operation(struct loader *l, const struct node *n, struct operation *op)
{
	unsigned result = SEG_BIT(SEG_RESULT), waited = SEG_BIT(SEG_WAITED);
	struct scope *scope = operation_scope(l, &l->spec->scope, op, NULL, 0);
	bool ok = check_results(l, n, op);
	if (!ok && !op->returns && !op->broken)
		add_broken(l, scope, "result", op->span);
	struct check pre = operation_check(l, scope, op, "pre", CALL, 0);
	ok = load_condition(l, &pre, node_get(n, "pre"), &op->pre) && ok;
	struct check cpre = operation_check(l, scope, op, "cpre", CALL | STATES | waited, 0);
	ok = load_condition(l, &cpre, node_get(n, "cpre"), &op->cpre) && ok;
	struct check post = operation_check(l, scope, op, "post", CALL | STATES | result, SEG_BIT(SEG_STATE));
	ok = load_statements(l, &post, node_get(n, "post"), &op->post) && ok;
	struct check value = operation_check(l, scope, op, "result", CALL | STATES, 0);
	ok = (!op->returns || load_expression(l, &value, node_get(n, "result"), op->returns, &op->result)) && ok;
	struct check ensures = operation_check(l, scope, op, "ensures", CALL | STATES | result | waited, 0);
	ensures.histories = HISTORY_BIT(OP_OTHERS);
	ok = load_condition(l, &ensures, node_get(n, "ensures"), &op->ensures) && ok;
	if (op->ensures.sequenced) {
		ok = diag_error(l->diags, op->ensures.span, "in which order others came is not known here: %s may only ask how many there are, or which", op->ensures.name);
		diag_hint(l->diags, "write: empty(others()), or: exists put(v) in others(put) . v > 0");
	}
	struct check reject = operation_check(l, scope, op, "reject", CALL | STATES | result, 0);
	ok = load_condition(l, &reject, node_get(n, "reject"), &op->reject) && ok;
	ok = load_rule(l, n, &l->spec->scope, op, SEG_SCHED, 0, &op->rule) && ok;
	struct check must = operation_check(l, operation_scope(l, &l->spec->scope, op, op->rule.info, 0), op, "must", CALL | STATES | SEG_BIT(SEG_INFO) | waited, 0);
	must.histories = ALL_HISTORIES;
	ok = load_condition(l, &must, node_get(n, "must"), &op->must) && ok;
	if (op->must.code && is_just_true(op->must.expr))
		op->must.code = NULL; /* the call has no choice */
	struct spec_editor *editor = l->editor;
	l->editor = NULL; /* cases are only counted */
	ok = load_cases(l, node_get(n, "cases"), scope, op) && ok;
	l->editor = editor;
	return ok;
}

bool
load_operations(struct loader *l, const struct node *n)
{
	bool ok = true;
	for (size_t i = 0; i < n->n; i++)
		ok = load_operation(l, n->entries[i].value, &l->spec->ops[i]) && ok;
	return ok;
}
