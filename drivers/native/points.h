/*
 * Where in a run there was something to choose, for those who go through all schedules: they ask for it, and get who could be
 * chosen at each point. Points are counted from 0 in each run.
 */
#ifndef NATIVE_POINTS_H
#define NATIVE_POINTS_H

#include "base/text.h"
#include "drivers/native/strategy.h"

/* A run begins: nothing is noted, or the points from this one on. */
void points_begin(bool wanted, uint64_t first);
/* Is this a point, and to be noted? */
bool points_wanted(const struct situation *);
/* One of those in the situation goes on, where the actor stands. `state` is equal only for equal states; 0: it is not known. */
void points_task(const struct situation *, int32_t actor, uint32_t nth, uint64_t state);
/* One of those who wait is woken by the actor. */
void points_waiter(struct task *const *waiters, size_t n, int32_t actor, uint32_t nth);
/* Writes what AT_REST has of them into the record that is being put together. */
void points_write(struct text *);

#endif
