/*
 * Calls that go round in endless loops, each found out while it ran alone: what each of them reads, so that it can be told whether any of
 * them will ever change that for another.
 */
#ifndef NATIVE_STALLED_H
#define NATIVE_STALLED_H

#include "drivers/native/endless.h"
#include "drivers/native/tasks.h"

/* The task does this in each round, for ever, unless others change what it reads. */
void stalled_note(const struct task *, const struct endless_round *);
/* The last that was noted of it. */
const struct endless_round *stalled_round(const struct task *);
/* Tells what each of those that go round finds there. */
void stalled_tell(void);
/* Do all that are ready go round so, and is there nobody who changes what another one reads? */
bool stalled_all(void);

#endif
