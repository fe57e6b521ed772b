/* A date is read from where ctime() writes those of all threads. */
/* class: value */
#include "../bounded-buffer.h"

#include <stdio.h>
#include <stdlib.h>
#include <threads.h>
#include <time.h>

struct buffer {
	mtx_t mutex;
	cnd_t changed;
	int capacity, n;
	int slots[];
};

buffer *
buffer_new(int capacity)
{
	buffer *b = calloc(1, sizeof *b + (size_t)capacity * sizeof(int));
	mtx_init(&b->mutex, mtx_plain);
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

/* By way of a date, which the item is the second of. */
static int
through(int item)
{
	time_t t = item;
	const char *date = ctime(&t);
	int second = -1;
	sscanf(date + 17, "%d", &second);
	return second;
}

void
buffer_put(buffer *b, int item)
{
	int got = through(item);
	mtx_lock(&b->mutex);
	while (b->n == b->capacity)
		cnd_wait(&b->changed, &b->mutex);
	b->slots[b->n++] = got;
	cnd_broadcast(&b->changed);
	mtx_unlock(&b->mutex);
}

int
buffer_get(buffer *b)
{
	mtx_lock(&b->mutex);
	while (b->n == 0)
		cnd_wait(&b->changed, &b->mutex);
	int item = b->slots[0];
	for (int i = 1; i < b->n; i++)
		b->slots[i - 1] = b->slots[i];
	b->n--;
	cnd_broadcast(&b->changed);
	mtx_unlock(&b->mutex);
	return item;
}
