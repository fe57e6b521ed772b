/* What malloc and its like give the implementation. */
#include "drivers/native/blocks.h"

#include "drivers/native/caller.h"
#include "drivers/native/granted.h"
#include "drivers/native/library.h"
#include "drivers/native/misuse.h"
#include "drivers/native/race.h"
#include "drivers/native/real.h"
#include "drivers/native/schedule.h"

#include <errno.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>

#define EXPORT __attribute__((visibility("default")))

enum {
	NEW = 0xa5,
	MOST_FILLED = 1 << 20, /* of a block */
	MOST_FOREIGN = 1024,
};

static int filler = NEW;
static bool unwritten_told; /* in this test */

void
heap_init(void)
{
	blocks_init();
}

void
heap_begin(bool zeros, enum srtest_reuse reuse)
{
	filler = zeros ? 0 : NEW;
	unwritten_told = false;
	blocks_reuse(reuse);
}

void
heap_tell_unwritten(const void *at, size_t size, const void *place)
{
	const unsigned char *bytes = at;
	for (size_t i = 0; i < size && !unwritten_told; i++) {
		if (heap_is_written(bytes + i, 1) || bytes[i] != (unsigned char)filler)
			continue;
		unwritten_told = true;
		tell_unwritten(place, block_place(bytes + i));
	}
}

/* --- what others allocate --- */

static void *foreign[MOST_FOREIGN]; /* while the implementation ran */
static size_t nforeign;
static bool lost; /* there were more */

static void *
note_foreign(void *block, const void *caller)
{
	if (!block || !implementation_runs() || library_is_host(caller))
		return block;
	if (nforeign < MOST_FOREIGN)
		foreign[nforeign++] = block;
	else
		lost = true;
	return block;
}

static void
forget_foreign(const void *block)
{
	for (size_t i = 0; i < nforeign; i++)
		if (foreign[i] == block)
			foreign[i--] = foreign[--nforeign];
}

bool
heap_each_foreign(void (*fn)(const void *, size_t))
{
	for (size_t i = 0; i < nforeign && !lost; i++)
		fn(foreign[i], real.malloc_usable_size(foreign[i]));
	return !lost;
}

/* Does the implementation ask? */
static bool
for_implementation(const void *caller)
{
	return blocks_are_there() && caller_is_implementation(caller);
}

/* --- new memory --- */

/* What is read before it was written shall not look like anything either; or like what it often is when a program begins. */
static void *
unwritten(void *block, size_t size)
{
	return memset(block, filler, size < MOST_FILLED ? size : MOST_FILLED);
}

static void *
allocate(size_t size, const void *caller)
{
	schedule_pass();
	void *block = block_take(size, caller);
	return block ? unwritten(block, size) : note_foreign(granted(real.malloc(size), size), caller); /* what is too large for the region is not put back */
}

static void *
allocate_aligned(size_t alignment, size_t size, const void *caller)
{
	if (alignment <= UNIT)
		return allocate(size, caller);
	if (size > HEAP_SIZE / 4 || alignment > HEAP_SIZE / 4)
		return note_foreign(granted(real.memalign(alignment, size), size), caller);
	schedule_pass();
	struct header *first = block_take(sizeof *first + alignment + size, caller);
	if (!first)
		return note_foreign(granted(real.memalign(alignment, size), size), caller);
	uintptr_t at = ((uintptr_t)(first + 1) + alignment - 1) / alignment * alignment;
	return unwritten(block_move(block_header(first), block_header((void *)at), size, caller), size);
}

void *
heap_take(size_t size)
{
	void *block = blocks_are_there() ? block_take(size, NULL) : NULL;
	return block ? memset(block, 0, size) : real_calloc(1, size);
}

void
heap_give(void *block)
{
	if (block_is_mine(block))
		block_give_back(block, NULL);
	else
		real.free(block);
}

/* --- in front of the C library's --- */

void *
heap_allocate(size_t size, const void *caller)
{
	return for_implementation(caller) ? allocate(size, caller) : note_foreign(granted(real.malloc(size), size), caller);
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
		return note_foreign(granted(real.calloc(n, size), __builtin_mul_overflow(n, size, &all) ? SIZE_MAX : all), caller);
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
	if (!block_is_mine(block)) {
		if (block && race_watched())
			race_forget(block, real.malloc_usable_size(block));
		forget_foreign(block);
		real.free(block);
		return;
	}
	schedule_pass();
	block_expect(block, "frees what was not allocated", "frees memory twice", __builtin_return_address(0));
	block_give_back(block, __builtin_return_address(0));
}

/* What was not written of a block, is not of its copy. */
static void
copy_written(const void *to, const void *from, size_t size)
{
	size_t new = ((uintptr_t)to - HEAP_AT) / UNIT, old = ((uintptr_t)from - HEAP_AT) / UNIT;
	if (!heap_written || !block_is_mine(to))
		return;
	for (size_t i = 0; i * UNIT < size; i++)
		heap_written[new + i] |= heap_written[old + i] & heap_bits(i, 0, size);
}

static void *
resize(void *block, size_t size, const void *caller)
{
	bool mine = block_is_mine(block);
	if (!mine && (block || !for_implementation(caller))) {
		if (block && race_watched())
			race_forget(block, real.malloc_usable_size(block));
		forget_foreign(block);
		return note_foreign(granted(real.realloc(block, size), size), caller);
	}
	if (mine)
		block_expect(block, "reallocates what was not allocated", "reallocates memory that was freed", caller);
	if (mine && size == 0) {
		block_give_back(block, caller);
		return NULL;
	}
	void *moved = allocate(size, caller);
	if (moved && mine) {
		size_t had = block_header(block)->size;
		memcpy(moved, block, had < size ? had : size);
		copy_written(moved, block, had < size ? had : size);
		block_give_back(block, caller);
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
	return for_implementation(caller) ? allocate_aligned(alignment, size, caller) : note_foreign(real.memalign(alignment, size), caller);
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
	return block_is_mine(block) ? block_header(block)->size : real.malloc_usable_size(block);
}
