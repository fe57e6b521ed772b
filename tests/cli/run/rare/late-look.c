/* A bounded buffer whose get reads its item after it has given back the mutex. */
#include "../../../../specs/bounded-buffer/bounded-buffer.h"

#include <pthread.h>
#include <stdlib.h>

struct buffer {
	pthread_mutex_t mutex;
	pthread_cond_t room, some;
	int capacity, n, first, ring[];
};

buffer *
buffer_new(int capacity)
{
	buffer *b = calloc(1, sizeof *b + (size_t)capacity * sizeof b->ring[0]);
	pthread_mutex_init(&b->mutex, NULL);
	pthread_cond_init(&b->room, NULL);
	pthread_cond_init(&b->some, NULL);
	b->capacity = capacity;
	return b;
}

void
buffer_free(buffer *b)
{
	free(b);
}

void
buffer_put(buffer *b, int item)
{
	pthread_mutex_lock(&b->mutex);
	while (b->n == b->capacity)
		pthread_cond_wait(&b->room, &b->mutex);
	b->ring[(b->first + b->n++) % b->capacity] = item;
	pthread_cond_signal(&b->some);
	pthread_mutex_unlock(&b->mutex);
}

int
buffer_get(buffer *b)
{
	pthread_mutex_lock(&b->mutex);
	while (b->n == 0)
		pthread_cond_wait(&b->some, &b->mutex);
	int at = b->first;
	b->first = (b->first + 1) % b->capacity;
	b->n--;
	pthread_cond_signal(&b->room);
	pthread_mutex_unlock(&b->mutex);
	return *(volatile int *)&b->ring[at];
}
