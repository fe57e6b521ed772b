/* Each end has its own lock. To see how full it is both are needed, and put and get take them in opposite orders: a deadlock. */
/* class: progress */
#include "../bounded-buffer.h"

#include <pthread.h>
#include <sched.h>
#include <stdbool.h>
#include <stdlib.h>

struct end {
	pthread_mutex_t mutex;
	unsigned n;
};

struct buffer {
	struct end in, out;
	unsigned capacity;
	int items[];
};

buffer *
buffer_new(int capacity)
{
	buffer *b = calloc(1, sizeof *b + capacity * sizeof b->items[0]);
	pthread_mutex_init(&b->in.mutex, NULL);
	pthread_mutex_init(&b->out.mutex, NULL);
	b->capacity = capacity;
	return b;
}

void
buffer_free(buffer *b)
{
	pthread_mutex_destroy(&b->in.mutex);
	pthread_mutex_destroy(&b->out.mutex);
	free(b);
}

static bool
try_put(buffer *b, int item)
{
	pthread_mutex_lock(&b->in.mutex);
	pthread_mutex_lock(&b->out.mutex);
	bool can = b->in.n - b->out.n < b->capacity;
	pthread_mutex_unlock(&b->out.mutex);
	if (can)
		b->items[b->in.n++ % b->capacity] = item;
	pthread_mutex_unlock(&b->in.mutex);
	return can;
}

static bool
try_get(buffer *b, int *item)
{
	pthread_mutex_lock(&b->out.mutex);
	pthread_mutex_lock(&b->in.mutex);
	bool can = b->in.n != b->out.n;
	pthread_mutex_unlock(&b->in.mutex);
	if (can)
		*item = b->items[b->out.n++ % b->capacity];
	pthread_mutex_unlock(&b->out.mutex);
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
