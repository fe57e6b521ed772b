#include "drivers/native/heap.h"

#include "drivers/native/caller.h"
#include "drivers/native/granted.h"
#include "drivers/native/misuse.h"
#include "drivers/native/race.h"
#include "drivers/native/real.h"
#include "drivers/native/schedule.h"

#include <errno.h>
#include <malloc.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

#define EXPORT __attribute__((visibility("default")))
#define FREED SIZE_MAX
#define REGION ((unsigned char *)HEAP_AT)

enum {
	SIZE = HEAP_SIZE,
	UNIT = HEAP_UNIT,
	SMALL = 64, /* sizes up to so many units have a list each; larger ones a list for each power of two */
	CLASSES = SMALL + 32,
	LARGE = 1 << 20, /* what is used beyond this is given back to the system when a test is over */
	POISON = 0xdb,
	NEW = 0xa5,
	MOST_POISON = 4096, /* of either */
	GUARD = 16, /* bytes of poison behind what was asked for, at least */
	FAR = 1 << 16, /* from a block, an address is not meant for it */
};

/* Stands before each block. What was freed, and what lies behind what was asked for, is poison until it is allocated again. */
struct header {
	const void *allocated, *freed; /* where in the implementation that was done last */
	size_t size; /* that was asked for, or FREED */
	uint32_t had, moved; /* of what was freed: its size and offset */
	union {
		size_t offset; /* from the start of the block's memory to this header, where an alignment moved it */
		struct header *next; /* of those that are free */
	};
	size_t class; /* the last, so that what is written in front of the block makes nonsense of it */
};
_Static_assert(sizeof(struct header) % UNIT == 0, "blocks are aligned");

static struct state {
	size_t used;
	struct header *free[CLASSES];
} state, remembered;
static unsigned char *copy, *copied_units; /* of what is in use when tests begin */
unsigned char *heap_units;
uint16_t *heap_written;
static bool unwritten_told; /* in this test */
static bool ready;
static int filler = NEW;

