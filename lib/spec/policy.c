#include "spec/load.h"

#include <string.h>

/* --- predefined policies are written as policy files, and then loaded like one --- */

struct writer {
	struct loader *loader;
	struct text out;
	struct expr *priority;
	bool spoke;
};

static void
each_older(struct writer *w, const char *history)
{
	const struct spec *s = w->loader->spec;
	const char *separator = "";
	for (size_t i = 0; i < s->nops; i++) {
		if (!s->ops[i].cpre.code)
			continue;
		text_printf(&w->out, "%sempty(%s(%s))", separator, history, s->ops[i].name);
		separator = " and ";
	}
}

static void
write_fifo(struct writer *w, const struct operation *op)
{
	(void)op;
	each_older(w, "older");
}

static void
write_lifo(struct writer *w, const struct operation *op)
{
	(void)op;
	each_older(w, "younger");
}

static void
write_fifo_per_operation(struct writer *w, const struct operation *op)
{
	text_printf(&w->out, "empty(older(%s))", op->name);
}

static bool
has_param(const struct operation *op, const char *name)
{
	for (size_t i = 0; i < op->n; i++)
		if (strcmp(op->params[i].name, name) == 0)
			return true;
	return false;
}

/* Does the operation have every name of the expression that is not known elsewhere? */
static bool
covers(const struct writer *w, const struct operation *op, const struct expr *e)
{
	if (e->kind == EXPR_NAME && !has_param(op, e->text) && !scope_find(&w->loader->spec->scope, e->text))
		return false;
	for (size_t i = 0; i < e->n; i++)
		if (!covers(w, op, e->kid[i]))
			return false;
	return true;
}

static bool
print_other(struct text *out, const struct expr *name, void *op)
{
	if (!has_param(op, name->text))
		return false;
	text_printf(out, "other_%s", name->text);
	return true;
}

static void
write_priority(struct writer *w, const struct operation *op)
{
	const struct spec *s = w->loader->spec;
	const char *separator = "";
	for (size_t i = 0; i < s->nops && w->out.n < YAML_LARGEST; i++) {
		struct operation *other = &s->ops[i];
		if (!other->cpre.code || !covers(w, other, w->priority) || !covers(w, op, w->priority))
			continue;
		text_printf(&w->out, "%s(forall %s(", separator, other->name);
		for (size_t k = 0; k < other->n; k++)
			text_printf(&w->out, "%sother_%s", k ? ", " : "", other->params[k].name);
		text_printf(&w->out, ") in others(%s) . (", other->name);
		expr_print(&w->out, w->priority, &(struct substitution){.print = print_other, .arg = other});
		text_str(&w->out, ") <= (");
		expr_print(&w->out, w->priority, NULL);
		text_str(&w->out, "))");
		separator = " and ";
		w->spoke = true;
	}
	if (!*separator)
		text_str(&w->out, "true");
}

static const struct {
	const char *name;
	void (*write)(struct writer *, const struct operation *); /* the operation's `enabled` */
} predefined[] = {
	{"always", NULL}, {"fifo", write_fifo}, {"fifo-per-operation", write_fifo_per_operation}, {"lifo", write_lifo}, {"priority", write_priority},
};

enum { PREDEFINED = sizeof predefined / sizeof *predefined, PRIORITY = PREDEFINED - 1 };

static struct source *
write_policy(struct loader *l, size_t which, struct expr *priority)
{
	struct writer w = {.loader = l, .priority = priority};
	text_printf(&w.out, "policy: %s\noperations:\n", predefined[which].name);
	bool any = false;
	for (size_t i = 0; predefined[which].write && i < l->spec->nops && w.out.n < YAML_LARGEST; i++) {
		if (!l->spec->ops[i].cpre.code)
			continue;
		text_printf(&w.out, "  %s:\n    enabled: |-\n      ", l->spec->ops[i].name);
		predefined[which].write(&w, &l->spec->ops[i]);
		text_str(&w.out, "\n");
		any = true;
	}
	if (!any)
		text_str(&w.out, "  {}\n");
	size_t n = w.out.n;
	if (w.out.n >= YAML_LARGEST) {
		diag_error(l->diags, (struct span){0}, "the policy '%s' becomes too long for so many operations", predefined[which].name);
		text_free(&w.out);
		return NULL;
	}
	if (priority && !w.spoke) {
		diag_error(l->diags, priority->span, "no operation with a 'cpre' has the parameters that this priority reads");
		text_free(&w.out);
		return NULL;
	}
	return source_text(l->arena, arena_printf(l->arena, "policy %s", predefined[which].name), text_take(&w.out, l->arena), n);
}

/* --- policies in YAML --- */

static bool
load_rules(struct loader *l, const struct node *n, struct scope *scope, struct policy *p)
{
	bool ok = named_entries(l, n, "operations");
	for (size_t i = 0; ok && i < n->n; i++) {
		const struct operation *op = spec_operation(l->spec, n->entries[i].key->text);
		if (!op) {
			ok = unknown_operation(l, n->entries[i].key->span, n->entries[i].key->text, NULL);
			continue;
		}
		ok = check_keys(l, n->entries[i].value, &section_rule) && load_rule(l, n->entries[i].value, scope, op, SEG_POLICY, 1, &p->rules[op->index]) && ok;
	}
	return ok;
}

