/* A get signals the condition of those that wait for items, so that a put which waits for room is not woken. */
/* class: progress */
#include "../bounded-buffer.h"

#include <stdlib.h>
#include <threads.h>

struct buffer {
	mtx_t lock;
	cnd_t room, item;
	int capacity, n;
	int *items;
};

buffer *
buffer_new(int capacity)
{
	buffer *b = malloc(sizeof *b);
	mtx_init(&b->lock, mtx_plain);
	cnd_init(&b->room);
	cnd_init(&b->item);
	b->capacity = capacity;
	b->n = 0;
	b->items = malloc(capacity * sizeof *b->items);
	return b;
}

void
buffer_free(buffer *b)
{
	cnd_destroy(&b->room);
	cnd_destroy(&b->item);
	mtx_destroy(&b->lock);
	free(b->items);
	free(b);
}

void
buffer_put(buffer *b, int item)
{
	mtx_lock(&b->lock);
	while (b->n == b->capacity)
		cnd_wait(&b->room, &b->lock);
	b->items[b->n++] = item;
	cnd_signal(&b->item);
	mtx_unlock(&b->lock);
}

int
buffer_get(buffer *b)
{
	mtx_lock(&b->lock);
	while (b->n == 0)
		cnd_wait(&b->item, &b->lock);
	int item = b->items[0];
	for (int i = 1; i < b->n; i++)
		b->items[i - 1] = b->items[i];
	b->n--;
	cnd_signal(&b->item);
	mtx_unlock(&b->lock);
	return item;
}
