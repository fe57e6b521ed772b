/* A spin lock made of an atomic flag; it is let go between two looks. No call of the system, and no pause either. */
#include "../bounded-buffer.h"

#include <stdatomic.h>
#include <stdlib.h>

struct buffer {
	atomic_flag busy;
	int capacity, count, first;
	int *items;
};

static void
lock(buffer *b)
{
	while (atomic_flag_test_and_set_explicit(&b->busy, memory_order_acquire))
		;
}

static void
unlock(buffer *b)
{
	atomic_flag_clear_explicit(&b->busy, memory_order_release);
}

buffer *
buffer_new(int capacity)
{
	buffer *b = calloc(1, sizeof *b);
	atomic_flag_clear(&b->busy);
	b->capacity = capacity;
	b->items = calloc(capacity, sizeof *b->items);
	return b;
}

void
buffer_free(buffer *b)
{
	free(b->items);
	free(b);
}

void
buffer_put(buffer *b, int item)
{
	for (lock(b); b->count == b->capacity; lock(b))
		unlock(b);
	b->items[(b->first + b->count) % b->capacity] = item;
	b->count++;
	unlock(b);
}

int
buffer_get(buffer *b)
{
	for (lock(b); b->count == 0; lock(b))
		unlock(b);
	int item = b->items[b->first];
	b->first = (b->first + 1) % b->capacity;
	b->count--;
	unlock(b);
	return item;
}
