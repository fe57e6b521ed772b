/* Asserts that a full buffer never has somebody waiting for items; but who was signalled may not have come back yet. */
/* class: crash */
#include "../bounded-buffer.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct buffer {
	pthread_mutex_t mutex;
	pthread_cond_t not_full, not_empty;
	int capacity, count, first, hungry;
	int items[];
};

buffer *
buffer_new(int capacity)
{
	buffer *b = calloc(1, sizeof *b + capacity * sizeof b->items[0]);
	pthread_mutex_init(&b->mutex, NULL);
	pthread_cond_init(&b->not_full, NULL);
	pthread_cond_init(&b->not_empty, NULL);
	b->capacity = capacity;
	return b;
}

void
buffer_free(buffer *b)
{
	pthread_cond_destroy(&b->not_full);
	pthread_cond_destroy(&b->not_empty);
	pthread_mutex_destroy(&b->mutex);
	free(b);
}

void
buffer_put(buffer *b, int item)
{
	pthread_mutex_lock(&b->mutex);
	while (b->count == b->capacity) {
		assert(b->hungry == 0);
		pthread_cond_wait(&b->not_full, &b->mutex);
	}
	b->items[(b->first + b->count++) % b->capacity] = item;
	pthread_cond_signal(&b->not_empty);
	pthread_mutex_unlock(&b->mutex);
}

int
buffer_get(buffer *b)
{
	pthread_mutex_lock(&b->mutex);
	b->hungry++;
	while (b->count == 0)
		pthread_cond_wait(&b->not_empty, &b->mutex);
	b->hungry--;
	int item = b->items[b->first];
	b->first = (b->first + 1) % b->capacity;
	b->count--;
	pthread_cond_signal(&b->not_full);
	pthread_mutex_unlock(&b->mutex);
	return item;
}
