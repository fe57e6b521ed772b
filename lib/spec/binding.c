#include "spec/binding.h"

#include "spec/passing.h"
#include "spec/piece.h"

#include <ctype.h>
#include <string.h>

static bool
complain(struct binding_line *line, struct span span, const char *message, const char *hint)
{
	diag_error(line->loader->diags, span, "%s", message);
	if (hint)
		diag_hint(line->loader->diags, "%s", hint);
	return false;
}

/* `result` or `result.FIELD` of the operation. */
static bool
read_place(struct binding_line *line, struct snippet in, int *field, const struct type **type)
{
	struct loader *l = line->loader;
	size_t n = piece_word(&in, 0);
	*field = -1;
	if (!piece_has(&in, 0, n, "result"))
		return complain(line, piece_span(&in), "a value comes out into 'result' or into 'result.FIELD'", "write: out result.x");
	if (line->op && line->op->broken && !line->op->returns)
		return false;
	if (!line->op || !line->op->returns) {
		diag_error(l->diags, piece_span(&in), "%s returns nothing in the specification", line->name);
		diag_hint(l->diags, "add 'returns: TYPE' to %s, or leave this out", line->name);
		return false;
	}
	*type = line->op->returns;
	if (n == in.n)
		return true;
	struct snippet name = piece_trimmed(piece_of(&in, n + 1, in.n));
	if (in.text[n] != '.' || piece_word(&name, 0) != name.n)
		return complain(line, piece_span(&in), "a value comes out into 'result' or into 'result.FIELD'", "write: out result.x");
	const char *text = arena_strndup(l->arena, name.text, name.n);
	*field = type_field(*type, text);
	if (*field >= 0) {
		*type = (*type)->fields[*field].type;
		return true;
	}
	diag_error(l->diags, piece_span(&name), "%s, which %s returns, has no field '%s'", type_text(l->arena, *type), line->name, text);
	if ((*type)->kind != TYPE_RECORD)
		diag_hint(l->diags, "it is no record; write: result");
	return false;
}

