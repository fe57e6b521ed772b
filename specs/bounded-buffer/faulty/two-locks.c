/* The items have one mutex and the sleepers another: between letting go of the first and sleeping, a wake-up is lost. */
/* class: progress */
#include "../bounded-buffer.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

struct buffer {
	pthread_mutex_t data, sleep;
	pthread_cond_t wake;
	int capacity, count, first;
	int items[];
};

buffer *
buffer_new(int capacity)
{
	buffer *b = calloc(1, sizeof *b + capacity * sizeof b->items[0]);
	pthread_mutex_init(&b->data, NULL);
	pthread_mutex_init(&b->sleep, NULL);
	pthread_cond_init(&b->wake, NULL);
	b->capacity = capacity;
	return b;
}

void
buffer_free(buffer *b)
{
	pthread_cond_destroy(&b->wake);
	pthread_mutex_destroy(&b->sleep);
	pthread_mutex_destroy(&b->data);
	free(b);
}

static void
sleep_a_while(buffer *b)
{
	pthread_mutex_unlock(&b->data);
	pthread_mutex_lock(&b->sleep);
	pthread_cond_wait(&b->wake, &b->sleep);
	pthread_mutex_unlock(&b->sleep);
	pthread_mutex_lock(&b->data);
}

static void
leave(buffer *b)
{
	pthread_mutex_unlock(&b->data);
	pthread_mutex_lock(&b->sleep);
	pthread_cond_broadcast(&b->wake);
	pthread_mutex_unlock(&b->sleep);
}

void
buffer_put(buffer *b, int item)
{
	pthread_mutex_lock(&b->data);
	while (b->count == b->capacity)
		sleep_a_while(b);
	b->items[(b->first + b->count++) % b->capacity] = item;
	leave(b);
}

int
buffer_get(buffer *b)
{
	pthread_mutex_lock(&b->data);
	while (b->count == 0)
		sleep_a_while(b);
	int item = b->items[b->first];
	b->first = (b->first + 1) % b->capacity;
	b->count--;
	leave(b);
	return item;
}
