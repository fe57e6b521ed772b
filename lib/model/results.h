/* What calls may return where nobody has observed it. */
#ifndef MODEL_RESULTS_H
#define MODEL_RESULTS_H

#include "model/model.h"

struct results;

/* Plans for all operations; they live in the arena, and what they make in the heap, which must be that of the rules. */
struct results *results_new(struct arena *, struct heap *, const struct spec *);

enum results_given {
	RESULTS_ALL,
	RESULTS_SOME, /* one value stands for all of a type that nobody reads; another might satisfy the condition where it does not */
	RESULTS_UNKNOWN, /* they are too many */
	RESULTS_MISHAP, /* as the rules have it */
};

/*
 * Gives the results that an enabled call may have, and perhaps some that step_execute then refuses, until `give` returns false.
 * A call whose result is computed, or that has none, is given 0 once.
 */
enum results_given results_give(struct results *, struct rules *, const word *config, int slot, bool (*give)(void *context, word result), void *context);

#endif
