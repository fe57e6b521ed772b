/*
 * The memory that the implementation allocates: a region of its own at a fixed address, so that addresses are the same in every
 * run, and whatever a test leaves behind is gone when the next one begins. What the C library allocates for itself stays out.
 */
#ifndef NATIVE_HEAP_H
#define NATIVE_HEAP_H

#include "drivers/native/units.h"
#include "drivers/srtest-host.h"

void heap_init(void);
/* A test begins: what new memory holds in it, zeros or what looks like nothing; and what becomes of blocks that are freed. */
void heap_begin(bool zeros, enum srtest_reuse);
/* The block that holds the address: how far in it that is, and its size. False: there is none. */
bool heap_block(const void *at, size_t *offset, size_t *size);
/* All of it, as far as it is in use. */
const void *heap_memory(size_t *size);
/* Where the memory lies, and which of it is allocated, by units. */
enum { HEAP_SIZE = 1 << 29 };
#define HEAP_AT ((uintptr_t)0x610000000000)
extern unsigned char *heap_units;

/* Are all these bytes allocated, or none of them in this memory? */
static inline bool
heap_may_access(const void *at, size_t size)
{
	uintptr_t from = (uintptr_t)at - HEAP_AT, to = from + size;
	if (from >= HEAP_SIZE || !heap_units)
		return true;
	return units_allow(heap_units, from, to);
}

/* Of the same units, a bit for each byte that was written since it was allocated. */
extern uint16_t *heap_written;

static inline uint16_t
heap_bits(uintptr_t unit, uintptr_t from, uintptr_t to)
{
	uintptr_t first = from > unit * UNIT ? from - unit * UNIT : 0, last = to < (unit + 1) * UNIT ? to - unit * UNIT : UNIT;
	return (uint16_t)((1u << last) - (1u << first));
}

/* These bytes are written, if they are of this memory. */
static inline void
heap_note_write(const void *at, size_t size)
{
	uintptr_t from = (uintptr_t)at - HEAP_AT, to = from + size;
	if (from < HEAP_SIZE && heap_written)
		for (uintptr_t unit = from / UNIT; unit * UNIT < to; unit++)
			heap_written[unit] |= heap_bits(unit, from, to);
}

static inline bool
heap_is_written(const void *at, size_t size)
{
	uintptr_t from = (uintptr_t)at - HEAP_AT, to = from + size;
	if (from < HEAP_SIZE && heap_written)
		for (uintptr_t unit = from / UNIT; unit * UNIT < to; unit++)
			if (heap_bits(unit, from, to) & ~heap_written[unit])
				return false;
	return true;
}
/* Bytes for which that is false are read: if they still hold what the heap filled them with, that is told, once in a test. */
void heap_tell_unwritten(const void *at, size_t size, const void *place);

/* Tells of an access that the last one is false for, and what it does; that ends the test. */
void heap_blame(const void *at, size_t size, const char *does, const void *place);
/* Was memory written to that is not allocated? That is told, and ends the test. */
void heap_check(void);
/* The host was given a pointer there as a result: it may be the caller's now. */
void heap_hand_out(const void *);
/*
 * Calls fn for all that the C library, or who else is not the implementation, has allocated while that ran, and not freed. False: that was too
 * much to remember.
 */
bool heap_each_foreign(void (*fn)(const void *, size_t));
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
