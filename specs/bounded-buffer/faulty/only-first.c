/* Signals only when the buffer was empty or full before: if two gets wait and two puts come quickly, one get sleeps on. */
/* class: progress */
#include "../bounded-buffer.h"

#include <stdlib.h>
#include <threads.h>

struct buffer {
	mtx_t mutex;
	cnd_t not_full, not_empty;
	int capacity, count, in, out;
	int *items;
};

buffer *
buffer_new(int capacity)
{
	buffer *b = calloc(1, sizeof *b);
	mtx_init(&b->mutex, mtx_plain);
	cnd_init(&b->not_full);
	cnd_init(&b->not_empty);
	b->capacity = capacity;
	b->items = calloc(capacity, sizeof *b->items);
	return b;
}

void
buffer_free(buffer *b)
{
	cnd_destroy(&b->not_full);
	cnd_destroy(&b->not_empty);
	mtx_destroy(&b->mutex);
	free(b->items);
	free(b);
}

void
buffer_put(buffer *b, int item)
{
	mtx_lock(&b->mutex);
	while (b->count == b->capacity)
		cnd_wait(&b->not_full, &b->mutex);
	b->items[b->in] = item;
	b->in = (b->in + 1) % b->capacity;
	if (b->count++ == 0)
		cnd_signal(&b->not_empty);
	mtx_unlock(&b->mutex);
}

int
buffer_get(buffer *b)
{
	mtx_lock(&b->mutex);
	while (b->count == 0)
		cnd_wait(&b->not_empty, &b->mutex);
	int item = b->items[b->out];
	b->out = (b->out + 1) % b->capacity;
	if (b->count-- == b->capacity)
		cnd_signal(&b->not_full);
	mtx_unlock(&b->mutex);
	return item;
}
