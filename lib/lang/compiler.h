/* The compiler's parts. Inside lib/lang only. */
#ifndef LANG_COMPILER_H
#define LANG_COMPILER_H

#include "lang/insn.h"

struct compiler {
	struct arena *arena;
	struct heap *heap;
	VEC(struct insn) insns;
	VEC(struct span) spans;
	VEC(word) constants;
	VEC(const struct type *) types;
	VEC(struct match) matches;
	VEC(const struct function *) functions;
	VEC(void *) regexes;
	struct span span;
	int locals;
	size_t callee_need;
};

struct loop {
	size_t top; /* where the next element is taken */
	size_t next; /* the instruction that ends the loop, or a jump for a condition */
};

struct loops {
	size_t n;
	struct loop at[MOST_GENERATORS];
};

/* Adds an instruction; returns its number. */
size_t compile_emit(struct compiler *, enum insn_op, size_t a, size_t b);
/* The same, with a type as its b. */
void compile_typed(struct compiler *, enum insn_op, size_t a, const struct type *);
void compile_push(struct compiler *, word);
/* Makes a jump lead to what comes next. */
void compile_land(struct compiler *, size_t jump);
/* What is on top of the stack, of type `from`, must be in `to`. */
void compile_ensure(struct compiler *, const struct type *from, const struct type *to);
void compile_bounds(struct compiler *, const struct type *);
bool compile_is_type(const struct expr *);
bool compile_is_range(const struct expr *);

/* Code that pushes the value of an expression. */
void compile_value(struct compiler *, const struct expr *);
void compile_history(struct compiler *, const struct expr *);
void compile_history_empty(struct compiler *, const struct expr *);
void compile_quantifier(struct compiler *, const struct expr *);
void compile_comprehension(struct compiler *, const struct expr *);

/* Code for what stands between the two is run for each element. */
void compile_open_loop(struct compiler *, struct loops *, const struct generator *);
void compile_close_loops(struct compiler *, struct loops *);

#endif
