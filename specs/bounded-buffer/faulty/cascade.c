/*
 * A put wakes the first get that waits only if the buffer was empty, since a get that is woken is to wake the next one while
 * there are items. But it looks before it has waited and not after, so the chain breaks at its first link.
 */
/* class: progress */
#include "../bounded-buffer.h"

#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

struct buffer {
	pthread_mutex_t mutex;
	sem_t room, item; /* to be woken by */
	int delayed_puts, delayed_gets;
	int capacity, count, first;
	int *items;
};

buffer *
buffer_new(int capacity)
{
	buffer *b = calloc(1, sizeof *b);
	pthread_mutex_init(&b->mutex, NULL);
	sem_init(&b->room, 0, 0);
	sem_init(&b->item, 0, 0);
	b->capacity = capacity;
	b->items = calloc(capacity, sizeof *b->items);
	return b;
}

void
buffer_free(buffer *b)
{
	pthread_mutex_destroy(&b->mutex);
	sem_destroy(&b->room);
	sem_destroy(&b->item);
	free(b->items);
	free(b);
}

static void
sleep_on(buffer *b, sem_t *s, int *delayed)
{
	++*delayed;
	pthread_mutex_unlock(&b->mutex);
	sem_wait(s);
	pthread_mutex_lock(&b->mutex);
}

static void
wake_one(sem_t *s, int *delayed)
{
	if (*delayed == 0)
		return;
	--*delayed;
	sem_post(s);
}

void
buffer_put(buffer *b, int item)
{
	pthread_mutex_lock(&b->mutex);
	while (b->count == b->capacity)
		sleep_on(b, &b->room, &b->delayed_puts);
	b->items[(b->first + b->count++) % b->capacity] = item;
	if (b->count == 1)
		wake_one(&b->item, &b->delayed_gets);
	pthread_mutex_unlock(&b->mutex);
}

int
buffer_get(buffer *b)
{
	pthread_mutex_lock(&b->mutex);
	if (b->count > 1)
		wake_one(&b->item, &b->delayed_gets);
	while (b->count == 0)
		sleep_on(b, &b->item, &b->delayed_gets);
	int item = b->items[b->first];
	b->first = (b->first + 1) % b->capacity;
	b->count--;
	wake_one(&b->room, &b->delayed_puts);
	pthread_mutex_unlock(&b->mutex);
	return item;
}
