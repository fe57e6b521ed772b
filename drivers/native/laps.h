/*
 * Laps: a task that goes round and round, and each time accesses the same memory from the same places and finds there what it has
 * found before, waits for others to change it, or counts. Where it was in exactly the same state after two laps, it comes round again: a lap
 * like these follows until another task changes what it reads. Where it wrote nothing either, it is sure that it waits.
 */
#ifndef NATIVE_LAPS_H
#define NATIVE_LAPS_H

#include <stdbool.h>
#include <stdint.h>

struct laps {
	uint64_t mark; /* the access at which laps begin */
	uint64_t now, last; /* what the accesses of this lap, and of the last whole one, come to */
	uint32_t length, since; /* how many there were in the last, and are in this one */
	uint32_t accesses, next; /* in a row; at which of them the mark moves on */
	uint32_t same; /* laps in a row that were like the one before */
	uint64_t state; /* of the task, after an earlier one of these */
	uint64_t values, found; /* what all accesses of this lap, and of the last whole one, found, be it what was written before */
	uint64_t written; /* a bit for each address that was written since the mark was set, some of them shared: what is there varies */
	bool changes, changed; /* something was changed in this lap, and in the last one */
	bool alike; /* the last two found the same everywhere */
	bool again; /* it was in that state once more, and all was alike */
	bool sure; /* ... and it had changed nothing */
};

/* An access of what lies at this address, from this place, which finds this value there. True: it ends a lap like the one before. */
bool laps_read(struct laps *, uintptr_t at, uintptr_t place, uint64_t value);
bool laps_write(struct laps *, uintptr_t at, uintptr_t place, uint64_t value);
/* Is it worth while to find out in which state the task is after this lap? */
bool laps_ask(const struct laps *);
/* The state of the task after a lap for which that was asked. */
void laps_tell(struct laps *, uint64_t state);
/* Has the task left the loop? */
bool laps_left(const struct laps *);
/* The task did something else. */
void laps_end(struct laps *);

#endif