void
heap_init(void)
{
	ready = mmap(REGION, SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0) == (void *)REGION;
	void *written = mmap(NULL, SIZE / UNIT * sizeof *heap_written, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	heap_written = written == MAP_FAILED ? NULL : written;
	void *units = mmap(NULL, SIZE / UNIT, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (units != MAP_FAILED)
		heap_units = units;
	else
		ready = false;
}

void
heap_remember(void)
{
	remembered = state;
	copy = real.malloc(state.used + 1);
	copied_units = real.malloc(state.used / UNIT + 1);
	ready = ready && copy && copied_units;
	if (!ready)
		return;
	memcpy(copy, REGION, state.used);
	memcpy(copied_units, heap_units, state.used / UNIT);
}

/* Whatever was written there is gone; much of it is given back to the system. */
static void
empty(unsigned char *at, size_t size)
{
	if (size > LARGE)
		madvise(at, size, MADV_DONTNEED);
	else
		memset(at, 0, size);
}

void
heap_restore(void)
{
	if (!ready)
		return;
	empty(REGION, state.used);
	empty(heap_units, state.used / UNIT);
	unwritten_told = false;
	state = remembered;
	memcpy(REGION, copy, state.used);
	memcpy(heap_units, copied_units, state.used / UNIT);
	heap_note_write(REGION, state.used);
}

bool
heap_number(uint64_t seed, uint64_t *number)
{
	if (!ready || state.used > LARGE)
		return false;
	*number = XXH3_64bits_withSeed(REGION, state.used, XXH3_64bits_withSeed(&state, sizeof state, seed));
	return true;
}

const void *
heap_memory(size_t *size)
{
	*size = ready ? state.used : 0;
	return REGION;
}

static bool
is_mine(const void *at)
{
	return (const unsigned char *)at >= REGION && (const unsigned char *)at < REGION + SIZE;
}

/* Does the implementation ask? */
static bool
for_implementation(const void *caller)
{
	return ready && caller_is_implementation(caller);
}

static size_t
class_of(size_t size)
{
	size_t units = (size + UNIT - 1) / UNIT;
	if (units <= SMALL)
		return units ? units - 1 : 0;
	return SMALL + 64 - 6 - (size_t)__builtin_clzll(units - 1) - 1;
}

static size_t
size_of_class(size_t class)
{
	return class < SMALL ? (class + 1) * (size_t)UNIT : ((size_t)UNIT * SMALL * 2) << (class - SMALL);
}

static struct header *
header_of(const void *block)
{
	return (struct header *)(uintptr_t)block - 1;
}

/* Blocks stand one behind the other; where an alignment moved one, the header in front of what was allocated leads on. */
bool
heap_block(const void *at, size_t *offset, size_t *size)
{
	const unsigned char *block = REGION, *end;
	if (!ready || !is_mine(at))
		return false;
	for (; block < REGION + state.used; block = end) {
		const struct header *h = (const void *)block;
		block += sizeof *h;
		end = block + (h->class < CLASSES ? size_of_class(h->class) : SIZE);
		*offset = (size_t)((const unsigned char *)at - block);
		*size = h->size;
		if ((const unsigned char *)at < end)
			return (const unsigned char *)at >= block && h->size != FREED && *offset < *size;
	}
	return false;
}

/* --- what must stay as it is --- */

static size_t
at_most(size_t n, size_t most)
{
	return n < most ? n : most;
}

/* The first of the bytes behind a block, and how many are looked at. */
static unsigned char *
guard_of(struct header *h, size_t *n)
{
	unsigned char *block = (void *)(h + 1);
	*n = at_most(size_of_class(h->class) - h->offset - h->size, UNIT + GUARD);
	return block + h->size;
}

static bool
is_poison(const unsigned char *at, size_t n)
{
	return n == 0 || (*at == POISON && memcmp(at, at + 1, n - 1) == 0);
}

/* How much of a free block. */
static size_t
poisoned(const struct header *h)
{
	return at_most(size_of_class(h->class), MOST_POISON);
}

static bool
is_untouched(const struct header *h)
{
	return is_poison((const unsigned char *)(h + 1), poisoned(h));
}

static bool
is_guarded(struct header *h)
{
	size_t n;
	const unsigned char *guard = guard_of(h, &n);
	return is_poison(guard, n);
}

/* Can it be the header of a block, and not what somebody wrote over it? */
static bool
is_header(const struct header *h)
{
	return h->class < CLASSES && h->offset % UNIT == 0 && h->offset < size_of_class(h->class) && h->size <= size_of_class(h->class) - h->offset;
}

/* Of one whose class makes sense. */
static struct header *
next_of(struct header *h)
{
	return (void *)((unsigned char *)(h + 1) + size_of_class(h->class));
}

/* Was this the header of a block, whatever became of it? */
static bool
was_header(const struct header *of)
{
	const struct header *first = is_header(of) ? (const void *)((const unsigned char *)of - of->offset) : of;
	struct header *h = (void *)REGION;
	while (h < first && (unsigned char *)h < REGION + state.used && h->class < CLASSES)
		h = next_of(h);
	return h == first;
}

static bool
is_whole(struct header *h)
{
	return h->size == FREED && h->class < CLASSES ? is_untouched(h) : is_header(h) && is_guarded(h);
}

static void
blame_damage(const struct header *h)
{
	char what[80] = "wrote to memory that was freed";
	if (h->size != FREED)
		snprintf(what, sizeof what, h->class < CLASSES ? "wrote outside of a block of %zu bytes" : "wrote over what stands in front of a block", h->size);
	misuse_memory(what, NULL, h->allocated, h->size == FREED ? h->freed : NULL);
}

void
heap_check(void)
{
	const unsigned char *end = REGION + state.used;
	for (struct header *h = (void *)REGION; ready && (unsigned char *)h < end; h = next_of(h))
		if (!is_whole(h))
			blame_damage(h);
}

/* --- who accesses what is not allocated --- */

/* A block that is or was there: its first byte, and its size. */
struct block {
	const struct header *header;
	uintptr_t at;
	size_t size;
};

/* Of what the header is about, which an alignment may have moved. */
static struct block
block_of(struct header *h)
{
	if (h->size == FREED)
		return (struct block){h, (uintptr_t)(h + 1) + h->moved, h->had};
	const unsigned char *at = (void *)(h + 1), *end = (void *)next_of(h);
	while (at < end && !heap_units[(at - REGION) / UNIT])
		at += UNIT;
	const struct header *own = at < end ? header_of(at) : h;
	return (struct block){own, (uintptr_t)(own + 1), own->size};
}

static size_t
distance(const struct block *b, uintptr_t at)
{
	return at < b->at ? b->at - at : at - b->at < b->size ? 0 : at - b->at - b->size;
}

/* The block that is the nearest to the address. False: there is none. */
static bool
find_nearest(uintptr_t at, struct block *nearest)
{
	bool found = false;
	for (struct header *h = (void *)REGION; (unsigned char *)h < REGION + state.used && h->class < CLASSES; h = next_of(h)) {
		struct block b = block_of(h);
		if (!found || distance(&b, at) < distance(nearest, at))
			*nearest = b;
		found = true;
	}
	return found;
}

static const char *
bytes(size_t n)
{
	return n == 1 ? "byte" : "bytes";
}

/* Where in the block the access begins. */
static void
say_where(char *to, size_t room, const struct block *b, uintptr_t at)
{
	const char *freed = b->header->size == FREED ? " that was freed" : "";
	if (at < b->at)
		snprintf(to, room, "%zu %s in front of a block of %zu%s", b->at - at, bytes(b->at - at), b->size, freed);
	else
		snprintf(to, room, "at offset %zu of a block of %zu %s%s", at - b->at, b->size, bytes(b->size), freed);
}

void
heap_blame(const void *at, size_t size, const char *does, const void *place)
{
	char what[160], where[100] = "that were never allocated";
	struct block b;
	bool found = find_nearest((uintptr_t)at, &b) && distance(&b, (uintptr_t)at) < FAR;
	if (found)
		say_where(where, sizeof where, &b, (uintptr_t)at);
	snprintf(what, sizeof what, "%s %zu %s %s", does, size, bytes(size), where);
	misuse_memory(what, place, found ? b.header->allocated : NULL, found && b.header->size == FREED ? b.header->freed : NULL);
}

void
heap_tell_unwritten(const void *at, size_t size, const void *place)
{
	const unsigned char *bytes = at;
	struct block b;
	for (size_t i = 0; i < size && !unwritten_told; i++) {
		if (heap_is_written(bytes + i, 1) || bytes[i] != (unsigned char)filler || !find_nearest((uintptr_t)bytes + i, &b))
			continue;
		unwritten_told = true;
		tell_unwritten(place, b.header->allocated);
	}
}

/* --- blocks --- */

/* These bytes are allocated from now on, or those of the whole class are not any more. */
static void
allow(const void *block, size_t size)
{
	unsigned char *unit = &heap_units[((const unsigned char *)block - REGION) / UNIT];
	memset(unit, UNIT, size / UNIT);
	if (size % UNIT)
		unit[size / UNIT] = size % UNIT;
}

static void
forbid(const struct header *h)
{
	memset(&heap_units[((const unsigned char *)(h + 1) - REGION) / UNIT], 0, size_of_class(h->class) / UNIT);
}

static void *
begin_block(struct header *h, size_t size, size_t class, size_t offset, const void *caller)
{
	*h = (struct header){.allocated = caller, .size = size, .offset = offset, .class = class};
	unsigned char *guard = guard_of(h, &size);
	memset(guard, POISON, size);
	allow(h + 1, h->size);
	if (heap_written)
		memset(&heap_written[((const unsigned char *)(h + 1) - REGION) / UNIT], 0, (h->size + UNIT - 1) / UNIT * sizeof *heap_written);
	return h + 1;
}

/* NULL: there is not enough. */
static void *
take(size_t size, const void *caller)
{
	if (size > SIZE - GUARD)
		return NULL;
	size_t class = class_of(size + GUARD);
	struct header *h = state.free[class];
	if (h) {
		if (!is_untouched(h))
			blame_damage(h);
		state.free[class] = h->next;
	} else {
		size_t whole = sizeof *h + size_of_class(class);
		if (whole > SIZE - state.used)
			return NULL;
		h = (void *)(REGION + state.used);
		state.used += whole;
	}
	return begin_block(h, size, class, 0, caller);
}

/* Is there a block here? Else the implementation broke a rule. */
static void
check(const void *block, const char *what, const char *what_again, const void *place)
{
	struct header *h = header_of(block);
	bool aligned = (uintptr_t)block % UNIT == 0;
	if (aligned && is_header(h) && is_guarded(h))
		return;
	if (!aligned || !was_header(h))
		misuse(what, place);
	else if (h->size == FREED)
		misuse(what_again, place);
	else
		blame_damage(h);
}

/* What is read after it was freed shall not look like anything. */
static void
give_back(void *block, const void *caller)
{
	const struct header *own = header_of(block);
	struct header *h = header_of((unsigned char *)block - own->offset);
	race_forget(block, own->size);
	*h = (struct header){
		.allocated = own->allocated, .freed = caller, .size = FREED, .had = (uint32_t)own->size, .moved = (uint32_t)own->offset,
		.next = state.free[own->class], .class = own->class,
	};
	forbid(h);
	memset(h + 1, POISON, poisoned(h));
	state.free[h->class] = h;
}

void
heap_fill(bool zeros)
{
	filler = zeros ? 0 : NEW;
}

/* What is read before it was written shall not look like anything either; or like what it often is when a program begins. */
static void *
unwritten(void *block, size_t size)
{
	return memset(block, filler, at_most(size, LARGE));
}

static void *
allocate(size_t size, const void *caller)
{
	schedule_pass();
	void *block = take(size, caller);
	return block ? unwritten(block, size) : granted(real.malloc(size), size); /* what is too large for the region is not put back */
}

static void *
allocate_aligned(size_t alignment, size_t size, const void *caller)
{
	if (alignment <= UNIT)
		return allocate(size, caller);
	if (size > SIZE / 4 || alignment > SIZE / 4)
		return granted(real.memalign(alignment, size), size);
	schedule_pass();
	struct header *first = take(sizeof *first + alignment + size, caller), *own;
	if (!first)
		return granted(real.memalign(alignment, size), size);
	uintptr_t at = ((uintptr_t)(first + 1) + alignment - 1) / alignment * alignment;
	own = header_of((void *)at);
	forbid(header_of(first));
	begin_block(own, size, header_of(first)->class, at - (uintptr_t)first, caller);
	return unwritten((void *)at, size);
}

void *
heap_take(size_t size)
{
	void *block = ready ? take(size, NULL) : NULL;
	return block ? memset(block, 0, size) : real_calloc(1, size);
}

void
heap_give(void *block)
{
	if (is_mine(block))
		give_back(block, NULL);
	else
		real.free(block);
}

/* --- in front of the C library's --- */

void *
heap_allocate(size_t size, const void *caller)
{
	return for_implementation(caller) ? allocate(size, caller) : granted(real.malloc(size), size);
}

EXPORT void *
malloc(size_t size)
{
	return heap_allocate(size, __builtin_return_address(0));
}

EXPORT void *
calloc(size_t n, size_t size)
{
	size_t all;
	const void *caller = __builtin_return_address(0);
	if (!for_implementation(caller))
		return granted(real.calloc(n, size), __builtin_mul_overflow(n, size, &all) ? SIZE_MAX : all);
	if (size && n > SIZE_MAX / size) {
		errno = ENOMEM;
		return NULL;
	}
	void *block = allocate(n * size, caller);
	heap_note_write(block, n * size);
	return block ? memset(block, 0, n * size) : NULL;
}

EXPORT void
free(void *block)
{
	if (!is_mine(block)) {
		if (block && race_watched())
			race_forget(block, real.malloc_usable_size(block));
		real.free(block);
		return;
	}
	schedule_pass();
	check(block, "frees what was not allocated", "frees memory twice", __builtin_return_address(0));
	give_back(block, __builtin_return_address(0));
}

/* What was not written of a block, is not of its copy. */
static void
copy_written(const void *to, const void *from, size_t size)
{
	size_t new = ((uintptr_t)to - HEAP_AT) / UNIT, old = ((uintptr_t)from - HEAP_AT) / UNIT;
	if (!heap_written || !is_mine(to))
		return;
	for (size_t i = 0; i * UNIT < size; i++)
		heap_written[new + i] |= heap_written[old + i] & heap_bits(i, 0, size);
}

static void *
resize(void *block, size_t size, const void *caller)
{
	bool mine = is_mine(block);
	if (!mine && (block || !for_implementation(caller))) {
		if (block && race_watched())
			race_forget(block, real.malloc_usable_size(block));
		return granted(real.realloc(block, size), size);
	}
	if (mine)
		check(block, "reallocates what was not allocated", "reallocates memory that was freed", caller);
	if (mine && size == 0) {
		give_back(block, caller);
		return NULL;
	}
	void *moved = allocate(size, caller);
	if (moved && mine) {
		size_t had = header_of(block)->size;
		memcpy(moved, block, had < size ? had : size);
		copy_written(moved, block, had < size ? had : size);
		give_back(block, caller);
	}
	return moved;
}

EXPORT void *
realloc(void *block, size_t size)
{
	return resize(block, size, __builtin_return_address(0));
}

static void *
aligned(size_t alignment, size_t size, const void *caller)
{
	return for_implementation(caller) ? allocate_aligned(alignment, size, caller) : real.memalign(alignment, size);
}

EXPORT void *
aligned_alloc(size_t alignment, size_t size)
{
	return aligned(alignment, size, __builtin_return_address(0));
}

EXPORT int
posix_memalign(void **block, size_t alignment, size_t size)
{
	if (alignment < sizeof(void *) || (alignment & (alignment - 1)))
		return EINVAL;
	*block = aligned(alignment, size, __builtin_return_address(0));
	return *block ? 0 : ENOMEM;
}

EXPORT void *
memalign(size_t alignment, size_t size)
{
	return aligned(alignment, size, __builtin_return_address(0));
}

EXPORT void *
reallocarray(void *block, size_t n, size_t size)
{
	if (size && n > SIZE_MAX / size) {
		errno = ENOMEM;
		return NULL;
	}
	return resize(block, n * size, __builtin_return_address(0));
}

EXPORT size_t
malloc_usable_size(void *block)
{
	return is_mine(block) ? header_of(block)->size : real.malloc_usable_size(block);
}
