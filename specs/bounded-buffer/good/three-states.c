/* A mutex on a futex that is free, held, or held while others may wait, and beside it a count of changes to wait for. */
#define _GNU_SOURCE
#include "../bounded-buffer.h"

#include <limits.h>
#include <linux/futex.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { FREE, HELD, CONTENDED };

struct buffer {
	atomic_int mutex, changes;
	int capacity, count, first;
	int items[];
};

static void
sleep_while(atomic_int *word, int value)
{
	syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, value, NULL);
}

static void
wake(atomic_int *word, int how_many)
{
	syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, how_many);
}

static void
lock(buffer *b)
{
	int seen = FREE;
	if (atomic_compare_exchange_strong(&b->mutex, &seen, HELD))
		return;
	while (atomic_exchange(&b->mutex, CONTENDED) != FREE)
		sleep_while(&b->mutex, CONTENDED);
}

static void
unlock(buffer *b)
{
	if (atomic_exchange(&b->mutex, FREE) == CONTENDED)
		wake(&b->mutex, 1);
}

static void
wait_for_change(buffer *b)
{
	int seen = atomic_load(&b->changes);
	unlock(b);
	sleep_while(&b->changes, seen);
	lock(b);
}

static void
tell_change(buffer *b)
{
	atomic_fetch_add(&b->changes, 1);
	wake(&b->changes, INT_MAX);
}

buffer *
buffer_new(int capacity)
{
	buffer *b = calloc(1, sizeof *b + (size_t)capacity * sizeof *b->items);
	b->capacity = capacity;
	return b;
}

void
buffer_free(buffer *b)
{
	free(b);
}

void
buffer_put(buffer *b, int item)
{
	lock(b);
	while (b->count == b->capacity)
		wait_for_change(b);
	b->items[(b->first + b->count++) % b->capacity] = item;
	tell_change(b);
	unlock(b);
}

int
buffer_get(buffer *b)
{
	lock(b);
	while (b->count == 0)
		wait_for_change(b);
	int item = b->items[b->first];
	b->first = (b->first + 1) % b->capacity;
	b->count--;
	tell_change(b);
	unlock(b);
	return item;
}
