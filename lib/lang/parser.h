/* The parser's parts. Inside lib/lang only. */
#ifndef LANG_PARSER_H
#define LANG_PARSER_H

#include "lang/lex.h"

/*
 * How deep parentheses and the like may be nested, and how deep a tree may be (a long sum is a deep tree too): what walks
 * over a tree does so by recursion.
 */
enum { DEEPEST_NESTING = 200, DEEPEST_TREE = 500 };
enum { MOST_ELEMENTS = 10000 }; /* of one list */

/* A recursive-descent parser with one token of lookahead; operators by precedence climbing (Pratt). */
struct parser {
	struct arena *arena;
	struct lexer lexer;
	struct token now;
	struct lexer before_now; /* to step back to where `now` starts */
	bool failed;
	bool no_in; /* `in` ends the expression: let x = e in ... */
	int depth;
};

typedef VEC(struct expr *) expr_list;

void parser_next(struct parser *);
struct span parser_span(const struct parser *, size_t from, size_t to);
/* Where the token before `now` ended. */
size_t parser_end(const struct parser *);

/* Each adds a diagnostic, unless something was wrong before. */
void parser_fail(struct parser *, struct token, const char *message, const char *hint);
void parser_unexpected(struct parser *, const char *wanted);

bool parser_at(const struct parser *, enum mark);
bool parser_at_op(const struct parser *, enum op);
bool parser_at_word(const struct parser *, enum keyword);
bool parser_at_name(const struct parser *, const char *name);
bool parser_accept(struct parser *, enum mark);
bool parser_accept_word(struct parser *, enum keyword);
void parser_expect(struct parser *, enum mark, const char *wanted);
void parser_expect_op(struct parser *, enum op, const char *wanted);
void parser_expect_word(struct parser *, enum keyword, const char *wanted);
const char *parser_name(struct parser *, const char *wanted);

/* Once something is wrong, each returns a tree that nobody may look at. */
struct expr *parser_expression(struct parser *, int level);
/* A name, a literal, a call, something in parentheses, ... and the fields and elements that are taken from it. */
struct expr *parser_operand(struct parser *);
/* Expressions separated by commas, up to the closing mark, which is taken. */
void parser_expressions(struct parser *, expr_list *, enum mark close, const char *wanted);
struct generator parser_generator(struct parser *);
struct stmt *parser_statement(struct parser *);
/* Is the token one that can only begin a statement? Statements need no ; between them. */
bool parser_at_statement(const struct parser *);
struct texpr *parser_type(struct parser *);

#endif
