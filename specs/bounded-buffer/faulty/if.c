/* Looks only once: who was woken goes on although another get may have been faster (if where while is needed). */
/* class: safety or value */
#include "../bounded-buffer.h"

#include <pthread.h>
#include <stdlib.h>

struct buffer {
	pthread_mutex_t mutex;
	pthread_cond_t not_full, not_empty;
	int capacity, count, in, out;
	int *items;
};

buffer *
buffer_new(int capacity)
{
	buffer *b = calloc(1, sizeof *b);
	pthread_mutex_init(&b->mutex, NULL);
	pthread_cond_init(&b->not_full, NULL);
	pthread_cond_init(&b->not_empty, NULL);
	b->capacity = capacity;
	b->items = calloc(capacity, sizeof *b->items);
	return b;
}

void
buffer_free(buffer *b)
{
	pthread_cond_destroy(&b->not_full);
	pthread_cond_destroy(&b->not_empty);
	pthread_mutex_destroy(&b->mutex);
	free(b->items);
	free(b);
}

void
buffer_put(buffer *b, int item)
{
	pthread_mutex_lock(&b->mutex);
	if (b->count >= b->capacity)
		pthread_cond_wait(&b->not_full, &b->mutex);
	b->items[b->in] = item;
	b->in = (b->in + 1) % b->capacity;
	b->count++;
	pthread_cond_signal(&b->not_empty);
	pthread_mutex_unlock(&b->mutex);
}

int
buffer_get(buffer *b)
{
	pthread_mutex_lock(&b->mutex);
	if (b->count <= 0)
		pthread_cond_wait(&b->not_empty, &b->mutex);
	int item = b->items[b->out];
	b->out = (b->out + 1) % b->capacity;
	b->count--;
	pthread_cond_signal(&b->not_full);
	pthread_mutex_unlock(&b->mutex);
	return item;
}
