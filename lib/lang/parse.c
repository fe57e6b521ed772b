#include "lang/parser.h"

#include <ctype.h>
#include <string.h>

void
parser_next(struct parser *p)
{
	p->before_now = p->lexer;
	p->now = lex_next(&p->lexer);
	if (p->now.kind == TOKEN_BAD)
		p->failed = true;
}

struct span
parser_span(const struct parser *p, size_t from, size_t to)
{
	return snippet_span(p->lexer.in, from, to);
}

void
parser_fail(struct parser *p, struct token t, const char *message, const char *hint)
{
	if (p->failed)
		return;
	p->failed = true;
	diag_error(p->lexer.diags, parser_span(p, t.from, t.to), "%s", message);
	if (hint)
		diag_hint(p->lexer.diags, "%s", hint);
}

static const char *
token_text(struct parser *p, struct token t)
{
	if (t.kind == TOKEN_END)
		return "the end";
	return arena_printf(p->arena, "'%.*s'", (int)(t.to - t.from > 40 ? 40 : t.to - t.from), p->lexer.in->text + t.from);
}

static const char *
hint_for(const struct parser *p, const char *wanted)
{
	if (parser_at(p, MARK_EQUALS))
		return "equality is written ==, assignment :=";
	if (parser_at(p, MARK_ARROW))
		return "a field is read with a dot: x.field";
	if (strncmp(wanted, "':='", 4) == 0 && p->now.to > p->now.from && p->lexer.in->text[p->now.from] == '+')
		return "to count up, write: x += 1";
	if (strcmp(wanted, "a name") == 0 && p->now.kind != TOKEN_END && isalpha((unsigned char)p->lexer.in->text[p->now.from]))
		return "this word has a meaning of its own, so it cannot be a name";
	if (strcmp(wanted, "' . '") == 0)
		return "the dot before a quantifier's body has blanks on both sides: forall x in S . x > 0";
	return NULL;
}

void
parser_unexpected(struct parser *p, const char *wanted)
{
	const char *message = arena_printf(p->arena, "%s is expected here, not %s", wanted, token_text(p, p->now));
	parser_fail(p, p->now, message, hint_for(p, wanted));
}

bool
parser_at(const struct parser *p, enum mark mark)
{
	return p->now.kind == TOKEN_MARK && p->now.mark == mark;
}

bool
parser_at_op(const struct parser *p, enum op op)
{
	return p->now.kind == TOKEN_OPERATOR && p->now.op == op;
}

bool
parser_at_word(const struct parser *p, enum keyword which)
{
	return p->now.kind == TOKEN_WORD && p->now.word == which;
}

bool
parser_at_name(const struct parser *p, const char *name)
{
	return p->now.kind == TOKEN_NAME && strcmp(p->now.text, name) == 0;
}

bool
parser_accept(struct parser *p, enum mark mark)
{
	if (p->failed || !parser_at(p, mark))
		return false;
	parser_next(p);
	return true;
}

static bool
accept_op(struct parser *p, enum op op)
{
	if (p->failed || !parser_at_op(p, op))
		return false;
	parser_next(p);
	return true;
}

bool
parser_accept_word(struct parser *p, enum keyword which)
{
	if (p->failed || !parser_at_word(p, which))
		return false;
	parser_next(p);
	return true;
}

void
parser_expect(struct parser *p, enum mark mark, const char *wanted)
{
	if (!p->failed && !parser_accept(p, mark))
		parser_unexpected(p, wanted);
}

void
parser_expect_op(struct parser *p, enum op op, const char *wanted)
{
	if (!p->failed && !accept_op(p, op))
		parser_unexpected(p, wanted);
}

void
parser_expect_word(struct parser *p, enum keyword which, const char *wanted)
{
	if (!p->failed && !parser_accept_word(p, which))
		parser_unexpected(p, wanted);
}

const char *
parser_name(struct parser *p, const char *wanted)
{
	if (p->failed || p->now.kind != TOKEN_NAME) {
		parser_unexpected(p, wanted);
		return "?";
	}
	const char *name = p->now.text;
	parser_next(p);
	return name;
}

size_t
parser_end(const struct parser *p)
{
	size_t end = p->now.from;
	const char *s = p->lexer.in->text;
	while (end > 0 && (s[end - 1] == ' ' || s[end - 1] == '\t' || s[end - 1] == '\n' || s[end - 1] == '\r'))
		end--;
	return end;
}

static struct parser
start(struct arena *a, struct diags *d, const struct snippet *in)
{
	struct parser p = {.arena = a, .lexer = {.arena = a, .diags = d, .in = in}};
	parser_next(&p);
	return p;
}

static bool
finished(struct parser *p)
{
	if (!p->failed && p->now.kind != TOKEN_END)
		parser_unexpected(p, "the end");
	return !p->failed;
}

struct expr *
parse_expr(struct arena *a, struct diags *d, const struct snippet *in)
{
	struct parser p = start(a, d, in);
	struct expr *e = parser_expression(&p, 0);
	return finished(&p) ? e : NULL;
}

struct stmt *
parse_stmt(struct arena *a, struct diags *d, const struct snippet *in)
{
	struct parser p = start(a, d, in);
	VEC(struct stmt *) kids = {0};
	do {
		struct stmt *kid = parser_statement(&p);
		vec_push(a, &kids, kid);
	} while ((parser_accept(&p, MARK_SEMICOLON) && p.now.kind != TOKEN_END) || (!p.failed && parser_at_statement(&p)));
	if (!finished(&p) || kids.n == 1)
		return p.failed ? NULL : kids.at[0];
	struct stmt *all = arena_new(a, struct stmt);
	*all = (struct stmt){.kind = STMT_BLOCK, .span = snippet_span(in, 0, in->n), .n = kids.n, .kid = kids.at};
	return all;
}

struct texpr *
parse_type(struct arena *a, struct diags *d, const struct snippet *in)
{
	struct parser p = start(a, d, in);
	struct texpr *t = parser_type(&p);
	return finished(&p) ? t : NULL;
}

struct texpr *
parse_declaration(struct arena *a, struct diags *d, const struct snippet *in, struct expr **init)
{
	struct parser p = start(a, d, in);
	struct texpr *t = parser_type(&p);
	*init = NULL;
	if (parser_accept(&p, MARK_EQUALS))
		*init = parser_expression(&p, 0);
	return finished(&p) ? t : NULL;
}

struct call_expr *
parse_call(struct arena *a, struct diags *d, const struct snippet *in)
{
	struct parser p = start(a, d, in);
	struct call_expr *c = arena_new(a, struct call_expr);
	expr_list args = {0};
	c->name = parser_name(&p, "a name");
	if (parser_accept(&p, MARK_OPEN))
		parser_expressions(&p, &args, MARK_CLOSE, "',' or ')'");
	c->n = args.n;
	c->arg = args.at;
	c->span = snippet_span(in, 0, in->n);
	return finished(&p) ? c : NULL;
}
