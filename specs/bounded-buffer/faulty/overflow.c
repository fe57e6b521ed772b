/* The indices run freely in four bits, and the ring has a size that does not divide 16: where they wrap, an item is overwritten. */
/* class: value */
#include "../bounded-buffer.h"

#include <pthread.h>
#include <stdlib.h>

struct buffer {
	pthread_mutex_t mutex;
	pthread_cond_t changed;
	int size;
	unsigned in : 4, out : 4;
	int items[];
};

buffer *
buffer_new(int capacity)
{
	buffer *b = calloc(1, sizeof *b + (capacity + 1) * sizeof b->items[0]);
	pthread_mutex_init(&b->mutex, NULL);
	pthread_cond_init(&b->changed, NULL);
	b->size = capacity + 1;
	return b;
}

void
buffer_free(buffer *b)
{
	pthread_cond_destroy(&b->changed);
	pthread_mutex_destroy(&b->mutex);
	free(b);
}

static int
length(const buffer *b)
{
	return (b->in - b->out) & 15;
}

void
buffer_put(buffer *b, int item)
{
	pthread_mutex_lock(&b->mutex);
	while (length(b) == b->size - 1)
		pthread_cond_wait(&b->changed, &b->mutex);
	b->items[b->in++ % b->size] = item;
	pthread_cond_broadcast(&b->changed);
	pthread_mutex_unlock(&b->mutex);
}

int
buffer_get(buffer *b)
{
	pthread_mutex_lock(&b->mutex);
	while (length(b) == 0)
		pthread_cond_wait(&b->changed, &b->mutex);
	int item = b->items[b->out++ % b->size];
	pthread_cond_broadcast(&b->changed);
	pthread_mutex_unlock(&b->mutex);
	return item;
}
