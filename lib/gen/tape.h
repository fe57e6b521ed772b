/*
 * A tape of choices that tries all of them: run what picks, go on to the next tape, run it again, until there is none.
 *
 *     for (tape_rewind(&t, 10000); tape_next(&t);)
 *             gen_args(..., &t.choices);
 */
#ifndef GEN_TAPE_H
#define GEN_TAPE_H

#include "lang/code.h"

enum { TAPE_LONGEST = 64 };

struct tape {
	struct choices choices; /* what the run takes */
	uint64_t chosen[TAPE_LONGEST], of[TAPE_LONGEST];
	size_t n, used; /* choices on the tape; choices that this run has taken */
	uint64_t limit; /* so many of the simplest answers to each choice are tried */
	uint64_t runs, most;
	bool partial; /* there are more combinations than were tried */
};

/* Starts all over; at most so many runs. */
void tape_rewind(struct tape *, uint64_t most);
/* Prepares the next run; false if there is none. */
bool tape_next(struct tape *);

#endif
