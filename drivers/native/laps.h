/*
 * Laps: a task that goes round and round, looks at the same memory from the same places, finds the same there and changes nothing,
 * waits for others to change it, or counts. Where it was in exactly the same state after two laps, it is sure that it waits: a lap
 * like these follows until another task changes what it reads.
 */
#ifndef NATIVE_LAPS_H
#define NATIVE_LAPS_H

#include <stdbool.h>
#include <stdint.h>

struct laps {
	uint64_t mark; /* the access at which laps begin */
	uint64_t now, last; /* what the accesses of this lap, and of the last whole one, come to */
	uint32_t length, since; /* how many there were in the last, and are in this one */
	uint32_t quiet, next; /* accesses in a row that changed nothing; at which of them the mark moves on */
	uint32_t same; /* laps in a row that were like the one before */
	uint64_t state; /* of the task, after an earlier one of these */
	bool sure; /* it was in that state once more */
};

/* An access that changes nothing; the signature stands for its place, its address and what was there. True: it ends a lap like the one before. */
bool laps_note(struct laps *, uint64_t signature);
/* Is it worth while to find out in which state the task is after this lap? */
bool laps_ask(const struct laps *);
/* The state of the task after a lap for which that was asked. */
void laps_tell(struct laps *, uint64_t state);
/* Has the task left the loop? */
bool laps_left(const struct laps *);
/* The task did something else. */
void laps_end(struct laps *);

#endif
