/* Takes it for room, or for an item, when its wait has only timed out. */
/* class: safety */
#include "../bounded-buffer.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <time.h>

struct buffer {
	pthread_mutex_t mutex;
	pthread_cond_t changed;
	int capacity, count, in, out;
	int *items;
};

buffer *
buffer_new(int capacity)
{
	buffer *b = calloc(1, sizeof *b);
	pthread_mutex_init(&b->mutex, NULL);
	pthread_cond_init(&b->changed, NULL);
	b->capacity = capacity;
	b->items = calloc(capacity, sizeof *b->items);
	return b;
}

void
buffer_free(buffer *b)
{
	pthread_cond_destroy(&b->changed);
	pthread_mutex_destroy(&b->mutex);
	free(b->items);
	free(b);
}

static bool
wait_for_change(buffer *b)
{
	struct timespec until;
	clock_gettime(CLOCK_REALTIME, &until);
	until.tv_nsec += 100000000;
	if (until.tv_nsec >= 1000000000) {
		until.tv_sec++;
		until.tv_nsec -= 1000000000;
	}
	return pthread_cond_timedwait(&b->changed, &b->mutex, &until) == 0;
}

void
buffer_put(buffer *b, int item)
{
	pthread_mutex_lock(&b->mutex);
	while (b->count == b->capacity)
		if (!wait_for_change(b))
			break;
	b->items[b->in] = item;
	b->in = (b->in + 1) % b->capacity;
	b->count++;
	pthread_cond_broadcast(&b->changed);
	pthread_mutex_unlock(&b->mutex);
}

int
buffer_get(buffer *b)
{
	pthread_mutex_lock(&b->mutex);
	while (b->count == 0)
		if (!wait_for_change(b))
			break;
	int item = b->items[b->out];
	b->out = (b->out + 1) % b->capacity;
	b->count--;
	pthread_cond_broadcast(&b->changed);
	pthread_mutex_unlock(&b->mutex);
	return item;
}
