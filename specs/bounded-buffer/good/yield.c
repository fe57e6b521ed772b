/* Never waits for a mutex either: whoever does not get it, or cannot go on, yields and tries again. */
#include "../bounded-buffer.h"

#include <pthread.h>
#include <sched.h>
#include <stdbool.h>
#include <stdlib.h>

struct buffer {
	pthread_mutex_t mutex;
	int capacity, in, out;
	bool full;
	int *ring;
};

buffer *
buffer_new(int capacity)
{
	buffer *b = malloc(sizeof *b);
	pthread_mutex_init(&b->mutex, NULL);
	b->capacity = capacity;
	b->in = b->out = 0;
	b->full = false;
	b->ring = malloc(capacity * sizeof(int));
	return b;
}

void
buffer_free(buffer *b)
{
	pthread_mutex_destroy(&b->mutex);
	free(b->ring);
	free(b);
}

static bool
try_put(buffer *b, int item)
{
	if (pthread_mutex_trylock(&b->mutex) != 0)
		return false;
	bool can = !b->full;
	if (can) {
		b->ring[b->in] = item;
		b->in = (b->in + 1) % b->capacity;
		b->full = b->in == b->out;
	}
	pthread_mutex_unlock(&b->mutex);
	return can;
}

static bool
try_get(buffer *b, int *item)
{
	if (pthread_mutex_trylock(&b->mutex) != 0)
		return false;
	bool can = b->full || b->in != b->out;
	if (can) {
		*item = b->ring[b->out];
		b->out = (b->out + 1) % b->capacity;
		b->full = false;
	}
	pthread_mutex_unlock(&b->mutex);
	return can;
}

void
buffer_put(buffer *b, int item)
{
	while (!try_put(b, item))
		sched_yield();
}

int
buffer_get(buffer *b)
{
	int item;
	while (!try_get(b, &item))
		sched_yield();
	return item;
}
