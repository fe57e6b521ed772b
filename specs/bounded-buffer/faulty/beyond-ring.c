/* A static ring that wraps one slot too late: the third slot is another variable's memory, which happens to hold what is put there. */
/* class: memory */
#include "../bounded-buffer.h"

#include <pthread.h>
#include <stddef.h>

enum { SLOTS = 2 };

struct buffer {
	pthread_mutex_t mutex;
	pthread_cond_t changed;
	int first, n;
};

static buffer it;
static int slots[SLOTS];

buffer *
buffer_new(int capacity)
{
	it.n = capacity - SLOTS;
	pthread_mutex_init(&it.mutex, NULL);
	pthread_cond_init(&it.changed, NULL);
	it.first = 0;
	return &it;
}

void
buffer_free(buffer *b)
{
	pthread_cond_destroy(&b->changed);
	pthread_mutex_destroy(&b->mutex);
}

static int
wrapped(int at)
{
	return at > SLOTS ? at - SLOTS - 1 : at;
}

void
buffer_put(buffer *b, int item)
{
	pthread_mutex_lock(&b->mutex);
	while (b->n == SLOTS)
		pthread_cond_wait(&b->changed, &b->mutex);
	slots[wrapped(b->first + b->n++)] = item;
	pthread_cond_broadcast(&b->changed);
	pthread_mutex_unlock(&b->mutex);
}

int
buffer_get(buffer *b)
{
	pthread_mutex_lock(&b->mutex);
	while (b->n == 0)
		pthread_cond_wait(&b->changed, &b->mutex);
	int item = slots[b->first];
	b->first = wrapped(b->first + 1);
	b->n--;
	pthread_cond_broadcast(&b->changed);
	pthread_mutex_unlock(&b->mutex);
	return item;
}
