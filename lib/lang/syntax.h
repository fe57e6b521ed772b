/* Trees of expressions, statements and types, and the parser that makes them. */
#ifndef LANG_SYNTAX_H
#define LANG_SYNTAX_H

#include "base/diag.h"
#include "lang/operators.h"
#include "lang/value.h"

/* A text to parse and where it stands in its file: byte i is at offsets[i], or at base + i if offsets is NULL. */
struct snippet {
	const struct source *src;
	const char *text;
	size_t n;
	const uint32_t *offsets; /* n + 1 of them */
	uint32_t base;
};

struct span snippet_span(const struct snippet *, size_t from, size_t to);

enum expr_kind {
	EXPR_LITERAL, /* value; its type is known at once */
	EXPR_STRING, /* text, length */
	EXPR_NONE, /* the empty option */
	EXPR_NAME, /* text */
	EXPR_FIELD, /* kid[0] . text */
	EXPR_INDEX, /* kid[0] [ kid[1] ] */
	EXPR_PREFIX, /* op kid[0] */
	EXPR_BINARY, /* kid[0] op kid[1] */
	EXPR_IF, /* kid[0], kid[1], kid[2] */
	EXPR_LET, /* let text = kid[0] in kid[1] */
	EXPR_CALL, /* text(kids): op is a function of the table, or OP_NONE for one of the spec */
	EXPR_QUANTIFIER, /* op, generators, kid[0] */
	EXPR_LIST, /* [kids] */
	EXPR_BRACES, /* {kids} */
	EXPR_PAIRS, /* {k -> v, ...}: kids alternate */
	EXPR_RECORD, /* (names[i] = kid[i], ...) */
	EXPR_COMPREHENSION, /* [kid[0] | generators], with braces if `braces`; a second kid is a map's value */
	EXPR_HISTORY, /* op(pattern) */
	EXPR_PICK, /* pick kid[0] (a range, a set or a comprehension) step kid[1] */
};

struct expr;
struct symbol;
struct function;

/* enter(n, _): an operation and an expression for each argument; NULL stands for _. */
struct pattern {
	struct span span;
	const char *op;
	bool any; /* no list of arguments: all of them are _ */
	size_t n;
	struct expr **arg;
	/* set by the checker */
	int op_index;
	int *slot; /* where a new name is bound, or -1 */
};

enum { MOST_GENERATORS = 16 }; /* of one quantifier or comprehension */

/* `name in domain`, `pattern in domain`, or a condition (only domain is set). */
struct generator {
	struct span span;
	const char *name;
	struct pattern *pattern;
	struct expr *domain;
	int slot; /* set by the checker: the first of the locals that the loop uses; the element is the first */
};

struct expr {
	enum expr_kind kind;
	enum op op;
	bool braces;
	int depth; /* of the tree */
	struct span span;
	const struct type *type; /* set by the checker */
	word value;
	const char *text;
	size_t length; /* EXPR_STRING */
	size_t n;
	struct expr **kid;
	const char **names; /* EXPR_RECORD */
	size_t ngenerators;
	struct generator *generator;
	struct pattern *pattern;
	/* set by the checker */
	const struct symbol *symbol;
	bool old; /* EXPR_NAME: the value before the clause */
	int slot; /* EXPR_LET and loops */
	int index; /* EXPR_FIELD */
};

enum stmt_kind {
	STMT_ASSIGN, /* target op value: op is OP_NONE for :=, OP_ADD or OP_SUB */
	STMT_IF, /* if value then kid[0] else kid[1] (or NULL) */
	STMT_FOR, /* for generator do kid[0] */
	STMT_BLOCK, /* kids in order */
};

struct stmt {
	enum stmt_kind kind;
	enum op op;
	struct span span;
	struct expr *target, *value;
	struct expr *sum; /* set by the checker: of target and value, for += and -= */
	struct generator *generator;
	size_t n;
	struct stmt **kid;
};

/* A type as it is written; lang/check.h makes a struct type of it. */
enum texpr_kind { TEXPR_NAME, TEXPR_RANGE, TEXPR_OF, TEXPR_MAP, TEXPR_ENUM, TEXPR_RECORD };

struct texpr {
	enum texpr_kind kind;
	struct span span;
	const char *name; /* TEXPR_NAME */
	enum type_kind of; /* TEXPR_OF */
	struct expr *low, *high;
	struct texpr *key, *elem;
	size_t n;
	const char **names; /* of an enum or of a record's fields */
	struct span *spans;
	struct texpr **fields;
};

/* `call(args)`, as clients and bindings write it. */
struct call_expr {
	struct span span;
	const char *name;
	size_t n;
	struct expr **arg;
};

/* Each parses the whole snippet and returns NULL after adding a diagnostic. */
struct expr *parse_expr(struct arena *, struct diags *, const struct snippet *);
struct stmt *parse_stmt(struct arena *, struct diags *, const struct snippet *);
struct texpr *parse_type(struct arena *, struct diags *, const struct snippet *);
/* `TYPE` or `TYPE = EXPR`; *init is NULL if there is none. */
struct texpr *parse_declaration(struct arena *, struct diags *, const struct snippet *, struct expr **init);
struct call_expr *parse_call(struct arena *, struct diags *, const struct snippet *);

/* Is it a word of the language, which no name may be? */
bool name_is_reserved(const char *);

/*
 * How a name is printed instead of itself; returns false to print the name. Used to show `weight[n] + w` as
 * `weight[1] + 900`.
 */
struct substitution {
	bool (*print)(struct text *, const struct expr *name, void *arg);
	void *arg;
	bool (*key)(struct text *, const struct expr *key, void *arg); /* the same of an index, or of an argument in a pattern; may be NULL */
};

/* Prints an expression as it would be written, with the fewest parentheses. `with` may be NULL. */
void expr_print(struct text *, const struct expr *, const struct substitution *with);
/* The same as one side of a comparison: in parentheses where it needs them. */
void expr_print_side(struct text *, const struct expr *);
void stmt_print(struct text *, const struct stmt *);

#endif
