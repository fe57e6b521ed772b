/* A call that had to wait does not take the mutex again, and unlocks it all the same. */
/* class: misuse */
#include "../bounded-buffer.h"

#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

struct buffer {
	pthread_mutex_t mutex;
	int capacity, count, first;
	int items[];
};

buffer *
buffer_new(int capacity)
{
	buffer *b = calloc(1, sizeof *b + capacity * sizeof b->items[0]);
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

void
buffer_put(buffer *b, int item)
{
	pthread_mutex_lock(&b->mutex);
	while (b->count == b->capacity) {
		pthread_mutex_unlock(&b->mutex);
		usleep(100);
	}
	b->items[(b->first + b->count++) % b->capacity] = item;
	pthread_mutex_unlock(&b->mutex);
}

int
buffer_get(buffer *b)
{
	pthread_mutex_lock(&b->mutex);
	while (b->count == 0) {
		pthread_mutex_unlock(&b->mutex);
		usleep(100);
	}
	int item = b->items[b->first];
	b->first = (b->first + 1) % b->capacity;
	b->count--;
	pthread_mutex_unlock(&b->mutex);
	return item;
}
