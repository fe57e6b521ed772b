/* Polls: sleeps under no lock between two looks, longer each time. */
#include "../bounded-buffer.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

struct buffer {
	pthread_mutex_t mutex;
	int capacity, count, first;
	int items[];
};

buffer *
buffer_new(int capacity)
{
	buffer *b = calloc(1, sizeof *b + capacity * sizeof(int));
	pthread_mutex_init(&b->mutex, NULL);
	b->capacity = capacity;
	return b;
}

void
buffer_free(buffer *b)
{
	pthread_mutex_destroy(&b->mutex);
	free(b);
}

static void
look_again_later(buffer *b, long *ns)
{
	pthread_mutex_unlock(&b->mutex);
	nanosleep(&(struct timespec){.tv_nsec = *ns}, NULL);
	if (*ns < 1000000)
		*ns *= 2;
	pthread_mutex_lock(&b->mutex);
}

void
buffer_put(buffer *b, int item)
{
	long ns = 1000;
	pthread_mutex_lock(&b->mutex);
	while (b->count == b->capacity)
		look_again_later(b, &ns);
	b->items[(b->first + b->count++) % b->capacity] = item;
	pthread_mutex_unlock(&b->mutex);
}

int
buffer_get(buffer *b)
{
	long ns = 1000;
	pthread_mutex_lock(&b->mutex);
	while (b->count == 0)
		look_again_later(b, &ns);
	int item = b->items[b->first++];
	b->first %= b->capacity;
	b->count--;
	pthread_mutex_unlock(&b->mutex);
	return item;
}
