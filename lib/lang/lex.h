/* Tokens of the expression language. Inside lib/lang only. */
#ifndef LANG_LEX_H
#define LANG_LEX_H

#include "lang/syntax.h"

enum token_kind {
	TOKEN_END,
	TOKEN_BAD, /* a diagnostic has been added */
	TOKEN_NAME,
	TOKEN_NUMBER,
	TOKEN_CHAR,
	TOKEN_STRING,
	TOKEN_OPERATOR, /* op */
	TOKEN_WORD, /* a keyword that is no operator */
	TOKEN_MARK, /* punctuation */
	TOKEN_DOT, /* a dot with blanks around it, or • */
};

enum mark {
	MARK_NONE, MARK_OPEN, MARK_CLOSE, MARK_LIST_OPEN, MARK_LIST_CLOSE, MARK_BRACE_OPEN, MARK_BRACE_CLOSE, MARK_COMMA,
	MARK_SEMICOLON, MARK_BAR, MARK_ARROW, MARK_ASSIGN, MARK_ADD_ASSIGN, MARK_SUB_ASSIGN, MARK_EQUALS, MARK_COLON, MARK_FIELD,
	MARK_WILD, MARK_EMPTY_SET,
};

enum keyword {
	WORD_NONE, WORD_TRUE, WORD_FALSE, WORD_NONE_VALUE, WORD_IF, WORD_THEN, WORD_ELSE, WORD_LET, WORD_FOR, WORD_DO, WORD_PICK,
	WORD_STEP, WORD_OF, WORD_TO,
};

struct token {
	enum token_kind kind;
	enum op op;
	enum mark mark;
	enum keyword word;
	size_t from, to; /* bytes of the snippet */
	word value; /* of a number: INT64_MIN stands for 2^63, which only a minus makes valid */
	const char *text; /* of a name or string */
	size_t length;
};

struct lexer {
	struct arena *arena;
	struct diags *diags; /* or NULL, to look ahead */
	const struct snippet *in;
	size_t at;
};

/* Reads the next token; TOKEN_BAD once something was wrong, TOKEN_END at the end. */
struct token lex_next(struct lexer *);
/* Reads /pattern/ where the parser expects one. */
struct token lex_pattern(struct lexer *);

#endif
