/* A put into a full buffer overwrites the oldest item instead of waiting. */
/* class: safety */
#include "../bounded-buffer.h"

#include <pthread.h>
#include <stdlib.h>

struct buffer {
	pthread_mutex_t mutex;
	pthread_cond_t not_empty;
	int capacity, count, first;
	int items[];
};

buffer *
buffer_new(int capacity)
{
	buffer *b = calloc(1, sizeof *b + capacity * sizeof b->items[0]);
	pthread_mutex_init(&b->mutex, NULL);
	pthread_cond_init(&b->not_empty, NULL);
	b->capacity = capacity;
	return b;
}

void
buffer_free(buffer *b)
{
	pthread_cond_destroy(&b->not_empty);
	pthread_mutex_destroy(&b->mutex);
	free(b);
}

void
buffer_put(buffer *b, int item)
{
	pthread_mutex_lock(&b->mutex);
	b->items[(b->first + b->count) % b->capacity] = item;
	if (b->count < b->capacity)
		b->count++;
	else
		b->first = (b->first + 1) % b->capacity;
	pthread_cond_signal(&b->not_empty);
	pthread_mutex_unlock(&b->mutex);
}

int
buffer_get(buffer *b)
{
	pthread_mutex_lock(&b->mutex);
	while (b->count == 0)
		pthread_cond_wait(&b->not_empty, &b->mutex);
	int item = b->items[b->first];
	b->first = (b->first + 1) % b->capacity;
	b->count--;
	pthread_mutex_unlock(&b->mutex);
	return item;
}
