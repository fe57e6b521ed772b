/* Who waits counts itself once, and is counted out by whoever wakes it: if it is overtaken and waits again, nobody knows. */
/* class: progress */
#include "../bounded-buffer.h"

#include <pthread.h>
#include <stdlib.h>

struct buffer {
	pthread_mutex_t m;
	pthread_cond_t room, some;
	int capacity, n, first, putters, getters;
	int ring[];
};

buffer *
buffer_new(int capacity)
{
	buffer *b = calloc(1, sizeof *b + (size_t)capacity * sizeof(int));
	pthread_mutex_init(&b->m, NULL);
	pthread_cond_init(&b->room, NULL);
	pthread_cond_init(&b->some, NULL);
	b->capacity = capacity;
	return b;
}

void
buffer_free(buffer *b)
{
	pthread_cond_destroy(&b->room);
	pthread_cond_destroy(&b->some);
	pthread_mutex_destroy(&b->m);
	free(b);
}

void
buffer_put(buffer *b, int item)
{
	pthread_mutex_lock(&b->m);
	if (b->n == b->capacity)
		b->putters++;
	while (b->n == b->capacity)
		pthread_cond_wait(&b->room, &b->m);
	b->ring[(b->first + b->n) % b->capacity] = item;
	b->n++;
	if (b->getters > 0)
		pthread_cond_signal(&b->some);
	pthread_mutex_unlock(&b->m);
}

int
buffer_get(buffer *b)
{
	pthread_mutex_lock(&b->m);
	while (b->n == 0) {
		b->getters++;
		pthread_cond_wait(&b->some, &b->m);
		b->getters--;
	}
	int item = b->ring[b->first];
	b->first = (b->first + 1) % b->capacity;
	b->n--;
	if (b->putters > 0) {
		b->putters--;
		pthread_cond_signal(&b->room);
	}
	pthread_mutex_unlock(&b->m);
	return item;
}
