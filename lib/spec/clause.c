#include "spec/load.h"

#include <string.h>

/* What the check found out becomes part of the clause. */
static void
record(struct clause *clause, const struct check *c, struct span span)
{
	clause->name = c->clause;
	clause->span = span;
	clause->reads = c->reads;
	clause->writes = c->writes;
	clause->asks = c->asks;
	clause->sequenced = c->sequenced;
}

void
edit_expr(struct loader *l, const struct edited *e, struct expr **at)
{
	if (l->editor && *at)
		l->editor->expr(l->editor, l->arena, e, at);
}

static void
edit_stmt(struct loader *l, const struct check *c, struct stmt **at)
{
	if (l->editor && *at)
		l->editor->stmt(l->editor, l->arena, &(struct edited){c->clause, false, false, c->scope}, at);
}

bool
make_clause(struct loader *l, struct check *c, struct expr *e, const struct type *wanted, struct clause *clause)
{
	if (!check_expr(c, e, wanted))
		return false;
	bool waits = c->reads & SEG_BIT(SEG_WAITED);
	if (waits && !check_waited(c, e))
		return false;
	l->spec->reads_waited = l->spec->reads_waited || waits;
	record(clause, c, e->span);
	clause->expr = e;
	clause->code = compile_expr(l->arena, l->spec->heap, e, wanted, c->locals);
	return true;
}

bool
hint_comma(struct loader *l, const struct node *list)
{
	if (!list->flow || list->n < 2 || l->diags->list.n == 0 || l->diags->list.at[l->diags->list.n - 1].hint)
		return false;
	diag_hint(l->diags, "between [ and ] a text with a comma in it needs quotes");
	return true;
}

/* A condition or a value, as it was read. */
struct written {
	struct expr *expr;
	const struct node *message; /* or NULL */
};

/* Is it a map of these keys, or meant to be one? In {a, b}, which is a set, no key has a value. */
static bool
has_message(const struct node *n)
{
	const char *keys[] = {"that", "message"};
	for (size_t i = 0; n->kind == NODE_MAP && i < n->n; i++) {
		const struct node *value = n->entries[i].value;
		if ((value->kind != NODE_SCALAR || value->length) && text_nearest(n->entries[i].key->text, keys, 2))
			return true;
	}
	return false;
}

static bool
read_written(struct loader *l, const struct node *n, struct written *w)
{
	bool message = has_message(n);
	if (message && !check_keys(l, n, &section_clause))
		return false;
	w->message = message ? node_get(n, "message") : NULL;
	w->expr = node_expr(l, message ? node_get(n, "that") : n);
	return w->expr != NULL;
}

/* A message reads what its clause reads, and asks for the calls that it asks for: the model keeps nothing for messages alone. */
static bool
load_message(struct loader *l, const struct check *clause, const struct node *n, struct template *t)
{
	struct check c = *clause;
	c.clause = arena_printf(l->arena, "the message of %s", clause->clause);
	c.asks = 0;
	c.sequenced = false;
	if (!load_template(l, &c, n, t))
		return false;
	if (!(c.asks & ~clause->asks) && c.sequenced <= clause->sequenced)
		return true;
	node_error(l, n, "%s asks for calls that the clause does not ask for%s", c.clause, c.asks & ~clause->asks ? "" : " in their order");
	diag_hint(l->diags, "a message can only tell of what its clause looks at");
	return false;
}

/* What each says to whoever breaks it. In a specification that is changed, the parts are no longer those that were written. */
static bool
load_messages(struct loader *l, const struct check *c, const struct written *at, size_t n, bool conditions, struct clause *clause)
{
	bool any = false, ok = true;
	for (size_t i = 0; i < n; i++)
		any = any || at[i].message;
	if (!any || l->editor)
		return true;
	struct clause_part *parts = arena_array(l->arena, struct clause_part, n);
	for (size_t i = 0; i < n; i++) {
		if (conditions)
			parts[i].code = compile_part(l->arena, l->spec->heap, at[i].expr, clause->code);
		if (at[i].message)
			ok = load_message(l, c, at[i].message, &parts[i].message) && ok;
	}
	clause->parts = parts;
	clause->nparts = n;
	return ok;
}

static struct expr *
conjunction(struct loader *l, struct expr *a, struct expr *b)
{
	struct expr *e = arena_new(l->arena, struct expr);
	*e = (struct expr){.kind = EXPR_BINARY, .op = OP_AND, .span = span_join(a->span, b->span), .slot = -1, .n = 2};
	e->kid = arena_array(l->arena, struct expr *, 2);
	e->kid[0] = a;
	e->kid[1] = b;
	return e;
}

bool
is_just_true(const struct expr *e)
{
	return e->kind == EXPR_LITERAL && e->type->kind == TYPE_BOOL && e->value;
}

