/* Posts to the semaphore of the free places only when it has read the last item. */
/* class: progress */
#include "../bounded-buffer.h"

#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

struct buffer {
	sem_t places, items;
	pthread_mutex_t mutex;
	int capacity, in, out;
	int *ring;
};

buffer *
buffer_new(int capacity)
{
	buffer *b = calloc(1, sizeof *b);
	sem_init(&b->places, 0, capacity);
	sem_init(&b->items, 0, 0);
	pthread_mutex_init(&b->mutex, NULL);
	b->capacity = capacity;
	b->ring = calloc(capacity, sizeof *b->ring);
	return b;
}

void
buffer_free(buffer *b)
{
	sem_destroy(&b->places);
	sem_destroy(&b->items);
	pthread_mutex_destroy(&b->mutex);
	free(b->ring);
	free(b);
}

void
buffer_put(buffer *b, int item)
{
	sem_wait(&b->places);
	pthread_mutex_lock(&b->mutex);
	b->ring[b->in] = item;
	b->in = (b->in + 1) % b->capacity;
	pthread_mutex_unlock(&b->mutex);
	sem_post(&b->items);
}

int
buffer_get(buffer *b)
{
	sem_wait(&b->items);
	pthread_mutex_lock(&b->mutex);
	int item = b->ring[b->out];
	b->out = (b->out + 1) % b->capacity;
	if (b->in == b->out)
		sem_post(&b->places);
	pthread_mutex_unlock(&b->mutex);
	return item;
}
