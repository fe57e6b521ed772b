/* One semaphore counts the free places, another the items, and each end of the ring has a mutex of its own. */
#include "../bounded-buffer.h"

#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

struct end {
	pthread_mutex_t mutex;
	int at;
};

struct buffer {
	sem_t places, items;
	struct end in, out;
	int capacity;
	int *ring;
};

buffer *
buffer_new(int capacity)
{
	buffer *b = calloc(1, sizeof *b);
	sem_init(&b->places, 0, capacity);
	sem_init(&b->items, 0, 0);
	pthread_mutex_init(&b->in.mutex, NULL);
	pthread_mutex_init(&b->out.mutex, NULL);
	b->capacity = capacity;
	b->ring = malloc(capacity * sizeof *b->ring);
	return b;
}

void
buffer_free(buffer *b)
{
	sem_destroy(&b->places);
	sem_destroy(&b->items);
	pthread_mutex_destroy(&b->in.mutex);
	pthread_mutex_destroy(&b->out.mutex);
	free(b->ring);
	free(b);
}

static void
take_one(sem_t *s)
{
	while (sem_wait(s) != 0)
		; /* a signal came */
}

void
buffer_put(buffer *b, int item)
{
	take_one(&b->places);
	pthread_mutex_lock(&b->in.mutex);
	b->ring[b->in.at] = item;
	b->in.at = (b->in.at + 1) % b->capacity;
	pthread_mutex_unlock(&b->in.mutex);
	sem_post(&b->items);
}

int
buffer_get(buffer *b)
{
	take_one(&b->items);
	pthread_mutex_lock(&b->out.mutex);
	int item = b->ring[b->out.at];
	b->out.at = (b->out.at + 1) % b->capacity;
	pthread_mutex_unlock(&b->out.mutex);
	sem_post(&b->places);
	return item;
}
