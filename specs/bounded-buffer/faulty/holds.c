/* Polls while it holds the mutex: nobody can ever change what it waits for. */
/* class: progress or hang */
#include "../bounded-buffer.h"

#include <sched.h>
#include <stdlib.h>
#include <threads.h>

struct buffer {
	mtx_t mutex;
	int capacity, count, first;
	int *items;
};

buffer *
buffer_new(int capacity)
{
	buffer *b = calloc(1, sizeof *b);
	mtx_init(&b->mutex, mtx_plain);
	b->capacity = capacity;
	b->items = calloc(capacity, sizeof *b->items);
	return b;
}

void
buffer_free(buffer *b)
{
	mtx_destroy(&b->mutex);
	free(b->items);
	free(b);
}

void
buffer_put(buffer *b, int item)
{
	mtx_lock(&b->mutex);
	while (b->count == b->capacity)
		thrd_yield();
	b->items[(b->first + b->count++) % b->capacity] = item;
	mtx_unlock(&b->mutex);
}

int
buffer_get(buffer *b)
{
	mtx_lock(&b->mutex);
	while (b->count == 0)
		sched_yield();
	int item = b->items[b->first];
	b->first = (b->first + 1) % b->capacity;
	b->count--;
	mtx_unlock(&b->mutex);
	return item;
}
