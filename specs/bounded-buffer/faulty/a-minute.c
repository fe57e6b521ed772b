/* Who has waited for a minute goes on as if there were room, or an item. */
/* class: safety or value */
#include "../bounded-buffer.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

struct buffer {
	pthread_mutex_t mutex;
	pthread_cond_t changed;
	int capacity, count, first;
	int items[];
};

buffer *
buffer_new(int capacity)
{
	buffer *b = calloc(1, sizeof *b + (size_t)capacity * sizeof *b->items);
	pthread_mutex_init(&b->mutex, NULL);
	pthread_cond_init(&b->changed, NULL);
	b->capacity = capacity;
	return b;
}

void
buffer_free(buffer *b)
{
	pthread_cond_destroy(&b->changed);
	pthread_mutex_destroy(&b->mutex);
	free(b);
}

static void
wait_while(buffer *b, int count)
{
	struct timespec until;
	clock_gettime(CLOCK_REALTIME, &until);
	until.tv_sec += 60;
	while (b->count == count && pthread_cond_timedwait(&b->changed, &b->mutex, &until) == 0)
		;
}

void
buffer_put(buffer *b, int item)
{
	pthread_mutex_lock(&b->mutex);
	wait_while(b, b->capacity);
	if (b->count < b->capacity)
		b->items[(b->first + b->count++) % b->capacity] = item;
	pthread_cond_broadcast(&b->changed);
	pthread_mutex_unlock(&b->mutex);
}

int
buffer_get(buffer *b)
{
	pthread_mutex_lock(&b->mutex);
	wait_while(b, 0);
	int item = b->items[b->first];
	if (b->count > 0) {
		b->first = (b->first + 1) % b->capacity;
		b->count--;
	}
	pthread_cond_broadcast(&b->changed);
	pthread_mutex_unlock(&b->mutex);
	return item;
}
