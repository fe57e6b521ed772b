#include "spec/load.h"
#include "spec/passing.h"

#include <ctype.h>
#include <string.h>

/* --- the text of a line: [target =] function(argument, ...) --- */

struct line {
	struct loader *loader;
	const struct node *node;
	struct snippet in;
	const char *name; /* of the operation, or create or destroy */
	const struct operation *op; /* or NULL */
	const struct scope *scope;
	bool broken; /* the prototypes are: what lacks there may not be this line's fault */
};

static struct snippet
part(const struct snippet *in, size_t from, size_t to)
{
	return (struct snippet){in->src, in->text + from, to - from, in->offsets + from, 0};
}

static bool
blank(char c)
{
	return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static bool
word_char(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

static struct snippet
trimmed(struct snippet in)
{
	size_t from = 0, to = in.n;
	while (from < to && blank(in.text[from]))
		from++;
	while (to > from && blank(in.text[to - 1]))
		to--;
	return part(&in, from, to);
}

static size_t
word_length(const struct snippet *in, size_t at)
{
	size_t i = at;
	while (i < in->n && word_char(in->text[i]))
		i++;
	return i - at;
}

static bool
is_word(const struct snippet *in, size_t from, size_t n, const char *wanted)
{
	return strlen(wanted) == n && memcmp(in->text + from, wanted, n) == 0;
}

static bool
is_text(const struct snippet *in, const char *text)
{
	return is_word(in, 0, in->n, text);
}

static struct span
whole(const struct snippet *in)
{
	return snippet_span(in, 0, in->n);
}

/*
 * The place of the first `wanted` that no bracket encloses, or n. The brackets that enclose the start do not count: the
 * search ends, at n or at the bracket if it is wanted, where they close.
 */
static size_t
find_outside(const struct snippet *in, size_t from, char wanted)
{
	size_t open = 0;
	for (size_t i = from; i < in->n; i++) {
		char c = in->text[i];
		if (open == 0 && c == wanted)
			return i;
		if (c == '"' || c == '\'')
			for (i++; i < in->n && in->text[i] != c; i++)
				i += in->text[i] == '\\';
		else if (c == '(' || c == '[' || c == '{')
			open++;
		else if ((c == ')' || c == ']' || c == '}') && open-- == 0)
			break;
	}
	return in->n;
}

static bool
complain(struct line *line, struct span span, const char *message, const char *hint)
{
	diag_error(line->loader->diags, span, "%s", message);
	if (hint)
		diag_hint(line->loader->diags, "%s", hint);
	return false;
}

/* --- results and targets --- */

/* `result` or `result.FIELD` of the operation. */
static bool
read_place(struct line *line, struct snippet in, int *field, const struct type **type)
{
	struct loader *l = line->loader;
	size_t n = word_length(&in, 0);
	*field = -1;
	if (!is_word(&in, 0, n, "result"))
		return complain(line, whole(&in), "a value comes out into 'result' or into 'result.FIELD'", "write: out result.x");
	if (!line->op || !line->op->returns) {
		diag_error(l->diags, whole(&in), "%s returns nothing in the specification", line->name);
		diag_hint(l->diags, "add 'returns: TYPE' to %s, or leave this out", line->name);
		return false;
	}
	*type = line->op->returns;
	if (n == in.n)
		return true;
	struct snippet name = trimmed(part(&in, n + 1, in.n));
	if (in.text[n] != '.' || word_length(&name, 0) != name.n)
		return complain(line, whole(&in), "a value comes out into 'result' or into 'result.FIELD'", "write: out result.x");
	const char *text = arena_strndup(l->arena, name.text, name.n);
	*field = type_field(*type, text);
	if (*field >= 0) {
		*type = (*type)->fields[*field].type;
		return true;
	}
	diag_error(l->diags, whole(&name), "%s, which %s returns, has no field '%s'", type_text(l->arena, *type), line->name, text);
	if ((*type)->kind != TYPE_RECORD)
		diag_hint(l->diags, "it is no record; write: result");
	return false;
}

/* What stands before the `=`, if there is one. */
static bool
read_target(struct line *line, struct snippet in, struct binding *b)
{
	const struct type *type;
	if (is_text(&in, "self")) {
		b->target = TARGET_SELF;
		return !line->op ? true : complain(line, whole(&in), "only create makes an instance", "leave out 'self ='");
	}
	b->target = TARGET_RESULT;
	if (!line->op)
		return complain(line, whole(&in), "what is returned here can only become 'self'", "write: create: self = f(...)");
	if (!read_place(line, in, &b->field, &type))
		return false;
	if (ctype_is_void(b->function->result))
		return complain(line, whole(&in), arena_printf(line->loader->arena, "%s returns nothing in C: it is void", b->function->name), NULL);
	return line->broken || check_out_of_c(line->loader, b->span, type, b->function->result);
}

/* --- arguments --- */

static bool
is_reserved(const struct snippet *in, size_t from, size_t n)
{
	char name[32] = "";
	if (n < sizeof name)
		memcpy(name, in->text + from, n);
	return name_is_reserved(name);
}

/* Is a word that begins an argument its direction? `out` alone, or in `out + 1`, is a name. */
static bool
is_direction(const struct snippet *in, size_t n)
{
	if (is_word(in, 0, n, "in"))
		return true;
	if (!is_word(in, 0, n, "out") && !is_word(in, 0, n, "inout"))
		return false;
	struct snippet rest = trimmed(part(in, n, in->n));
	size_t next = word_length(&rest, 0);
	return next > 0 && !is_reserved(&rest, 0, next);
}

/* Where `length` starts, as in `data length 16`, or n: it follows a value. */
static size_t
find_length(const struct snippet *in)
{
	for (size_t i = find_outside(in, 0, 'l'); i < in->n; i = find_outside(in, i + 1, 'l')) {
		size_t before = i;
		if (i == 0 || word_char(in->text[i - 1]) || in->n - i < 6 || !is_word(in, i, 6, "length") || word_length(in, i) != 6)
			continue;
		while (before > 0 && blank(in->text[before - 1]))
			before--;
		size_t start = before;
		while (start > 0 && word_char(in->text[start - 1]))
			start--;
		bool operand = before > 0 && (start < before || strchr(")]}\"'", in->text[before - 1]));
		if (operand && !is_reserved(in, start, before - start))
			return i;
	}
	return in->n;
}

static bool
mentions_self(const struct expr *e)
{
	if (e->kind == EXPR_NAME && strcmp(e->text, "self") == 0)
		return true;
	for (size_t i = 0; i < e->n; i++)
		if (mentions_self(e->kid[i]))
			return true;
	return false;
}

static bool
read_value(struct line *line, struct snippet in, const struct type *wanted, struct clause *clause, const struct type **type)
{
	struct loader *l = line->loader;
	struct check c = top_check(l, arena_printf(l->arena, "the binding of %s", line->name));
	c.scope = line->scope;
	c.readable |= SEG_BIT(SEG_PARAM) | SEG_BIT(SEG_ARG);
	if (in.n == 0)
		return complain(line, whole(&in), "a value is missing here", NULL);
	struct expr *e = parse_expr(l->arena, l->diags, &in);
	if (!e)
		return false;
	if (mentions_self(e))
		return complain(line, e->span, "the instance is no value: 'self' stands alone as an argument", NULL);
	if (!make_clause(l, &c, e, wanted, clause))
		return false;
	*type = e->type;
	return true;
}

/* `int v[4]` says how many elements there are. */
static bool
length_from_array(struct line *line, const struct cparameter *p, struct binding_arg *arg)
{
	struct loader *l = line->loader;
	if (!p->was_array || p->array_length == 0)
		return false;
	struct check c = top_check(l, arena_printf(l->arena, "the length of %s", p->name ? p->name : "this argument"));
	struct expr *e = arena_new(l->arena, struct expr);
	*e = (struct expr){.kind = EXPR_LITERAL, .span = arg->span, .type = &type_int, .value = (word)p->array_length, .slot = -1};
	return make_clause(l, &c, e, &type_nat, &arg->length);
}

static bool
read_self(struct line *line, const struct binding *create, struct binding_arg *arg)
{
	struct loader *l = line->loader;
	arg->is_self = true;
	if (!line->op && !create)
		return complain(line, arg->span, "there is no instance yet where one is made", NULL);
	if (scope_find(line->scope, "self"))
		return complain(line, arg->span, "'self' is the instance here", "give the other 'self' another name");
	if (!create->given)
		return create->span.src ? true : complain(line, arg->span, "there is no instance: 'create' is missing", "write: create: self = f(...)");
	if (create->target != TARGET_SELF || same_handle(create->function->result, arg->ctype) || line->broken)
		return true;
	diag_error(l->diags, arg->span, "'self' is a '%s', this parameter is '%s'", ctype_string(l->arena, create->function->result), ctype_string(l->arena, arg->ctype));
	return false;
}

/* `result.x` of `out result.x`; what goes in follows a `=`: `inout result.x = n`. */
static bool
read_out(struct line *line, struct snippet in, struct binding_arg *arg, bool sized)
{
	struct loader *l = line->loader;
	size_t equals = find_outside(&in, 0, '=');
	const struct type *incoming;
	if (!read_place(line, trimmed(part(&in, 0, equals)), &arg->field, &arg->type))
		return false;
	if (!line->broken && !check_through_pointer(l, arg->span, arg->type, arg->ctype, sized, false))
		return false;
	if (arg->direction == DIRECTION_OUT)
		return equals == in.n ? true : complain(line, whole(&in), "what does go in, if this only comes out?", "write: inout result = EXPR");
	if (equals == in.n)
		return complain(line, whole(&in), "what goes in here?", "write: inout result = EXPR");
	if (!read_value(line, trimmed(part(&in, equals + 1, in.n)), arg->type, &arg->value, &incoming))
		return false;
	return line->broken || check_through_pointer(l, arg->span, incoming, arg->ctype, sized, true);
}

static bool
read_argument(struct line *line, struct snippet in, const struct cparameter *p, const struct binding *create, struct binding_arg *arg)
{
	struct loader *l = line->loader;
	const struct type *type;
	*arg = (struct binding_arg){.span = whole(&in), .field = -1, .ctype = p->type};
	const char *why = ctype_not_by_value(p->type);
	if (why) {
		diag_error(l->diags, arg->span, "this argument cannot be passed as '%s': it %s", ctype_string(l->arena, p->type), why);
		return false;
	}
	if (is_text(&in, "self"))
		return read_self(line, create, arg);
	size_t first = word_length(&in, 0);
	if (is_direction(&in, first)) {
		arg->direction = is_word(&in, 0, first, "in") ? DIRECTION_IN : is_word(&in, 0, first, "out") ? DIRECTION_OUT : DIRECTION_INOUT;
		in = trimmed(part(&in, first, in.n));
	}
	size_t length = find_length(&in);
	bool sized = length < in.n;
	if (sized && !read_value(line, trimmed(part(&in, length + 6, in.n)), &type_nat, &arg->length, &type))
		return false;
	in = trimmed(part(&in, 0, length));
	sized = length_from_array(line, p, arg) || sized;
	if (arg->direction != DIRECTION_IN)
		return read_out(line, in, arg, sized);
	if (!read_value(line, in, NULL, &arg->value, &arg->type))
		return false;
	if (!line->broken && !check_into_c(l, arg->span, arg->type, p->type, sized))
		return false;
	if (arg->length.code && arg->type->kind != TYPE_SEQ && !p->was_array)
		return complain(line, arg->span, "only a sequence has a length", NULL);
	return true;
}

/* How many arguments there are, and where they stand. */
static size_t
split(const struct snippet *in, struct snippet *parts, size_t most)
{
	size_t n = 0;
	if (trimmed(*in).n == 0)
		return 0;
	for (size_t from = 0; from <= in->n; n++) {
		size_t to = find_outside(in, from, ',');
		if (n < most)
			parts[n] = trimmed(part(in, from, to));
		from = to + 1;
	}
	return n;
}

static bool
read_arguments(struct line *line, struct snippet in, const struct binding *create, struct binding *b)
{
	struct loader *l = line->loader;
	const struct cfunction *f = b->function;
	struct snippet *parts = arena_array(l->arena, struct snippet, f->n_parameters + 1);
	size_t n = split(&in, parts, f->n_parameters);
	if (n != f->n_parameters) {
		struct text prototype = {0};
		cfunction_print(&prototype, f);
		diag_error(l->diags, b->span, "%s takes %zu argument%s, not %zu", f->name, f->n_parameters, f->n_parameters == 1 ? "" : "s", n);
		diag_hint(l->diags, "its prototype is: %s", prototype.s);
		text_free(&prototype);
		return false;
	}
	b->args = arena_array(l->arena, struct binding_arg, n + 1);
	b->n = n;
	bool ok = true;
	for (size_t i = 0; i < n; i++)
		ok = read_argument(line, parts[i], &f->parameters[i], create, &b->args[i]) && ok;
	return ok;
}

/* --- one line --- */

static const struct cfunction *
find_function(struct line *line, struct snippet in)
{
	struct loader *l = line->loader;
	const struct cdecl_table *table = &l->spec->implementation.table;
	const char *name = arena_strndup(l->arena, in.text, in.n);
	const struct cfunction *f = table->names ? cdecl_function(table, name) : NULL;
	if (f && f->variadic) {
		diag_error(l->diags, whole(&in), "%s takes a variable number of arguments, which cannot be called", name);
		diag_hint(l->diags, "write a function in C that takes these arguments and calls it");
		return NULL;
	}
	if (f || line->broken)
		return f;
	const char **names = arena_array(l->arena, const char *, table->functions.n + 1);
	for (size_t i = 0; i < table->functions.n; i++)
		names[i] = table->functions.at[i]->name;
	const char *near = text_nearest(name, names, table->functions.n);
	diag_error(l->diags, whole(&in), "the prototypes have no function '%s'", name);
	if (near)
		diag_hint(l->diags, "did you mean '%s'?", near);
	else
		diag_hint(l->diags, "add its declaration to 'prototypes'");
	return NULL;
}

static bool
returnable(struct line *line, const struct cfunction *f, struct span span)
{
	const char *why = ctype_is_void(f->result) ? NULL : ctype_not_by_value(f->result);
	if (why)
		diag_error(line->loader->diags, span, "%s cannot be called: what it returns, a '%s', %s", f->name, ctype_string(line->loader->arena, f->result), why);
	return !why;
}

static bool
read_line(struct line *line, const struct binding *create, struct binding *b)
{
	const char *shape = line->op || create ? "write: function(self, x)" : "write: self = function(x)";
	if (!text_node(line->loader, line->node, "a call of a C function"))
		return false;
	line->in = node_snippet(line->node, line->loader->src);
	const struct snippet *in = &line->in;
	size_t open = find_outside(in, 0, '('), equals = find_outside(in, 0, '=');
	bool assigns = equals < open;
	struct snippet target = trimmed(part(in, 0, assigns ? equals : 0));
	struct snippet name = trimmed(part(in, assigns ? equals + 1 : 0, open));
	b->span = whole(in);
	b->field = -1;
	if (name.n == 0 || word_length(&name, 0) != name.n || isdigit((unsigned char)name.text[0]))
		return complain(line, name.n ? whole(&name) : b->span, "the name of a C function is expected here", shape);
	if (open == in->n)
		return complain(line, whole(&name), "the arguments are missing", shape);
	size_t close = find_outside(in, open + 1, ')');
	if (close == in->n)
		return complain(line, snippet_span(in, open, open + 1), "this ( is not closed", "inside { } YAML ends a text at a comma: put it in quotes");
	struct snippet rest = trimmed(part(in, close + 1, in->n));
	if (rest.n)
		return complain(line, whole(&rest), "the line should end before this", shape);
	b->function = find_function(line, name);
	if (!b->function || !returnable(line, b->function, whole(&name)))
		return false;
	bool ok = !assigns || read_target(line, target, b);
	return read_arguments(line, part(in, open + 1, close), create, b) && ok;
}

/* --- where the result comes from --- */

static bool
cover(struct line *line, size_t *covered, int field, struct span span)
{
	const struct type *t = line->op->returns;
	bool twice = false;
	for (size_t i = 0; i < (t->kind == TYPE_RECORD ? t->n : 1); i++)
		if (field < 0 || field == (int)i)
			twice = covered[i]++ || twice;
	if (twice)
		diag_error(line->loader->diags, span, "two values come out into the same place of the result of %s", line->name);
	return !twice;
}

static bool
cover_all(struct line *line, struct binding *b)
{
	struct loader *l = line->loader;
	const struct type *t = line->op->returns;
	size_t *covered = arena_array(l->arena, size_t, t->n + 1);
	bool ok = b->target != TARGET_RESULT || cover(line, covered, b->field, b->span);
	for (size_t i = 0; i < b->n; i++)
		if (b->args[i].direction != DIRECTION_IN)
			ok = cover(line, covered, b->args[i].field, b->args[i].span) && ok;
	for (size_t i = 0; t->kind == TYPE_RECORD && i < t->n; i++) {
		if (covered[i])
			continue;
		ok = diag_error(l->diags, b->span, "nothing sets the field '%s' of the result of %s", t->fields[i].name, line->name);
		diag_hint(l->diags, "write: result.%s = %s(...), or an argument: out result.%s", t->fields[i].name, b->function->name, t->fields[i].name);
	}
	return ok;
}

static bool
check_result(struct line *line, struct binding *b)
{
	struct loader *l = line->loader;
	bool out = false;
	if (!line->op->returns)
		return true;
	for (size_t i = 0; i < b->n; i++)
		out = out || b->args[i].direction != DIRECTION_IN;
	if (b->target == TARGET_NONE && !out) {
		if (ctype_is_void(b->function->result)) {
			diag_error(l->diags, b->span, "%s returns %s, but the C function %s is void", line->name, type_text(l->arena, line->op->returns), b->function->name);
			diag_hint(l->diags, "a result may also come out of an argument: out result");
			return false;
		}
		b->target = TARGET_RESULT;
		if (!line->broken && !check_out_of_c(l, b->span, line->op->returns, b->function->result))
			return false;
	}
	return cover_all(line, b);
}

/* --- the section --- */

static void
load_create(struct loader *l, const struct node *n, bool broken, bool *ok)
{
	struct binding *b = &l->spec->implementation.create;
	struct line line = {.loader = l, .node = n, .name = "create", .scope = &l->spec->scope, .broken = broken};
	b->span = n->span;
	b->given = read_line(&line, NULL, b);
	if (b->given && b->target != TARGET_SELF) {
		b->given = diag_error(l->diags, b->span, "create makes an instance, which is called 'self'");
		diag_hint(l->diags, "write: create: self = %s(...)", b->function->name);
	}
	if (b->given && !is_handle(b->function->result))
		b->given = diag_error(l->diags, b->span, "%s returns '%s'; an instance is a pointer or an integer", b->function->name, ctype_string(l->arena, b->function->result));
	*ok = *ok && b->given;
}

static bool
load_destroy(struct loader *l, const struct node *n, bool broken)
{
	struct implementation *im = &l->spec->implementation;
	struct line line = {.loader = l, .node = n, .name = "destroy", .scope = &l->spec->scope, .broken = broken};
	im->destroy.given = read_line(&line, &im->create, &im->destroy);
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
	struct line line = {.loader = l, .node = n, .name = op->name, .op = op, .broken = broken};
	line.scope = operation_scope(l, &l->spec->scope, op, NULL, 0);
	b->given = read_line(&line, &im->create, b) && check_result(&line, b);
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
