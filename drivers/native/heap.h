/*
 * The memory that the implementation allocates: a region of its own at a fixed address, so that addresses are the same in every
 * run, and whatever a test leaves behind is gone when the next one begins. What the C library allocates for itself stays out.
 */
#ifndef NATIVE_HEAP_H
#define NATIVE_HEAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

void heap_init(void);
/* What new memory holds from now on: zeros, or what looks like nothing. */
void heap_fill(bool zeros);
/* The block that holds the address: how far in it that is, and its size. False: there is none. */
bool heap_block(const void *at, size_t *offset, size_t *size);
/* All of it, as far as it is in use. */
const void *heap_memory(size_t *size);
/* Was memory written to that is not allocated? The rule that this breaks, and the place where it was allocated or freed last. */
bool heap_damaged(const char **rule, const void **place);
/* What malloc gives this caller. */
void *heap_allocate(size_t, const void *caller);
/* Memory that comes and goes with the implementation's own, for what the host keeps on its behalf: all zero. NULL: there is none. */
void *heap_take(size_t);
void heap_give(void *);
/* Remembers what is allocated now, and what is in it. */
void heap_remember(void);
/* Puts it back, and forgets all the rest. */
void heap_restore(void);

/* A number for all that is in it. False: it is too much to look at. */
bool heap_number(uint64_t seed, uint64_t *number);

#endif
