/*
 * What POSIX allows and happens rarely: who waits for a condition or a futex wakes up though nobody woke it; a sleep or a timeout
 * is over while others could still go on; a try to lock fails although nobody holds the lock (C11 only); a wait is interrupted by a
 * signal, where the implementation handles signals; a weak compare and exchange fails although the values are equal.
 */
#ifndef NATIVE_RARE_H
#define NATIVE_RARE_H

#include "drivers/native/tasks.h"

/* A run begins: which kinds of such things may happen, whether they are drawn, and from which seed. */
void rare_begin(unsigned kinds, bool drawn, uint64_t seed);
/* Those who are blocked and could go on so, at most MOST_CARRIERS. */
size_t rare_tasks(struct task **, uint64_t now);
/* May this one's sleep be over now? */
bool rare_is_over(const struct task *, uint64_t now);
/* Does it happen now? `resting`: nobody else could go on. */
bool rare_happens(bool resting);
/* The same, of what the running task tries; a bounded number of times in a run. */
bool rare_fails(enum srtest_rare);
/* One of n. */
size_t rare_which(size_t n);
/* The one who was chosen wakes up: its timeout has come, or nobody woke it. */
void rare_wake(struct task *, uint64_t *now);

#endif
