/*
 * A number for all that can matter from a point of a run on: the memory of the implementation, where each task stands, and what
 * calls have returned. Points of which the numbers are equal go on alike if the same task goes on, whatever the
 * implementation does with its memory in between.
 */
#ifndef NATIVE_STATE_H
#define NATIVE_STATE_H

#include "drivers/native/tasks.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

/* Notes where the caller stands, and calls fn: what the caller goes on with is in its registers, and in its frames. */
void state_note(struct standing *, void (*fn)(void));
/* Leaves nothing in the stack below the caller that may be found there by what it calls next. */
void state_clear_stack(void);
/* The number, whoever has run last; 0: something may matter that is not seen. */
uint64_t state_number(uint64_t now);

/* Does what this function of the C library does show in the number? */
bool state_sees(const char *symbol);

/* What main.c knows of the calls: what they were given, and those that have returned gave back. */
uint64_t calls_number(uint64_t seed);
/* What thread.c knows of the threads that the implementation made: what they were made with, and how many there were. */
uint64_t threads_number(uint64_t seed);

#endif
