/* Compiled clauses, and the machine that runs them. */
#ifndef LANG_CODE_H
#define LANG_CODE_H

#include "lang/check.h"

/* What can go wrong while a clause is evaluated. `a` and `b` are the words that the message shows. */
#define FAULTS(FAULT) \
	FAULT(OVERFLOW, "the result is beyond what an int can hold") \
	FAULT(DIVISION, "division by zero") \
	FAULT(POSITION, "there is no position %a in a sequence of %b") \
	FAULT(KEY, "there is no value at the key %a") \
	FAULT(EMPTY, "an empty sequence has no such element") \
	FAULT(NOTHING, "there is nothing to take the smallest or largest of") \
	FAULT(NO_VALUE, "none holds no value") \
	FAULT(LEAVES, "the value %a is not in %t") \
	FAULT(CHARACTER, "there is no character with the number %a") \
	FAULT(KEYS, "a value is needed for each key of %t") \
	FAULT(SIZE, "the collection is too large") \
	FAULT(FUEL, "this takes too long: ten million steps were not enough") \
	FAULT(PATTERN, "the pattern could not be matched") \
	FAULT(NO_CHOICE, "there is nothing to pick from") \
	FAULT(STEP, "the step of a pick is %a; it must be positive")

enum fault_kind {
	FAULT_NONE,
#define FAULT(id, message) FAULT_##id,
	FAULTS(FAULT)
#undef FAULT
};

struct fault {
	enum fault_kind kind;
	struct span span;
	word a, b;
	const struct type *type; /* of a, or the type that is left */
};

/* Prints what went wrong; values in it are printed by their types. */
void fault_print(struct text *, const struct fault *);

struct code;

/* Compiles a checked expression whose value must be in `wanted` (or NULL). */
struct code *compile_expr(struct arena *, struct heap *, const struct expr *, const struct type *wanted, int locals);
/* The same for what a variable starts with: one value may stand for each key of a total map. */
struct code *compile_init(struct arena *, struct heap *, const struct expr *, const struct type *wanted, int locals);
/* A part of the expression that `whole` was compiled from. */
struct code *compile_part(struct arena *, struct heap *, const struct expr *part, const struct code *whole);
struct code *compile_stmt(struct arena *, struct heap *, const struct stmt *, int locals);
struct code *compile_function(struct arena *, struct heap *, const struct function *);

/* Does the code read this field of a record that is a variable, by itself or with all of it? field is -1 for any of it. */
bool code_reads(const struct code *, enum seg, int index, int field);

/* Does the code do nothing to collections but put something into them, whatever it reads? */
bool code_only_adds(const struct code *);

/* A pending call as histories see it. */
struct pending {
	int op;
	const word *args;
};

/* The calls that a clause may ask for, as sets of at most 64 slots. */
struct calls {
	const struct pending *at; /* by slot */
	uint64_t waiting; /* have arrived and not gone ahead */
	uint64_t self; /* the call that asks, or none */
	uint64_t older, younger; /* than the call that asks */
	uint64_t unordered; /* not known to be older or younger */
	const uint64_t *before; /* by slot: who arrived earlier; NULL if nobody cares */
	uint64_t asked; /* out: an answer depends on the order of these and of self */
	/* how a call is shown in an explanation; may be NULL */
	void (*print)(struct text *, int slot, void *context);
	void *context;
};

/* Where picks come from. */
struct choices {
	uint64_t (*choose)(struct choices *, uint64_t n); /* a number below n */
};

/* What a clause reads and writes. Segments that it does not use may be NULL. */
struct frame {
	word *at[SEG_COUNT];
	const word *old[SEG_COUNT];
	struct calls *calls;
	struct choices *choices;
};

enum { MACHINE_FUEL = 10000000 }; /* steps that one run may take */

struct machine {
	struct heap *heap;
	word *stack;
	size_t size;
	word *scratch;
	size_t used, cap;
	uint64_t fuel; /* left of the last run */
	uint64_t spent; /* by the runs before it */
	struct fault fault; /* after RUN_FAULT */
};

enum run {
	RUN_OK,
	RUN_FAULT,
	RUN_ASKS, /* the answer depends on an order of arrival that is still open: calls->asked */
};

struct machine *machine_new(struct heap *);
void machine_free(struct machine *);
enum run code_run(struct machine *, const struct code *, const struct frame *, word *result);

/*
 * Why a condition has the value it has: its part that decides (the first conjunct that fails, the element of a `forall` that
 * does not satisfy), as it is written, and the values in it. Both texts are in the arena; `values` is "" if there is
 * nothing to add.
 */
struct reason {
	const struct expr *part;
	const char *clause; /* weight[n] + w <= MAX */
	const char *values; /* weight[1] + 900 is 1200 */
	const char *message; /* what the specification says to whoever breaks it; or NULL */
};
struct reason code_explain(struct arena *, struct machine *, const struct expr *, const struct frame *, bool value);

#endif
