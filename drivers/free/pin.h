/*
 * One processor for all. Threads that spin for a lock on processors of their own can keep each other from it for as long as they
 * like; where they take turns, each gets its chance.
 */
#ifndef FREE_PIN_H
#define FREE_PIN_H

#include <stdbool.h>

/* Puts all threads but the caller's on one processor, or gives them back those that they had. */
void pin_threads(bool together);

#endif
