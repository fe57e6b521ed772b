/* Polls without the mutex and takes it only then: two calls may have seen the same last place, or the same last item. */
/* class: safety or value */
#include "../bounded-buffer.h"

#include <pthread.h>
#include <sched.h>
#include <stdlib.h>

struct buffer {
	pthread_mutex_t mutex;
	volatile int count;
	int capacity, in, out;
	int *ring;
};

buffer *
buffer_new(int capacity)
{
	buffer *b = calloc(1, sizeof *b);
	pthread_mutex_init(&b->mutex, NULL);
	b->capacity = capacity;
	b->ring = calloc(capacity, sizeof *b->ring);
	return b;
}

void
buffer_free(buffer *b)
{
	pthread_mutex_destroy(&b->mutex);
	free(b->ring);
	free(b);
}

void
buffer_put(buffer *b, int item)
{
	while (b->count == b->capacity)
		sched_yield();
	pthread_mutex_lock(&b->mutex);
	b->ring[b->in] = item;
	b->in = (b->in + 1) % b->capacity;
	b->count++;
	pthread_mutex_unlock(&b->mutex);
}

int
buffer_get(buffer *b)
{
	while (b->count == 0)
		sched_yield();
	pthread_mutex_lock(&b->mutex);
	int item = b->ring[b->out];
	b->out = (b->out + 1) % b->capacity;
	b->count--;
	pthread_mutex_unlock(&b->mutex);
	return item;
}
