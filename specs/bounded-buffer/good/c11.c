/* C11 threads; one condition, and it is signalled to all only when the buffer stops being empty or full. An array that moves up. */
#include "../bounded-buffer.h"

#include <stdlib.h>
#include <string.h>
#include <threads.h>

struct buffer {
	mtx_t lock;
	cnd_t edge;
	size_t used, size;
	int *items;
};

buffer *
buffer_new(int capacity)
{
	buffer *b = malloc(sizeof *b);
	if (!b)
		return NULL;
	*b = (buffer){.size = capacity, .items = malloc(capacity * sizeof(int))};
	if (!b->items || mtx_init(&b->lock, mtx_plain) != thrd_success || cnd_init(&b->edge) != thrd_success) {
		free(b->items);
		free(b);
		return NULL;
	}
	return b;
}

void
buffer_free(buffer *b)
{
	cnd_destroy(&b->edge);
	mtx_destroy(&b->lock);
	free(b->items);
	free(b);
}

void
buffer_put(buffer *b, int item)
{
	mtx_lock(&b->lock);
	while (b->used >= b->size)
		cnd_wait(&b->edge, &b->lock);
	b->items[b->used++] = item;
	if (b->used == 1)
		cnd_broadcast(&b->edge);
	mtx_unlock(&b->lock);
}

int
buffer_get(buffer *b)
{
	mtx_lock(&b->lock);
	while (b->used == 0)
		cnd_wait(&b->edge, &b->lock);
	int item = b->items[0];
	memmove(b->items, b->items + 1, (b->used - 1) * sizeof *b->items);
	if (b->used-- == b->size)
		cnd_broadcast(&b->edge);
	mtx_unlock(&b->lock);
	return item;
}
