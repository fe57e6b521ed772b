/* What the files of this room share. Text becomes tokens in lex.c, types in specifier.c, declarator.c, record.c and enum.c, entries in table.c. */
#ifndef CDECL_PRIVATE_H
#define CDECL_PRIVATE_H

#include "cdecl/cdecl.h"

#define PUNCTUATORS(X) \
	X(ELLIPSIS, "...") X(SHIFT_LEFT, "<<") X(SHIFT_RIGHT, ">>") X(LESS_EQUAL, "<=") X(GREATER_EQUAL, ">=") X(EQUAL, "==") \
	X(UNEQUAL, "!=") X(AND, "&&") X(OR, "||") X(LPAREN, "(") X(RPAREN, ")") X(LBRACKET, "[") X(RBRACKET, "]") X(LBRACE, "{") \
	X(RBRACE, "}") X(SEMICOLON, ";") X(COMMA, ",") X(COLON, ":") X(QUESTION, "?") X(ASSIGN, "=") X(STAR, "*") X(SLASH, "/") \
	X(PERCENT, "%") X(PLUS, "+") X(MINUS, "-") X(AMPERSAND, "&") X(PIPE, "|") X(CARET, "^") X(TILDE, "~") X(NOT, "!") \
	X(LESS, "<") X(GREATER, ">") X(DOT, ".")

#define KEYWORDS(X) \
	X(VOID, "void") X(BOOL, "_Bool") X(CHAR, "char") X(SHORT, "short") X(INT, "int") X(LONG, "long") X(FLOAT, "float") \
	X(DOUBLE, "double") X(SIGNED, "signed") X(UNSIGNED, "unsigned") X(STRUCT, "struct") X(UNION, "union") X(ENUM, "enum") \
	X(CONST, "const") X(VOLATILE, "volatile") X(RESTRICT, "restrict") X(ATOMIC, "_Atomic") X(TYPEDEF, "typedef") \
	X(EXTERN, "extern") X(STATIC, "static") X(REGISTER, "register") X(AUTO, "auto") X(THREAD, "_Thread_local") \
	X(INLINE, "inline") X(NORETURN, "_Noreturn") X(EXTENSION, "__extension__") X(ATTRIBUTE, "__attribute__") \
	X(ALIGNAS, "_Alignas") X(SIZEOF, "sizeof") X(ALIGNOF, "_Alignof") X(STATIC_ASSERT, "_Static_assert") X(ASM, "__asm__") \
	X(TYPEOF, "typeof") X(UNSUPPORTED_TYPE, "__int128")

enum token_kind {
	TOK_END,
	TOK_NAME,
	TOK_NUMBER,
	TOK_CHARACTER,
	TOK_STRING,
#define X(kind, spelling) TOK_##kind,
	PUNCTUATORS(X)
#undef X
#define X(kind, spelling) KW_##kind,
	KEYWORDS(X)
#undef X
};

enum symbol_kind { SYMBOL_TYPEDEF, SYMBOL_FUNCTION, SYMBOL_CONSTANT, SYMBOL_VARIABLE };

struct symbol {
	enum symbol_kind kind;
	bool weak; /* any declaration replaces it: a name of the standard headers, or one already reported as unknown */
	struct span span;
	union {
		const struct ctypedef *alias;
		struct cfunction *function;
		const struct cconstant *constant;
		const struct ctype *type; /* of a variable */
	};
};

/* A struct, union or enum, and its type, which is all that the table shows of it. */
struct tag {
	struct ctype type;
	union {
		struct crecord record;
		struct cenum enumeration;
	};
};

/* One spelling, and all it means. */
struct name {
	struct name *next; /* in its bucket */
	uint64_t hash;
	const char *text;
	enum token_kind keyword; /* or TOK_END */
	bool defined;            /* by a #define */
	bool vanishes;           /* `#define NAME` and nothing after it */
	bool reported;           /* as unknown; once is enough */
	struct symbol *symbol;   /* typedef, function, constant or variable */
	struct tag *tag;         /* struct, union or enum */
	const struct crecord *member_of; /* the record last seen to have a member of this name */
};

struct cnames {
	struct arena *arena;
	struct name **buckets;
	size_t n_buckets;
	VEC(struct name *) all;
};

struct cnames *names_new(struct arena *);
struct name *names_find(const struct cnames *, const char *, size_t n);
/* Finds the name or adds it. */
struct name *names_add(struct cnames *, const char *, size_t n);

/* Offsets are into the text after lines ending in a backslash were joined. */
struct token {
	enum token_kind kind;
	bool starts_line;
	uint32_t from, to;
	struct name *name; /* TOK_NAME and keywords */
};

typedef VEC(struct token) token_list;

/* `#define name tokens`, to be evaluated when the parser arrives at the token `before`. */
struct define {
	struct token name;
	size_t from, to; /* of parser.define_tokens */
	size_t before;   /* of parser.tokens */
};

/* Names of parameters that an array length may mention: `void f(int n, int v[n])`. */
struct parameter_scope {
	struct parameter_scope *outer;
	VEC(struct cparameter) list;
};

struct parser {
	struct arena *arena;
	struct diags *diags;
	const struct cdecl_input *input;
	struct cdecl_table *table;
	struct cnames *names;

