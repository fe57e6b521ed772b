/* Places are given out one after the other, but a put may fill its place later than the next one does; gets only count items. */
/* class: value */
#include "../bounded-buffer.h"

#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>

struct buffer {
	sem_t slots, items;
	atomic_uint in, out;
	int capacity;
	int ring[];
};

buffer *
buffer_new(int capacity)
{
	buffer *b = calloc(1, sizeof *b + (size_t)capacity * sizeof(int));
	sem_init(&b->slots, 0, (unsigned)capacity);
	sem_init(&b->items, 0, 0);
	b->capacity = capacity;
	return b;
}

void
buffer_free(buffer *b)
{
	sem_destroy(&b->slots);
	sem_destroy(&b->items);
	free(b);
}

void
buffer_put(buffer *b, int item)
{
	while (sem_wait(&b->slots) != 0)
		;
	unsigned at = atomic_fetch_add(&b->in, 1);
	b->ring[at % (unsigned)b->capacity] = item;
	sem_post(&b->items);
}

int
buffer_get(buffer *b)
{
	while (sem_wait(&b->items) != 0)
		;
	unsigned at = atomic_fetch_add(&b->out, 1);
	int item = b->ring[at % (unsigned)b->capacity];
	sem_post(&b->slots);
	return item;
}