/* What stands before the `=`, if there is one. */
static bool
read_target(struct binding_line *line, struct snippet in, struct binding *b)
{
	const struct type *type;
	if (piece_is(&in, "self")) {
		b->target = TARGET_SELF;
		return !line->op ? true : complain(line, piece_span(&in), "only create makes an instance", "leave out 'self ='");
	}
	b->target = TARGET_RESULT;
	if (!line->op)
		return complain(line, piece_span(&in), "what is returned here can only become 'self'", "write: create: self = f(...)");
	if (!read_place(line, in, &b->field, &type))
		return false;
	if (ctype_is_void(b->function->result))
		return complain(line, piece_span(&in), arena_printf(line->loader->arena, "%s returns nothing in C: it is void", b->function->name), NULL);
	return line->broken || check_out_of_c(line->loader, b->span, type, b->function->result);
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
read_value(struct binding_line *line, struct snippet in, const struct type *wanted, struct clause *clause, const struct type **type)
{
	struct loader *l = line->loader;
	struct check c = top_check(l, arena_printf(l->arena, "the binding of %s", line->name));
	c.scope = line->scope;
	c.readable |= SEG_BIT(SEG_PARAM) | SEG_BIT(SEG_ARG);
	if (in.n == 0)
		return complain(line, piece_span(&in), "a value is missing here", NULL);
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
length_from_array(struct binding_line *line, const struct cparameter *p, struct binding_arg *arg)
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
read_self(struct binding_line *line, const struct binding *create, struct binding_arg *arg)
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
read_out(struct binding_line *line, struct snippet in, struct binding_arg *arg, bool sized)
{
	struct loader *l = line->loader;
	size_t equals = piece_find(&in, 0, '=');
	const struct type *incoming;
	if (!read_place(line, piece_trimmed(piece_of(&in, 0, equals)), &arg->field, &arg->type))
		return false;
	if (!line->broken && !check_through_pointer(l, arg->span, arg->type, arg->ctype, sized, false))
		return false;
	if (arg->direction == DIRECTION_OUT)
		return equals == in.n ? true : complain(line, piece_span(&in), "what does go in, if this only comes out?", "write: inout result = EXPR");
	if (equals == in.n)
		return complain(line, piece_span(&in), "what goes in here?", "write: inout result = EXPR");
	if (!read_value(line, piece_trimmed(piece_of(&in, equals + 1, in.n)), arg->type, &arg->value, &incoming))
		return false;
	return line->broken || check_through_pointer(l, arg->span, incoming, arg->ctype, sized, true);
}

/* `result.x` or, as in C, `&x` */
static bool
lacks_out(const struct binding_line *line, const struct snippet *in)
{
	if (!line->op || !line->op->returns || in->n == 0)
		return false;
	return in->text[0] == '&' || piece_has(in, 0, piece_word(in, 0), "result");
}

static bool
read_argument(struct binding_line *line, struct snippet in, const struct cparameter *p, const struct binding *create, struct binding_arg *arg)
{
	struct loader *l = line->loader;
	const struct type *type;
	*arg = (struct binding_arg){.span = piece_span(&in), .field = -1, .ctype = p->type};
	const char *why = ctype_not_by_value(p->type);
	if (why) {
		diag_error(l->diags, arg->span, "this argument cannot be passed as '%s': it %s", ctype_string(l->arena, p->type), why);
		return false;
	}
	if (piece_is(&in, "self"))
		return read_self(line, create, arg);
	size_t first = piece_word(&in, 0);
	if (piece_directs(&in, first)) {
		arg->direction = piece_has(&in, 0, first, "in") ? DIRECTION_IN : piece_has(&in, 0, first, "out") ? DIRECTION_OUT : DIRECTION_INOUT;
		in = piece_trimmed(piece_of(&in, first, in.n));
	}
	size_t length = piece_length(&in);
	bool sized = length < in.n;
	if (sized && !read_value(line, piece_trimmed(piece_of(&in, length + 6, in.n)), &type_nat, &arg->length, &type))
		return false;
	in = piece_trimmed(piece_of(&in, 0, length));
	sized = length_from_array(line, p, arg) || sized;
	if (arg->direction != DIRECTION_IN)
		return read_out(line, in, arg, sized);
	if (lacks_out(line, &in))
		return complain(line, arg->span, "what comes out of an argument stands behind 'out'", "write: out result, or out result.FIELD");
	if (!read_value(line, in, NULL, &arg->value, &arg->type))
		return false;
	if (!line->broken && !check_into_c(l, arg->span, arg->type, p->type, sized))
		return false;
	if (arg->length.code && arg->type->kind != TYPE_SEQ && !p->was_array)
		return complain(line, arg->span, "only a sequence has a length", NULL);
	return true;
}

static bool
read_arguments(struct binding_line *line, struct snippet in, const struct binding *create, struct binding *b)
{
	struct loader *l = line->loader;
	const struct cfunction *f = b->function;
	struct snippet *parts = arena_array(l->arena, struct snippet, f->n_parameters + 1);
	size_t n = piece_split(&in, parts, f->n_parameters);
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

static const struct cfunction *
find_function(struct binding_line *line, struct snippet in)
{
	struct loader *l = line->loader;
	const struct cdecl_table *table = &l->spec->implementation.table;
	const char *name = arena_strndup(l->arena, in.text, in.n);
	const struct cfunction *f = table->names ? cdecl_function(table, name) : NULL;
	if (f && f->variadic) {
		diag_error(l->diags, piece_span(&in), "%s takes a variable number of arguments, which cannot be called", name);
		diag_hint(l->diags, "write a function in C that takes these arguments and calls it");
		return NULL;
	}
	if (f || line->broken)
		return f;
	const char **names = arena_array(l->arena, const char *, table->functions.n + 1);
	for (size_t i = 0; i < table->functions.n; i++)
		names[i] = table->functions.at[i]->name;
	const char *near = text_nearest(name, names, table->functions.n);
	diag_error(l->diags, piece_span(&in), "the prototypes have no function '%s'", name);
	if (near)
		diag_hint(l->diags, "did you mean '%s'?", near);
	else
		diag_hint(l->diags, "add its declaration to 'prototypes'; what an #include names is not read");
	return NULL;
}

static bool
returnable(struct binding_line *line, const struct cfunction *f, struct span span)
{
	const char *why = ctype_is_void(f->result) ? NULL : ctype_not_by_value(f->result);
	if (why)
		diag_error(line->loader->diags, span, "%s cannot be called: what it returns, a '%s', %s", f->name, ctype_string(line->loader->arena, f->result), why);
	return !why;
}

bool
read_binding(struct binding_line *line, const struct binding *create, struct binding *b)
{
	const char *shape = line->op || create ? "write: function(self, x)" : "write: self = function(x)";
	if (!text_node(line->loader, line->node, "a call of a C function"))
		return false;
	line->in = node_snippet(line->node, line->loader->src);
	const struct snippet *in = &line->in;
	size_t open = piece_find(in, 0, '('), equals = piece_find(in, 0, '=');
	bool assigns = equals < open;
	struct snippet target = piece_trimmed(piece_of(in, 0, assigns ? equals : 0));
	struct snippet name = piece_trimmed(piece_of(in, assigns ? equals + 1 : 0, open));
	b->span = piece_span(in);
	b->field = -1;
	if (name.n == 0 || piece_word(&name, 0) != name.n || isdigit((unsigned char)name.text[0]))
		return complain(line, name.n ? piece_span(&name) : b->span, "the name of a C function is expected here", shape);
	if (open == in->n)
		return complain(line, piece_span(&name), "the arguments are missing", shape);
	size_t close = piece_find(in, open + 1, ')');
	if (close == in->n)
		return complain(line, snippet_span(in, open, open + 1), "this ( is not closed", "inside { } YAML ends a text at a comma: put it in quotes");
	struct snippet rest = piece_trimmed(piece_of(in, close + 1, in->n));
	if (rest.n)
		return complain(line, piece_span(&rest), "the line should end before this", shape);
	b->function = find_function(line, name);
	if (!b->function || !returnable(line, b->function, piece_span(&name)))
		return false;
	bool ok = !assigns || read_target(line, target, b);
	return read_arguments(line, piece_of(in, open + 1, close), create, b) && ok;
}

static bool
cover(struct binding_line *line, size_t *covered, int field, struct span span)
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
cover_all(struct binding_line *line, struct binding *b)
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

bool
check_binding_result(struct binding_line *line, struct binding *b)
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
