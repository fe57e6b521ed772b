/* The section `implementation`: prototypes in C, and a line for each operation. */
#include "spec/binding.h"
#include "spec/passing.h"

static void
load_create(struct loader *l, const struct node *n, bool broken, bool *ok)
{
	struct binding *b = &l->spec->implementation.create;
	struct binding_line line = {.loader = l, .node = n, .name = "create", .scope = &l->spec->scope, .broken = broken};
	b->span = n->span;
	b->given = read_binding(&line, NULL, b);
	if (b->given && b->target != TARGET_SELF) {
		b->given = diag_error(l->diags, b->span, "create makes an instance, which is called 'self'");
		diag_hint(l->diags, "write: create: self = %s(...)", b->function->name);
	}
	if (b->given && !is_handle(b->function->result))
		b->given = diag_error(l->diags, b->span, "%s returns '%s'; an instance is a pointer or an integer", b->function->name, ctype_string(l->arena, b->function->result));
	*ok = *ok && b->given;
}

static bool
has_call(const struct spec *s, const struct operation *op)
{
	for (size_t i = 0; i < s->nclients; i++)
		for (size_t k = 0; k < s->clients[i].n; k++)
			if (!s->clients[i].calls[k].operation || s->clients[i].calls[k].operation == op) /* NULL: nobody knows which it was to be */
				return true;
	return false;
}

/* An operation that clients call before destroy. */
static const struct operation *
load_step(struct loader *l, const struct node *n)
{
	if (!name_node(l, n, "an operation"))
		return NULL;
	const struct operation *op = spec_operation(l->spec, n->text);
	if (!op) {
		unknown_operation(l, n->span, n->text, NULL);
	} else if (!has_call(l->spec, op)) {
		node_error(l, n, "no client calls %s, so nobody can call it before destroy", op->name);
		diag_hint(l->diags, "add it to the calls of a client; with 'share: 0' it is called only then");
		op = NULL;
	}
	return op;
}

static bool
load_steps(struct loader *l, const struct node *n, struct ending *e)
{
	bool ok = true;
	if (!n)
		return true;
	if (n->kind != NODE_LIST || n->n == 0) {
		node_error(l, n, "operations stand here as a list");
		diag_hint(l->diags, "write: before: [close]");
		return false;
	}
	e->before = arena_array(l->arena, const struct operation *, n->n);
	for (size_t i = 0; i < n->n; i++) {
		const struct operation *op = load_step(l, n->items[i]);
		ok = ok && op;
		e->before[e->n++] = op;
	}
	return ok;
}

/* When it may be called, and what is called before it, if that is said. */
static bool
load_ending(struct loader *l, const struct node *n)
{
	struct ending *e = &l->spec->implementation.ending;
	struct check when = top_check(l, "when of destroy");
	when.readable |= SEG_BIT(SEG_STATE) | SEG_BIT(SEG_PARAM);
	bool ok = check_keys(l, n, &section_destroy);
	ok = load_plain_condition(l, &when, node_get(n, "when"), &e->when) && ok;
	return load_steps(l, node_get(n, "before"), e) && ok;
}

static bool
load_destroy(struct loader *l, const struct node *n, bool broken)
{
	struct implementation *im = &l->spec->implementation;
	bool map = n->kind == NODE_MAP;
	if (map && !load_ending(l, n))
		return false;
	n = map ? node_get(n, "call") : n;
	struct binding_line line = {.loader = l, .node = n, .name = "destroy", .scope = &l->spec->scope, .broken = broken};
	im->destroy.given = read_binding(&line, &im->create, &im->destroy);
	if (im->destroy.given && im->destroy.target != TARGET_NONE) {
		im->destroy.given = diag_error(l->diags, im->destroy.span, "what destroy returns goes nowhere");
		diag_hint(l->diags, "write the call alone: %s(self)", im->destroy.function->name);
	}
	return im->destroy.given;
}

static bool
load_call(struct loader *l, const struct node *n, const struct operation *op, bool broken)
{
	struct implementation *im = &l->spec->implementation;
	struct binding *b = &im->calls[op->index];
	struct binding_line line = {.loader = l, .node = n, .name = op->name, .op = op, .broken = broken};
	line.scope = operation_scope(l, &l->spec->scope, op, NULL, 0);
	b->given = read_binding(&line, &im->create, b) && check_binding_result(&line, b);
	return b->given;
}

static void
hint_line(struct loader *l, const struct operation *op)
{
	struct text t = {0};
	text_printf(&t, "add a line: %s: function(self", op->name);
	for (size_t i = 0; i < op->n; i++)
		text_printf(&t, ", %s", op->params[i].name);
	diag_hint(l->diags, "%s)", t.s);
	text_free(&t);
}

static bool
load_calls(struct loader *l, const struct node *n, bool broken)
{
	const struct spec *s = l->spec;
	bool ok = true;
	for (size_t i = 0; i < s->nops; i++) {
		const struct operation *op = &s->ops[i];
		if (is_section_key(&section_implementation, op->name)) {
			ok = diag_error(l->diags, op->span, "an operation that is called '%s' cannot be bound to a function", op->name);
			diag_hint(l->diags, "the key means something else under 'implementation'; give the operation another name");
			continue;
		}
		const struct node *line = node_get(n, op->name);
		if (line) {
			ok = load_call(l, line, op, broken) && ok;
			continue;
		}
		ok = node_error(l, n, "the operation '%s' is not bound to a function", op->name);
		hint_line(l, op);
	}
	return ok;
}

static bool
known_lines(struct loader *l, const struct node *n)
{
	bool ok = true;
	for (size_t i = 0; i < n->n; i++) {
		const struct entry *e = &n->entries[i];
		if (!is_section_key(&section_implementation, e->key->text) && !spec_operation(l->spec, e->key->text))
			ok = unknown_operation(l, e->key->span, e->key->text, &section_implementation);
	}
	return ok;
}

static bool
load_prototypes(struct loader *l, const struct node *n)
{
	if (!n || !text_node(l, n, "C"))
		return false;
	struct cdecl_input in = {l->src, n->text, n->length, n->offsets, 0};
	return cdecl_parse(l->arena, l->diags, &in, &l->spec->implementation.table);
}

bool
load_implementation(struct loader *l, const struct node *n)
{
	struct implementation *im = &l->spec->implementation;
	if (!n)
		return true;
	im->calls = arena_array(l->arena, struct binding, l->spec->nops);
	im->span = n->span;
	bool ok = check_keys(l, n, &section_implementation);
	if (n->kind != NODE_MAP)
		return false;
	bool broken = !load_prototypes(l, node_get(n, "prototypes"));
	ok = ok && !broken;
	const struct node *create = node_get(n, "create"), *destroy = node_get(n, "destroy"), *may_fail = node_get(n, "create_may_fail");
	if (create)
		load_create(l, create, broken, &ok);
	if (destroy)
		ok = load_destroy(l, destroy, broken) && ok;
	if (may_fail)
		ok = node_bool(l, may_fail, &im->null_allowed) && ok;
	ok = known_lines(l, n) && ok;
	ok = load_calls(l, n, broken) && ok;
	im->given = ok;
	return ok;
}
