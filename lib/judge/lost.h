/* Lost calls, which go ahead with a result that nobody saw. Inside lib/judge only. */
#ifndef JUDGE_LOST_H
#define JUDGE_LOST_H

#include "model/results.h"

struct lost {
	struct arena arena;
	struct results *results; /* made when the first call is lost, in the heap of the rules */
	const struct operation *unknown; /* it may return more than can be tried */
};

/*
 * Gives each configuration in which the call has gone ahead, until `take` returns false; the room holds one of them. YES if it could, or could
 * not be tried (then lost->unknown is set), else as step_enabled and step_execute have it.
 */
enum step lost_execute(struct lost *, struct rules *, const word *config, int slot, word *room, bool (*take)(void *context, const word *config), void *context);
/* Also where the rules get another heap. */
void lost_free(struct lost *);

#endif