static bool
load_policy_node(struct loader *l, const struct node *n, const char *fallback)
{
	struct policy *p = arena_new(l->arena, struct policy);
	struct scope *scope = arena_new(l->arena, struct scope);
	scope->up = &l->spec->scope;
	p->rules = arena_array(l->arena, struct rule, l->spec->nops);
	p->name = fallback;
	p->span = n->span;
	if (node_get(n, "resource") && !node_get(n, "policy"))
		return node_error(l, node_get(n, "resource"), "this is a specification, not a policy");
	if (!check_keys(l, n, &section_policy))
		return false;
	const struct node *name = node_get(n, "policy");
	if (name && !name_node(l, name, "a name"))
		return false;
	if (name)
		p->name = name->text;
	struct check c = top_check(l, "the initial value");
	c.readable |= SEG_BIT(SEG_PARAM);
	bool ok = load_variables(l, node_get(n, "state"), scope, SEG_POLICY, &c, &p->state);
	ok = load_rules(l, node_get(n, "operations"), scope, p) && ok;
	l->spec->policy = p;
	return ok;
}

static bool
load_policy_source(struct loader *l, struct source *src, const char *fallback)
{
	const struct source *outer = l->src;
	struct node *n = src ? yaml_read(l->arena, l->diags, src, YAML_MOST_NODES) : NULL;
	l->src = src;
	bool ok = n && load_policy_node(l, n, fallback);
	l->src = outer;
	return ok;
}

static bool
is_file_name(const char *s)
{
	size_t n = strlen(s);
	return strchr(s, '/') || (n > 5 && strcmp(s + n - 5, ".yaml") == 0) || (n > 4 && strcmp(s + n - 4, ".yml") == 0);
}

/* A file that the spec names stands beside the spec. */
static const char *
beside(struct loader *l, const char *file)
{
	const char *slash = strrchr(l->path, '/');
	if (!slash || file[0] == '/')
		return file;
	return arena_printf(l->arena, "%.*s/%s", (int)(slash - l->path), l->path, file);
}

static bool
load_priority(struct loader *l, const struct snippet *in)
{
	struct expr *e = parse_expr(l->arena, l->diags, in);
	struct source *src = e ? write_policy(l, PRIORITY, e) : NULL;
	return src && load_policy_source(l, src, "priority");
}

static bool
load_predefined(struct loader *l, struct span span, const char *name)
{
	const char *names[PREDEFINED];
	for (size_t i = 0; i < PREDEFINED; i++) {
		names[i] = predefined[i].name;
		if (strcmp(name, names[i]) == 0 && i != PRIORITY)
			return load_policy_source(l, write_policy(l, i, NULL), name);
	}
	const char *near = text_nearest(name, names, PREDEFINED);
	diag_error(l->diags, span, "there is no policy '%s'", name);
	if (near && strcmp(near, "priority") != 0)
		diag_hint(l->diags, "did you mean '%s'?", near);
	else
		diag_hint(l->diags, "known are always, fifo, fifo-per-operation, lifo, 'priority: EXPR', and files that end in .yaml");
	return false;
}

/* --policy: a name, a file, or `priority: EXPR` */
static bool
load_option(struct loader *l, const char *option)
{
	struct source *src = source_text(l->arena, "--policy", option, strlen(option));
	const char *colon = strchr(option, ':');
	if (colon && colon - option == 8 && strncmp(option, "priority", 8) == 0) {
		size_t from = (size_t)(colon + 1 - option);
		struct snippet in = {src, option + from, src->length - from, NULL, (uint32_t)from};
		return load_priority(l, &in);
	}
	if (is_file_name(option))
		return load_policy_source(l, source_read(l->arena, l->diags, option, YAML_LARGEST), option);
	return load_predefined(l, span_whole(src), option);
}

bool
load_policy(struct loader *l, const struct node *n)
{
	if (l->options->policy)
		return load_option(l, l->options->policy);
	if (!n)
		return load_predefined(l, (struct span){0}, "always");
	const struct node *priority = node_get(n, "priority");
	if (priority && n->n == 1) {
		struct snippet in = node_snippet(priority, l->src);
		return text_node(l, priority, "an expression") && load_priority(l, &in);
	}
	if (n->kind == NODE_MAP)
		return load_policy_node(l, n, "inline");
	if (!name_node(l, n, "a policy"))
		return false;
	if (is_file_name(n->text)) {
		struct source *src = source_read(l->arena, l->diags, beside(l, n->text), YAML_LARGEST);
		if (!src)
			diag_hint(l->diags, "the key 'scheduling' names it; it is sought beside the specification");
		return load_policy_source(l, src, n->text);
	}
	return load_predefined(l, n->span, n->text);
}
