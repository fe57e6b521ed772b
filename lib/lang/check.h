/* Names and types: what a tree of lib/lang/syntax.h means in its place. */
#ifndef LANG_CHECK_H
#define LANG_CHECK_H

#include "lang/syntax.h"

/* Where a variable lives while a clause is evaluated. */
enum seg {
	SEG_LOCAL, /* of quantifiers, let and functions */
	SEG_PARAM, /* the test's parameters */
	SEG_STATE, /* of the resource */
	SEG_SCHED, /* the spec's own scheduling state */
	SEG_POLICY, /* the policy's scheduling state */
	SEG_ARG, /* of the call */
	SEG_INFO, /* of the call: 0 the operation's, 1 the policy's */
	SEG_RESULT, /* of the call */
	SEG_WAITED, /* for how long the call has waited, as enum waited has it */
	SEG_CLIENT, /* variables of a client; 0 is its id */
	SEG_COUNT,
};

/*
 * Nobody may know exactly for how long a call has waited. Where waiting for longer can only make a condition true, it is read as the one number; where
 * that can only make it false, as the other.
 */
enum waited { WAITED_HELPS, WAITED_HINDERS, WAITED_COUNT };

/* SYMBOL_BROKEN: its declaration is wrong; uses of it fail without another message. */
enum symbol_kind { SYMBOL_CONSTANT, SYMBOL_VARIABLE, SYMBOL_TYPE, SYMBOL_FUNCTION, SYMBOL_OPERATION, SYMBOL_BROKEN };

struct symbol {
	enum symbol_kind kind;
	const char *name;
	struct span span;
	const struct type *type; /* of a constant or variable; the type itself */
	word value; /* of a constant */
	enum seg seg; /* of a variable */
	int index;
	struct function *function;
	/* of an operation: its place in the spec and its parameters */
	size_t n;
	const struct field *params;
};

/* A function of the spec. Functions do not call each other in a circle. */
struct function {
	const char *name;
	struct span span;
	size_t n;
	const struct field *params; /* they are the locals 0 .. n-1 of the body */
	const struct type *type;
	struct expr *body;
	int locals;
	unsigned reads; /* segments, as bits */
	struct code *code; /* lib/lang/code.h */
	enum { FUNCTION_NEW, FUNCTION_OPEN, FUNCTION_DONE, FUNCTION_BAD } progress;
};

struct scope {
	const struct scope *up;
	VEC(const struct symbol *) symbols;
	uint32_t *slots; /* a hash table of places in `symbols`, from 1 */
	size_t nslots;
};

enum { MOST_SYMBOLS = 10000 }; /* of one scope */

const struct symbol *scope_find(const struct scope *, const char *name);
/* Adds a symbol, unless the name has a meaning already: then it says so. */
bool scope_add(struct arena *, struct diags *, struct scope *, const struct symbol *);

#define SEG_BIT(seg) (1u << (seg))
#define HISTORY_BIT(op) (1u << ((op) - OP_WAITING))
enum { ALL_HISTORIES = 15 };

/* What a clause may do, and, once checked, what it does. */
struct check {
	struct arena *arena;
	struct diags *diags;
	struct heap *heap; /* for constants */
	const struct scope *scope;
	const char *clause; /* for messages: "cpre of enter" */
	unsigned readable, writable; /* segments */
	unsigned histories; /* that may be asked */
	bool picks, old;
	uint64_t *fuel; /* steps left for all constants together, or NULL */
	/* found */
	unsigned reads, writes;
	unsigned asks; /* histories */
	bool sequenced; /* a list is made of a history, so the order in it matters */
	bool picked;
	int locals;
	struct local *innermost;
};

/*
 * Each checks a tree, sets the types and places in it, and returns false after adding a diagnostic. `wanted` is the type
 * that the value must have in the end, or NULL; what cannot be told before the value is there is checked then.
 */
bool check_expr(struct check *, struct expr *, const struct type *wanted);
bool check_stmt(struct check *, struct stmt *);
/*
 * Of a statement that was checked: does what it changes depend on the call alone, and not on the state? `x := e`, `x += e` and `q := q ++ e` do not
 * look at the state, nor does an `if` by the call's arguments. If the effects of two such statements are the same in either order once, they always are.
 */
bool stmt_is_blind(const struct stmt *);
/*
 * Of a condition that was checked, and reads SEG_WAITED: tells each place that does from which side it is to be read. False after adding a diagnostic:
 * waiting for longer may make it true and false.
 */
bool check_waited(struct check *, struct expr *);
/* Makes a type; its bounds must be constants. NULL after adding a diagnostic. */
const struct type *check_type(struct check *, const struct texpr *);
bool check_function(struct check *, struct function *);

/* What a variable starts with: like check_expr, but one value may stand for every key of a total map. */
bool check_init(struct check *, struct expr *, const struct type *wanted);

/* Each evaluates an expression that reads nothing but constants; the second one as check_init takes it. */
bool constant_value(struct check *, struct expr *, const struct type *wanted, word *);
bool constant_init(struct check *, struct expr *, const struct type *wanted, word *);

#endif
