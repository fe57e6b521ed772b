/* Sleeps on the word that counts the items, but a get that makes room wakes nobody: puts sleep on the same word unnoticed. */
/* class: progress */
#define _GNU_SOURCE
#include "../bounded-buffer.h"

#include <limits.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

struct buffer {
	pthread_mutex_t mutex;
	atomic_int count;
	int capacity, first;
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

static void
wait_while_count_is(buffer *b, int count)
{
	pthread_mutex_unlock(&b->mutex);
	syscall(SYS_futex, &b->count, FUTEX_WAIT_PRIVATE, count, NULL, NULL, 0);
	pthread_mutex_lock(&b->mutex);
}

void
buffer_put(buffer *b, int item)
{
	pthread_mutex_lock(&b->mutex);
	while (b->count == b->capacity)
		wait_while_count_is(b, b->capacity);
	b->items[(b->first + b->count) % b->capacity] = item;
	if (b->count++ == 0)
		syscall(SYS_futex, &b->count, FUTEX_WAKE_PRIVATE, INT_MAX, NULL, NULL, 0);
	pthread_mutex_unlock(&b->mutex);
}

int
buffer_get(buffer *b)
{
	pthread_mutex_lock(&b->mutex);
	while (b->count == 0)
		wait_while_count_is(b, 0);
	int item = b->items[b->first];
	b->first = (b->first + 1) % b->capacity;
	b->count--;
	pthread_mutex_unlock(&b->mutex);
	return item;
}
