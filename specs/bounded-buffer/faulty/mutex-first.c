/* Takes the mutex before it waits for a place or an item, so that nobody can make room: the semaphores are in the wrong order. */
/* class: progress */
#include "../bounded-buffer.h"

#include <semaphore.h>
#include <stdlib.h>

struct buffer {
	sem_t mutex, places, items;
	unsigned capacity, in, out;
	int ring[];
};

buffer *
buffer_new(int capacity)
{
	buffer *b = calloc(1, sizeof *b + capacity * sizeof b->ring[0]);
	sem_init(&b->mutex, 0, 1);
	sem_init(&b->places, 0, capacity);
	sem_init(&b->items, 0, 0);
	b->capacity = capacity;
	return b;
}

void
buffer_free(buffer *b)
{
	sem_destroy(&b->mutex);
	sem_destroy(&b->places);
	sem_destroy(&b->items);
	free(b);
}

void
buffer_put(buffer *b, int item)
{
	sem_wait(&b->mutex);
	sem_wait(&b->places);
	b->ring[b->in++ % b->capacity] = item;
	sem_post(&b->items);
	sem_post(&b->mutex);
}

int
buffer_get(buffer *b)
{
	sem_wait(&b->mutex);
	sem_wait(&b->items);
	int item = b->ring[b->out++ % b->capacity];
	sem_post(&b->places);
	sem_post(&b->mutex);
	return item;
}
