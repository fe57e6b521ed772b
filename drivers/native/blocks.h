/*
 * The blocks that the heap consists of. They stand one behind the other in a region at a fixed address, each behind a header. What was
 * freed, and what lies behind what was asked for, is poison until it is allocated again.
 */
#ifndef NATIVE_BLOCKS_H
#define NATIVE_BLOCKS_H

#include "drivers/native/heap.h"
#include "drivers/native/units.h"

#define FREED SIZE_MAX
#define REGION ((unsigned char *)HEAP_AT)

enum {
	CLASSES = 64 + 32, /* of sizes */
	GUARD = 16, /* bytes of poison behind what was asked for, at least */
};

struct header {
	const void *allocated, *freed; /* where in the implementation that was done last */
	size_t size; /* that was asked for, or FREED */
	uint32_t had, moved; /* of what was freed: its size and offset; of what is handed out, 1 */
	union {
		size_t offset; /* from the start of the block's memory to this header, where an alignment moved it */
		struct header *next; /* of those that are free */
	};
	size_t class; /* the last, so that what is written in front of the block makes nonsense of it */
};
_Static_assert(sizeof(struct header) % UNIT == 0, "blocks are aligned");

/* False: there is no such memory. */
bool blocks_init(void);
/* What becomes of blocks that are freed from now on. */
void blocks_reuse(enum srtest_reuse);
/* Is there a region, and does the address lie in it? */
bool blocks_are_there(void);
bool block_is_mine(const void *at);

static inline struct header *
block_header(const void *block)
{
	return (struct header *)(uintptr_t)block - 1;
}

/* How much there is behind a header of this class. */
size_t block_size_of_class(size_t class);
/* The header that comes next in the region; of NULL the first one. NULL: there is none, or somebody wrote over this one. */
struct header *block_after(struct header *);

/* Was it there when the implementation had been loaded? */
bool block_is_of_loading(const struct header *);

/* What is or was allocated behind a header that follows another one: an alignment may have moved it. */
struct block {
	const struct header *header;
	uintptr_t at;
	size_t size;
};
struct block block_of(struct header *);
/* Is the memory the caller's now, who was given it? */
bool block_is_handed_out(struct header *);

/* NULL: there is not enough. */
void *block_take(size_t size, const void *caller);
/* A block that was taken begins later than it did, where this header is, and has this size. */
void *block_move(struct header *from, struct header *own, size_t size, const void *caller);
void block_give_back(void *block, const void *caller);

/* Is the free block, or what stands behind one that is not, as it was left? */
bool block_is_untouched(const struct header *);
bool block_is_guarded(struct header *);
/* Can it be the header of a block, and not what somebody wrote over it? */
bool block_is_header(const struct header *);
/* Somebody wrote where nobody may: tells that, and ends the test. */
void block_blame(const struct header *);
/* Is there a block here, and nobody wrote around it? Else what the implementation does is told, and ends the test. */
void block_expect(const void *block, const char *what, const char *what_again, const void *place);
/* Where the block that holds the address, or that is the nearest to it, was allocated. */
const void *block_place(const void *at);

#endif
