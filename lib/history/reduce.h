/* A history that cannot be explained, to the few calls that matter. Knows nothing of how a history is judged: it asks an oracle. */
#ifndef HISTORY_REDUCE_H
#define HISTORY_REDUCE_H

#include "judge/judge.h"

struct reduction {
	/* Can it not be explained, or can it? Neither, when that is undecided. */
	bool (*fails)(void *, const struct history *);
	bool (*explains)(void *, const struct history *);
	/* Is it time to stop? */
	bool (*enough)(void *);
	/* May this line of a lost call be left out: does what the last of n lines says not depend on whether its call went ahead? */
	bool (*drops)(void *, const struct history *, size_t line, size_t n);
	void *context;
	size_t few; /* so many calls need not become fewer */
	size_t end; /* out: lines of the shortest beginning that cannot be explained, */
	size_t calls; /* which were made in it, */
	size_t left; /* and which are left */
};

/*
 * The history is one in the order of time. Gives a part of it that cannot be explained whatever its other calls do, though it can without its last
 * line, as far as the oracle knows; it lives in the arena.
 */
struct history *history_reduce(struct arena *, struct reduction *, const struct history *);

#endif
