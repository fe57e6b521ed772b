/* A put counts its item before it has waited for room, so that two puts which wait keep each other out. */
/* class: progress */
#include "../bounded-buffer.h"

#include <pthread.h>
#include <stdlib.h>

struct buffer {
	pthread_mutex_t mutex;
	pthread_cond_t changed;
	int capacity, count, in, out;
	int items[];
};

buffer *
buffer_new(int capacity)
{
	buffer *b = calloc(1, sizeof *b + capacity * sizeof b->items[0]);
	pthread_mutex_init(&b->mutex, NULL);
	pthread_cond_init(&b->changed, NULL);
	b->capacity = capacity;
	return b;
}

void
buffer_free(buffer *b)
{
	pthread_cond_destroy(&b->changed);
	pthread_mutex_destroy(&b->mutex);
	free(b);
}

void
buffer_put(buffer *b, int item)
{
	pthread_mutex_lock(&b->mutex);
	b->count++;
	while (b->count > b->capacity)
		pthread_cond_wait(&b->changed, &b->mutex);
	b->items[b->in] = item;
	b->in = (b->in + 1) % b->capacity;
	pthread_cond_broadcast(&b->changed);
	pthread_mutex_unlock(&b->mutex);
}

int
buffer_get(buffer *b)
{
	pthread_mutex_lock(&b->mutex);
	while (b->count == 0)
		pthread_cond_wait(&b->changed, &b->mutex);
	int item = b->items[b->out];
	b->out = (b->out + 1) % b->capacity;
	b->count--;
	pthread_cond_broadcast(&b->changed);
	pthread_mutex_unlock(&b->mutex);
	return item;
}
