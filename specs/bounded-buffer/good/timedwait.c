/* Nobody ever signals: those who wait look at the buffer every five milliseconds, by a condition that times out. */
#include "../bounded-buffer.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

struct buffer {
	pthread_mutex_t mutex;
	pthread_cond_t tick;
	int *start, *end, *in, *out;
	int free;
};

buffer *
buffer_new(int capacity)
{
	buffer *b = malloc(sizeof *b);
	pthread_condattr_t monotonic;
	pthread_condattr_init(&monotonic);
	pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
	pthread_cond_init(&b->tick, &monotonic);
	pthread_condattr_destroy(&monotonic);
	pthread_mutex_init(&b->mutex, NULL);
	b->start = b->in = b->out = malloc(capacity * sizeof(int));
	b->end = b->start + capacity;
	b->free = capacity;
	return b;
}

void
buffer_free(buffer *b)
{
	pthread_cond_destroy(&b->tick);
	pthread_mutex_destroy(&b->mutex);
	free(b->start);
	free(b);
}

static void
wait_a_tick(buffer *b)
{
	struct timespec until;
	clock_gettime(CLOCK_MONOTONIC, &until);
	until.tv_nsec += 5000000;
	if (until.tv_nsec >= 1000000000) {
		until.tv_sec++;
		until.tv_nsec -= 1000000000;
	}
	pthread_cond_timedwait(&b->tick, &b->mutex, &until);
}

static int *
next(const buffer *b, int *place)
{
	return place + 1 == b->end ? b->start : place + 1;
}

void
buffer_put(buffer *b, int item)
{
	pthread_mutex_lock(&b->mutex);
	while (b->free == 0)
		wait_a_tick(b);
	*b->in = item;
	b->in = next(b, b->in);
	b->free--;
	pthread_mutex_unlock(&b->mutex);
}

int
buffer_get(buffer *b)
{
	pthread_mutex_lock(&b->mutex);
	while (b->free == b->end - b->start)
		wait_a_tick(b);
	int item = *b->out;
	b->out = next(b, b->out);
	b->free++;
	pthread_mutex_unlock(&b->mutex);
	return item;
}
