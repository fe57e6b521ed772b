/* A ring in which in == out means empty needs a slot more than its capacity; this one has none, so it holds one item too few. */
/* class: progress */
#include "../bounded-buffer.h"

#include <pthread.h>
#include <stdlib.h>

struct buffer {
	pthread_mutex_t mutex;
	pthread_cond_t changed;
	int size, in, out;
	int *ring;
};

buffer *
buffer_new(int capacity)
{
	buffer *b = calloc(1, sizeof *b);
	pthread_mutex_init(&b->mutex, NULL);
	pthread_cond_init(&b->changed, NULL);
	b->size = capacity;
	b->ring = calloc(b->size, sizeof *b->ring);
	return b;
}

void
buffer_free(buffer *b)
{
	pthread_cond_destroy(&b->changed);
	pthread_mutex_destroy(&b->mutex);
	free(b->ring);
	free(b);
}

void
buffer_put(buffer *b, int item)
{
	pthread_mutex_lock(&b->mutex);
	while ((b->in + 1) % b->size == b->out)
		pthread_cond_wait(&b->changed, &b->mutex);
	b->ring[b->in] = item;
	b->in = (b->in + 1) % b->size;
	pthread_cond_broadcast(&b->changed);
	pthread_mutex_unlock(&b->mutex);
}

int
buffer_get(buffer *b)
{
	pthread_mutex_lock(&b->mutex);
	while (b->in == b->out)
		pthread_cond_wait(&b->changed, &b->mutex);
	int item = b->ring[b->out];
	b->out = (b->out + 1) % b->size;
	pthread_cond_broadcast(&b->changed);
	pthread_mutex_unlock(&b->mutex);
	return item;
}
