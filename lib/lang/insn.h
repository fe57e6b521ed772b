/* Instructions of compiled clauses. Inside lib/lang only. */
#ifndef LANG_INSN_H
#define LANG_INSN_H

#include "lang/code.h"

/* a and b are the instruction's operands; "pops x y" has y on top. */
#define INSTRUCTIONS(I) \
	I(PUSH) /* constant b */ \
	I(LOAD) /* segment a, index b */ \
	I(LOAD_OLD) \
	I(STORE) \
	I(LOCAL) /* local b */ \
	I(SET_LOCAL) \
	I(POP) \
	I(JUMP) /* to b */ \
	I(JUMP_FALSE) /* pops */ \
	I(JUMP_TRUE) /* pops */ \
	I(AND_THEN) /* jumps to b if false, else pops */ \
	I(OR_ELSE) /* jumps to b if true, else pops */ \
	I(RETURN) \
	I(ADD) I(SUB) I(MUL) I(DIV) I(MOD) I(NEG) I(ABS) \
	I(EQ) I(NE) I(LT) I(LE) I(GT) I(GE) I(NOT) \
	I(MIN2) I(MAX2) \
	I(CHECK_INT) /* the top is in type b */ \
	I(CHECK) /* the same for any type */ \
	I(CHECK_CHR) \
	I(FIELD) /* b */ \
	I(PUT_FIELD) /* pops record value */ \
	I(SEQ_AT) I(SEQ_PUT) /* pops seq position [value] */ \
	I(MAP_AT) I(MAP_PUT) /* map type b; pops map key [value] */ \
	I(LEN) /* divided by a */ \
	I(EMPTY) I(HEAD) I(TAIL) I(LAST) I(FRONT) I(TAKE) I(DROP) I(REVERSE) I(CONCAT) \
	I(MAKE) /* a collection of type b from a values */ \
	I(IN) /* pops element collection of type b */ \
	I(IN_RANGE) /* pops element low high */ \
	I(FITS) /* pops a value; is it in type b? */ \
	I(UNION) I(MINUS) I(INTER) I(SUBSET) /* pops two collections of type b */ \
	I(OVERRIDE) /* pops map of type b, pairs */ \
	I(WITHOUT) /* pops map of type b, keys */ \
	I(OCCURS) \
	I(ELEMS) I(DOM) /* of a collection of type b */ \
	I(SUM_OF) I(MIN_OF) I(MAX_OF) \
	I(RANGE_SET) /* pops low high */ \
	I(FILL) /* a total map of type b with the popped value everywhere */ \
	I(MATCHES) /* pattern b; pops string */ \
	I(FOR_RANGE) /* local b; pops low high */ \
	I(NEXT_RANGE) /* local a; jumps to b at the end */ \
	I(FOR_BLOCK) I(NEXT_BLOCK) \
	I(FOR_TYPE) /* local a; type b */ \
	I(NEXT_TYPE) /* local a; jumps to b; its type is in the next instruction */ \
	I(FOR_CALLS) I(NEXT_CALLS) \
	I(CALL_IS) /* local a is a slot; pushes whether its operation is b */ \
	I(CALL_ARG) /* argument b of the call in local a */ \
	I(HISTORY) /* history a, pattern b; pops the pattern's values; pushes a set of slots */ \
	I(HISTORY_EMPTY) \
	I(COUNT_BITS) \
	I(COLLECT) /* begins to collect; its mark goes to local b */ \
	I(GATHER) /* pops a value into the collection */ \
	I(COLLECTED) /* mark in local a, type b */ \
	I(ADD_LOCAL) /* pops, adds to local b */ \
	I(BEST) /* pops; local b becomes the smaller (a = 0) or larger, local b + 1 true */ \
	I(BEST_OF) /* pushes local b, which must exist */ \
	I(SOME) I(THE) \
	I(CALL) /* function b; its arguments become its first locals */ \
	I(PICK_RANGE) /* pops low high step */ \
	I(PICK_IN) /* pops collection of type b */ \
	I(PICK_TYPE) /* type b */

enum insn_op {
#define I(id) I_##id,
	INSTRUCTIONS(I)
#undef I
};

struct insn {
	uint16_t op, a;
	int32_t b;
};

/* A pattern of calls: which arguments are compared with values on the stack. */
struct match {
	int op; /* -1: any */
	size_t n;
	const bool *compared;
};

struct code {
	struct insn *insn;
	struct span *span; /* by instruction */
	size_t n;
	word *constant;
	const struct type **type;
	struct match *match;
	const struct function **function;
	void **regex; /* pcre2_code */
	int locals; /* the caller may set the first ones before the code runs */
	size_t need; /* words of stack */
};

#endif
