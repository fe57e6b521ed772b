#include "drivers/native/blocks.h"

#include "drivers/native/race.h"
#include "drivers/native/real.h"
#include "drivers/srtest-host.h"

#include <string.h>
#include <sys/mman.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

enum {
	SIZE = HEAP_SIZE,
	SMALL = 64, /* sizes up to so many units have a list each; larger ones a list for each power of two */
	LARGE = 1 << 20, /* what is used beyond this is given back to the system when a test is over */
	POISON = 0xdb,
	MOST_POISON = 4096, /* of a block that was freed */
	MOST_KEPT = 1 << 18, /* of what was freed, before any is given again where all is to be kept */
};

static struct state {
	size_t used, kept; /* of the region; of that, in blocks that are free */
	struct list {
		struct header *first, *last; /* the first is given again next */
	} free[CLASSES];
} state, remembered;
static unsigned char *copy, *copied_units; /* of what is in use when tests begin */
unsigned char *heap_units;
uint16_t *heap_written;
static bool ready;
static enum srtest_reuse reuse;

/* --- the region --- */

static void *
map(void *at, size_t size)
{
	void *m = mmap(at, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | (at ? MAP_FIXED_NOREPLACE : 0), -1, 0);
	return m == MAP_FAILED ? NULL : m;
}

bool
blocks_init(void)
{
	heap_written = map(NULL, SIZE / UNIT * sizeof *heap_written);
	heap_units = map(NULL, SIZE / UNIT);
	return ready = heap_units && map(REGION, SIZE) == REGION;
}

void
blocks_reuse(enum srtest_reuse how)
{
	reuse = how;
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

bool
block_is_of_loading(const struct header *h)
{
	return (const unsigned char *)h < REGION + remembered.used;
}

bool
blocks_are_there(void)
{
	return ready;
}

bool
block_is_mine(const void *at)
{
	return (const unsigned char *)at >= REGION && (const unsigned char *)at < REGION + SIZE;
}

/* --- sizes --- */

static size_t
class_of(size_t size)
{
	size_t units = (size + UNIT - 1) / UNIT;
	if (units <= SMALL)
		return units ? units - 1 : 0;
	return SMALL + 64 - 6 - (size_t)__builtin_clzll(units - 1) - 1;
}

size_t
block_size_of_class(size_t class)
{
	return class < SMALL ? (class + 1) * (size_t)UNIT : ((size_t)UNIT * SMALL * 2) << (class - SMALL);
}

static size_t
size_of(const struct header *h)
{
	return block_size_of_class(h->class);
}

struct header *
block_after(struct header *h)
{
	if (h && h->class >= CLASSES)
		return NULL;
	unsigned char *next = h ? (unsigned char *)(h + 1) + size_of(h) : REGION;
	return ready && next < REGION + state.used ? (void *)next : NULL;
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
	*n = at_most(size_of(h) - h->offset - h->size, UNIT + GUARD);
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
	return at_most(size_of(h), MOST_POISON);
}

bool
block_is_untouched(const struct header *h)
{
	return is_poison((const unsigned char *)(h + 1), poisoned(h));
}

bool
block_is_guarded(struct header *h)
{
	size_t n;
	const unsigned char *guard = guard_of(h, &n);
	return is_poison(guard, n);
}

bool
block_is_header(const struct header *h)
{
	return h->class < CLASSES && h->offset % UNIT == 0 && h->offset < size_of(h) && h->size <= size_of(h) - h->offset;
}

/* --- taking and giving back --- */

static uintptr_t
place_of(const struct header *h)
{
	return (uintptr_t)(h + 1) - HEAP_AT;
}

static void *
begin_block(struct header *h, size_t size, size_t class, size_t offset, const void *caller)
{
	*h = (struct header){.allocated = caller, .size = size, .offset = offset, .class = class};
	unsigned char *guard = guard_of(h, &size);
	memset(guard, POISON, size);
	units_open(heap_units, place_of(h), h->size);
	if (heap_written)
		memset(&heap_written[place_of(h) / UNIT], 0, (h->size + UNIT - 1) / UNIT * sizeof *heap_written);
	return h + 1;
}

static struct header *
take_new(size_t class)
{
	size_t whole = sizeof(struct header) + block_size_of_class(class);
	if (whole > SIZE - state.used)
		return NULL;
	struct header *h = (void *)(REGION + state.used);
	state.used += whole;
	return h;
}

static struct header *
take_freed(size_t class)
{
	struct list *l = &state.free[class];
	struct header *h = l->first;
	if (!h)
		return NULL;
	if (!block_is_untouched(h))
		block_blame(h);
	l->first = h->next;
	state.kept -= size_of(h);
	return h;
}

void *
block_take(size_t size, const void *caller)
{
	if (size > SIZE - GUARD)
		return NULL;
	size_t class = class_of(size + GUARD);
	bool keeps = reuse == SRTEST_KEEP && state.kept < MOST_KEPT;
	struct header *h = keeps ? take_new(class) : take_freed(class);
	if (!h)
		h = keeps ? take_freed(class) : take_new(class);
	return h ? begin_block(h, size, class, 0, caller) : NULL;
}

void *
block_move(struct header *from, struct header *own, size_t size, const void *caller)
{
	size_t class = from->class;
	units_close(heap_units, place_of(from), size_of(from));
	return begin_block(own, size, class, (size_t)((unsigned char *)own - (unsigned char *)from), caller);
}

static void
add(struct list *l, struct header *h, bool first)
{
	h->next = first ? l->first : NULL;
	if (!l->first)
		l->first = l->last = h;
	else if (first)
		l->first = h;
	else
		l->last = l->last->next = h;
}

/* What is read after it was freed shall not look like anything. */
void
block_give_back(void *block, const void *caller)
{
	const struct header *own = block_header(block);
	struct header *h = block_header((unsigned char *)block - own->offset);
	race_forget(block, own->size);
	*h = (struct header){.allocated = own->allocated, .freed = caller, .size = FREED, .had = (uint32_t)own->size, .moved = (uint32_t)own->offset, .class = own->class};
	units_close(heap_units, place_of(h), size_of(h));
	memset(h + 1, POISON, poisoned(h));
	add(&state.free[h->class], h, reuse == SRTEST_GIVE_LATEST);
	state.kept += size_of(h);
}
