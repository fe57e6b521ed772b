/* Nobody holds the mutex for long, so a second must do: who does not get it by then aborts. But a thread can be stopped for longer. */
/* class: crash */
#include "../bounded-buffer.h"

#include <stdlib.h>
#include <threads.h>
#include <time.h>

struct buffer {
	mtx_t mutex;
	cnd_t changed;
	int capacity, count, first;
	int items[];
};

static void
lock(buffer *b)
{
	struct timespec until;
	timespec_get(&until, TIME_UTC);
	until.tv_sec++;
	if (mtx_timedlock(&b->mutex, &until) != thrd_success)
		abort();
}

buffer *
buffer_new(int capacity)
{
	buffer *b = calloc(1, sizeof *b + (size_t)capacity * sizeof *b->items);
	mtx_init(&b->mutex, mtx_timed);
	cnd_init(&b->changed);
	b->capacity = capacity;
	return b;
}

void
buffer_free(buffer *b)
{
	cnd_destroy(&b->changed);
	mtx_destroy(&b->mutex);
	free(b);
}

void
buffer_put(buffer *b, int item)
{
	lock(b);
	while (b->count == b->capacity)
		cnd_wait(&b->changed, &b->mutex);
	b->items[(b->first + b->count++) % b->capacity] = item;
	cnd_broadcast(&b->changed);
	mtx_unlock(&b->mutex);
}

int
buffer_get(buffer *b)
{
	lock(b);
	while (b->count == 0)
		cnd_wait(&b->changed, &b->mutex);
	int item = b->items[b->first];
	b->first = (b->first + 1) % b->capacity;
	b->count--;
	cnd_broadcast(&b->changed);
	mtx_unlock(&b->mutex);
	return item;
}
