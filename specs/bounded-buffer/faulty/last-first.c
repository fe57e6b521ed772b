/* A stack: gets return the youngest item first. */
/* class: value */
#include "../bounded-buffer.h"

#include <pthread.h>
#include <stdlib.h>

struct buffer {
	pthread_mutex_t mutex;
	pthread_cond_t not_full, not_empty;
	int *bottom, *top, *limit;
};

buffer *
buffer_new(int capacity)
{
	buffer *b = malloc(sizeof *b);
	pthread_mutex_init(&b->mutex, NULL);
	pthread_cond_init(&b->not_full, NULL);
	pthread_cond_init(&b->not_empty, NULL);
	b->top = b->bottom = malloc(capacity * sizeof(int));
	b->limit = b->bottom + capacity;
	return b;
}

void
buffer_free(buffer *b)
{
	pthread_cond_destroy(&b->not_full);
	pthread_cond_destroy(&b->not_empty);
	pthread_mutex_destroy(&b->mutex);
	free(b->bottom);
	free(b);
}

void
buffer_put(buffer *b, int item)
{
	pthread_mutex_lock(&b->mutex);
	while (b->top == b->limit)
		pthread_cond_wait(&b->not_full, &b->mutex);
	*b->top++ = item;
	pthread_cond_signal(&b->not_empty);
	pthread_mutex_unlock(&b->mutex);
}

int
buffer_get(buffer *b)
{
	pthread_mutex_lock(&b->mutex);
	while (b->top == b->bottom)
		pthread_cond_wait(&b->not_empty, &b->mutex);
	int item = *--b->top;
	pthread_cond_signal(&b->not_full);
	pthread_mutex_unlock(&b->mutex);
	return item;
}
