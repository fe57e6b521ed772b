#include "lang/parser.h"

static struct stmt *
make_stmt(struct parser *p, enum stmt_kind kind, size_t nkids)
{
	struct stmt *s = arena_new(p->arena, struct stmt);
	s->kind = kind;
	s->n = nkids;
	s->kid = arena_array(p->arena, struct stmt *, nkids ? nkids : 1);
	return s;
}

bool
parser_at_statement(const struct parser *p)
{
	return p->now.kind == TOKEN_NAME || parser_at_word(p, WORD_IF) || parser_at_word(p, WORD_FOR);
}

static struct stmt *
block(struct parser *p, enum mark close)
{
	struct stmt *s = make_stmt(p, STMT_BLOCK, 0);
	VEC(struct stmt *) kids = {0};
	parser_next(p);
	while (!p->failed && !parser_accept(p, close)) {
		struct stmt *kid = parser_statement(p);
		vec_push(p->arena, &kids, kid);
		if (!parser_accept(p, MARK_SEMICOLON) && !parser_at(p, close) && !parser_at_statement(p))
			parser_unexpected(p, "';' or the end of the block");
	}
	s->n = kids.n;
	s->kid = kids.at;
	return s;
}

static struct stmt *
if_statement(struct parser *p)
{
	struct stmt *s = make_stmt(p, STMT_IF, 2);
	parser_next(p);
	s->value = parser_expression(p, 0);
	parser_expect_word(p, WORD_THEN, "'then'");
	s->kid[0] = parser_statement(p);
	if (parser_accept_word(p, WORD_ELSE))
		s->kid[1] = parser_statement(p);
	return s;
}

static struct stmt *
for_statement(struct parser *p)
{
	struct stmt *s = make_stmt(p, STMT_FOR, 1);
	parser_next(p);
	s->generator = arena_new(p->arena, struct generator);
	*s->generator = parser_generator(p);
	parser_expect_word(p, WORD_DO, "'do'");
	s->kid[0] = parser_statement(p);
	return s;
}

static struct stmt *
assignment(struct parser *p)
{
	struct stmt *s = make_stmt(p, STMT_ASSIGN, 0);
	s->target = parser_operand(p);
	if (parser_accept(p, MARK_ADD_ASSIGN))
		s->op = OP_ADD;
	else if (parser_accept(p, MARK_SUB_ASSIGN))
		s->op = OP_SUB;
	else if (parser_at(p, MARK_EQUALS))
		parser_fail(p, p->now, "'=' is not an assignment", "write: x := x + 1");
	else
		parser_expect(p, MARK_ASSIGN, "':=', '+=' or '-='");
	s->value = parser_expression(p, 0);
	return s;
}

struct stmt *
parser_statement(struct parser *p)
{
	size_t from = p->now.from;
	struct stmt *s;
	if (p->depth >= DEEPEST_NESTING)
		parser_fail(p, p->now, "these statements are nested too deeply", NULL);
	if (p->failed)
		return make_stmt(p, STMT_BLOCK, 0);
	p->depth++;
	if (parser_at_word(p, WORD_IF))
		s = if_statement(p);
	else if (parser_at_word(p, WORD_FOR))
		s = for_statement(p);
	else if (parser_at(p, MARK_BRACE_OPEN))
		s = block(p, MARK_BRACE_CLOSE);
	else if (parser_at(p, MARK_OPEN))
		s = block(p, MARK_CLOSE);
	else
		s = assignment(p);
	p->depth--;
	s->span = parser_span(p, from, parser_end(p));
	return s;
}
