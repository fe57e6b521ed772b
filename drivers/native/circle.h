/*
 * Whether those who go on and on get anywhere. Where all that they know, and all memory, is just as it was before, while nobody else did anything,
 * nothing changes any more; where it is not, they may only compute for long.
 */
#ifndef NATIVE_CIRCLE_H
#define NATIVE_CIRCLE_H

#include "drivers/native/tasks.h"

/* Somebody did something who may be about to get somewhere: what went round before that proves nothing. */
void circle_break(void);
/* One who goes on and on has come to a point, where it stands. */
void circle_note(const struct task *, uint64_t now);
/* Has all been as it was before? */
bool circle_closed(void);

#endif
