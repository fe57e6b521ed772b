/* What is told of accesses to memory that is not the implementation's, or that it has not written. */
#include "drivers/native/blocks.h"

#include "drivers/native/misuse.h"

#include <stdio.h>

enum { FAR = 1 << 16 }; /* from a block, an address is not meant for it */

bool
heap_block(const void *at, size_t *offset, size_t *size)
{
	for (struct header *h = NULL; block_is_mine(at) && (h = block_after(h));) {
		const unsigned char *block = (void *)(h + 1), *end = (void *)block_after(h);
		*offset = (size_t)((const unsigned char *)at - block);
		*size = h->size;
		if (!end || (const unsigned char *)at < end)
			return (const unsigned char *)at >= block && h->size != FREED && *offset < *size;
	}
	return false;
}

/* --- what was written to --- */

void
block_blame(const struct header *h)
{
	char what[80] = "wrote to memory that was freed";
	if (h->size != FREED)
		snprintf(what, sizeof what, h->class < CLASSES ? "wrote outside of a block of %zu bytes" : "wrote over what stands in front of a block", h->size);
	misuse_memory(what, NULL, h->allocated, h->size == FREED ? h->freed : NULL);
}

static bool
is_whole(struct header *h)
{
	return h->size == FREED && h->class < CLASSES ? block_is_untouched(h) : block_is_header(h) && block_is_guarded(h);
}

void
heap_check(void)
{
	for (struct header *h = NULL; (h = block_after(h));)
		if (!is_whole(h))
			block_blame(h);
}

/* Was this the header of a block, whatever became of it? */
static bool
was_header(const struct header *of)
{
	const struct header *first = block_is_header(of) ? (const void *)((const unsigned char *)of - of->offset) : of;
	struct header *h = block_after(NULL);
	while (h && h < first)
		h = block_after(h);
	return h == first;
}

void
block_expect(const void *block, const char *what, const char *what_again, const void *place)
{
	struct header *h = block_header(block);
	bool aligned = (uintptr_t)block % UNIT == 0;
	if (aligned && block_is_header(h) && block_is_guarded(h))
		return;
	if (!aligned || !was_header(h))
		misuse(what, place);
	else if (h->size == FREED)
		misuse(what_again, place);
	else
		block_blame(h);
}

/* --- who accesses what is not allocated --- */

struct block
block_of(struct header *h)
{
	if (h->size == FREED)
		return (struct block){h, (uintptr_t)(h + 1) + h->moved, h->had};
	const unsigned char *at = (void *)(h + 1), *end = at + block_size_of_class(h->class);
	while (at < end && !heap_units[(at - REGION) / UNIT])
		at += UNIT;
	const struct header *own = at < end ? block_header(at) : h;
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
	for (struct header *h = NULL; (h = block_after(h)) && h->class < CLASSES;) {
		struct block b = block_of(h);
		if (!found || distance(&b, at) < distance(nearest, at))
			*nearest = b;
		found = true;
	}
	return found;
}

bool
block_is_handed_out(struct header *h)
{
	return block_of(h).header->had != 0;
}

void
heap_hand_out(const void *at)
{
	struct block b;
	if (block_is_mine(at) && find_nearest((uintptr_t)at, &b) && b.header->size != FREED)
		block_header((const void *)b.at)->had = 1;
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

const void *
block_place(const void *at)
{
	struct block b;
	return find_nearest((uintptr_t)at, &b) ? b.header->allocated : NULL;
}