	const char *text; /* with joined lines */
	const uint32_t *place; /* byte i of it is byte place[i] of the input */
	size_t n;

	token_list tokens, define_tokens;
	VEC(struct define) defines;
	size_t next_define;

	const struct token *token; /* the current one; the last of the list is TOK_END */
	const struct token *previous;
	const struct token *line;  /* not NULL while a #define is read: the TOK_END after it */
	unsigned nesting;
	unsigned linkage_braces; /* extern "C" { */
	struct parameter_scope *scope;
	unsigned unevaluated; /* within the side of ?:, && or || that does not count */
	bool varies; /* the constant expression just read named a parameter */
};

/* lex.c and directive.c */
bool lex_all(struct parser *);
struct lexer {
	struct parser *p;
	size_t at;
	bool line_start;  /* nothing but space since the start of the line */
	bool in_line;     /* the end of the line is the end of the text */
	unsigned open_ifs;
	struct span first_if;
};
struct token lex_token(struct lexer *);
void lex_skip_line(struct lexer *);
void lex_directive(struct lexer *);

/* Where bytes of the joined text, or tokens, stand in the source. */
struct span text_span(const struct parser *, size_t from, size_t to);
struct span token_span(const struct parser *, const struct token *);
struct span here(const struct parser *);
struct span span_from(const struct parser *, const struct token *first);

/* parse.c: moving through the tokens. */
void advance(struct parser *);
bool accept(struct parser *, enum token_kind);
bool expect(struct parser *, enum token_kind, const char *where);
const struct token *peek(const struct parser *);
const char *token_text(struct parser *, const struct token *);
bool unexpected(struct parser *, const char *expected);
bool enter(struct parser *);
void leave(struct parser *);
/* Skips to the end of a member or enumerator, to the brace that closes the list, or past a whole declaration. */
void skip_member(struct parser *, enum token_kind separator);
/* Reads the `;` at the end; where it was merely forgotten, says so and goes on as if it stood there. */
bool expect_semicolon(struct parser *, const char *of, const char *name);
void parse_static_assert(struct parser *);

/* attribute.c */
bool skip_attributes(struct parser *);

/* specifier.c */
enum storage { STORAGE_NONE, STORAGE_TYPEDEF, STORAGE_EXTERN, STORAGE_STATIC, STORAGE_OTHER };
enum place { PLACE_FILE, PLACE_MEMBER, PLACE_PARAMETER, PLACE_TYPE_NAME };

struct specifiers {
	const struct ctype *type;
	enum storage storage;
	bool noreturn;
	bool names_tag; /* `struct x` or a definition: means something without a declarator */
	bool defines;   /* with braces */
	const struct token *first;
};
bool parse_specifiers(struct parser *, enum place, struct specifiers *);
bool starts_type(const struct token *);

/* record.c and enum.c; both return NULL after a mistake that leaves no type. */
const struct ctype *parse_record(struct parser *, bool *defines);
const struct ctype *parse_enum(struct parser *, bool *defines);
/* Returns the tag, declaring it if need be; NULL when it is one of another kind. */
struct tag *declare_tag(struct parser *, const struct token *, enum ctype_kind);
const char *tag_keyword(enum ctype_kind);

/* declarator.c */
struct declared {
	struct name *name; /* NULL for an abstract one */
	struct span span;
	const struct ctype *type;
};
bool parse_declarator(struct parser *, const struct ctype *base, enum place, struct declared *);
const struct ctype *parse_type_name(struct parser *);

/* layout.c */
struct layout {
	struct crecord *record;
	VEC(struct cmember) members;
	uint64_t bits; /* the first free one */
	bool ended; /* by an array without a length */
	struct span end;
};
bool layout_add(struct parser *, struct layout *, struct cmember *);
void layout_finish(struct parser *, struct layout *);

/* constant.c */
struct number {
	enum ctype_kind kind; /* CTYPE_INT and above */
	__int128 value;
};
bool parse_constant(struct parser *, struct number *, const char *what);
struct number number_of(const struct cconstant *);

/* type.c: types are made here and never changed, save for the record or enum behind a tag. */
const struct ctype *type_basic(enum ctype_kind);
const struct ctype *type_pointer(struct parser *, const struct ctype *target, unsigned qualifiers);
const struct ctype *type_array(struct parser *, const struct ctype *element, size_t length);
const struct ctype *type_qualified(struct parser *, const struct ctype *, unsigned qualifiers);
unsigned record_depth(const struct ctype *);
const char *basic_name(enum ctype_kind);
bool kind_is_signed(enum ctype_kind);
size_t kind_size(enum ctype_kind);

/* table.c: each says so and returns false when the name already means something else. */
void declare_builtins(struct parser *);
bool declare_typedef(struct parser *, struct name *, struct span, const struct ctype *);
bool declare_function(struct parser *, struct name *, struct span, const struct ctype *, bool noreturn);
bool declare_variable(struct parser *, struct name *, struct span, const struct ctype *);
bool declare_constant(struct parser *, struct name *, struct span, struct number, const struct ctype *);
/* The line that a span starts on. */
unsigned line_of(struct span);
void report_unknown_type(struct parser *, const struct token *);
/* A type for a message: cut where it would get too long. */
const char *ctype_text(struct parser *, const struct ctype *);
void check_functions(struct parser *);

#endif