bool
load_condition(struct loader *l, struct check *c, const struct node *n, struct clause *clause)
{
	if (!n)
		return true;
	bool list = n->kind == NODE_LIST && n->n > 0, ok = true;
	size_t count = list ? n->n : 1;
	if (count > MOST_CONDITIONS)
		return node_error(l, n, "there are more than %d conditions here", MOST_CONDITIONS);
	struct written *at = arena_array(l->arena, struct written, count);
	struct expr *all = NULL;
	for (size_t i = 0; i < count; i++) {
		bool read = read_written(l, list ? n->items[i] : n, &at[i]);
		ok = ok && read;
		if (!read && list && hint_comma(l, n))
			break;
		all = read && all ? conjunction(l, all, at[i].expr) : read ? at[i].expr : all;
	}
	bool message_alone = ok && count == 1 && at[0].message && is_just_true(all);
	if (ok && !message_alone)
		edit_expr(l, &(struct edited){c->clause, true, true, c->scope}, &all);
	return ok && make_clause(l, c, all, &type_bool, clause) && load_messages(l, c, at, count, true, clause);
}

/* Nobody can break it. */
static bool
takes_no_message(struct loader *l, const struct check *c, const struct node *n)
{
	if (!has_message(n))
		return true;
	node_error(l, n, "%s has no message, as nobody can break it", c->clause);
	diag_hint(l->diags, "write it alone, without the keys 'that' and 'message'");
	return false;
}

bool
load_plain_condition(struct loader *l, struct check *c, const struct node *n, struct clause *clause)
{
	bool ok = !n || takes_no_message(l, c, n);
	for (size_t i = 0; n && n->kind == NODE_LIST && i < n->n; i++)
		ok = takes_no_message(l, c, n->items[i]) && ok;
	return ok && load_condition(l, c, n, clause);
}

bool
load_expression(struct loader *l, struct check *c, const struct node *n, const struct type *wanted, struct clause *clause)
{
	struct written w = {0};
	if (!n)
		return true;
	if (!read_written(l, n, &w))
		return false;
	struct expr *e = w.expr;
	edit_expr(l, &(struct edited){c->clause, wanted && wanted->kind == TYPE_BOOL, false, c->scope}, &e);
	return make_clause(l, c, e, wanted, clause) && load_messages(l, c, &w, 1, false, clause);
}

static struct stmt *
one_statement(struct loader *l, const struct check *c, const struct node *n)
{
	if (!takes_no_message(l, c, n) || !text_node(l, n, "a statement"))
		return NULL;
	struct snippet in = node_snippet(n, l->src);
	return parse_stmt(l->arena, l->diags, &in);
}

bool
load_statements(struct loader *l, struct check *c, const struct node *n, struct clause *clause)
{
	if (!n)
		return true;
	bool list = n->kind == NODE_LIST;
	size_t count = list ? n->n : 1;
	struct stmt *block = arena_new(l->arena, struct stmt);
	*block = (struct stmt){.kind = STMT_BLOCK, .span = n->span, .kid = arena_array(l->arena, struct stmt *, count + 1)};
	bool ok = true;
	for (size_t i = 0; i < count; i++) {
		struct stmt *s = one_statement(l, c, list ? n->items[i] : n);
		if (list && !s && hint_comma(l, n))
			return false;
		edit_stmt(l, c, &s);
		if (s && check_stmt(c, s))
			block->kid[block->n++] = s;
		else
			ok = false;
	}
	record(clause, c, n->span);
	if (!ok)
		return false;
	clause->stmt = block;
	clause->blind = stmt_is_blind(block);
	clause->code = compile_stmt(l->arena, l->spec->heap, block, c->locals);
	return true;
}

/* --- templates: text with {expressions} in it --- */

typedef VEC(struct template_part) part_list;

enum { MOST_PARTS = 200 };

static void
literal_part(struct loader *l, part_list *parts, const char *s, size_t n)
{
	if (n)
		vec_push(l->arena, parts, (struct template_part){.text = arena_strndup(l->arena, s, n)});
}

static bool
value_part(struct loader *l, struct check *c, part_list *parts, const struct snippet *in)
{
	struct template_part part = {0};
	struct expr *e = parse_expr(l->arena, l->diags, in);
	c->locals = 0;
	c->innermost = NULL;
	if (!e || !make_clause(l, c, e, NULL, &part.expr))
		return false;
	part.type = e->type;
	if (parts->n >= MOST_PARTS)
		return diag_error(l->diags, e->span, "this text has too many parts");
	vec_push(l->arena, parts, part);
	return true;
}

bool
load_template(struct loader *l, struct check *c, const struct node *n, struct template *t)
{
	if (!text_node(l, n, "a text"))
		return false;
	struct snippet all = node_snippet(n, l->src);
	part_list parts = {0};
	size_t from = 0;
	for (size_t i = 0; i < n->length;) {
		if (n->text[i] != '{') {
			i++;
			continue;
		}
		literal_part(l, &parts, n->text + from, i - from);
		size_t end = i + 1, open = 1;
		for (; end < n->length && open; end++)
			open = n->text[end] == '{' ? open + 1 : n->text[end] == '}' ? open - 1 : open;
		struct snippet inner = {all.src, all.text + i + 1, end - i - 2, all.offsets + i + 1, 0};
		if (open) {
			diag_error(l->diags, snippet_span(&all, i, i + 1), "this { is not closed");
			return false;
		}
		if (!value_part(l, c, &parts, &inner))
			return false;
		from = i = end;
	}
	literal_part(l, &parts, n->text + from, n->length - from);
	*t = (struct template){parts.n, parts.at};
	return true;
}
