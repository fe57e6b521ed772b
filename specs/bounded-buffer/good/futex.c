/*
 * Raw futexes: a lock with the states free, taken, and taken while others sleep; and a count of changes, on which those
 * sleep that have to wait for one.
 */
#define _GNU_SOURCE
#include "../bounded-buffer.h"

#include <limits.h>
#include <linux/futex.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { FREE, TAKEN, CONTENDED };

struct buffer {
	atomic_uint lock, changes;
	unsigned capacity, in, out;
	int items[];
};

static void
sleep_while(atomic_uint *word, unsigned value)
{
	syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, value, NULL, NULL, 0);
}

static void
wake(atomic_uint *word, int how_many)
{
	syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, how_many, NULL, NULL, 0);
}

static void
enter(buffer *b)
{
	unsigned was = FREE;
	if (atomic_compare_exchange_strong(&b->lock, &was, TAKEN))
		return;
	while (atomic_exchange(&b->lock, CONTENDED) != FREE)
		sleep_while(&b->lock, CONTENDED);
}

static void
leave(buffer *b)
{
	if (atomic_exchange(&b->lock, FREE) == CONTENDED)
		wake(&b->lock, 1);
}

static void
wait_for_change(buffer *b)
{
	unsigned seen = atomic_load(&b->changes);
	leave(b);
	sleep_while(&b->changes, seen);
	enter(b);
}

static void
changed(buffer *b)
{
	atomic_fetch_add(&b->changes, 1);
	wake(&b->changes, INT_MAX);
}

buffer *
buffer_new(int capacity)
{
	buffer *b = calloc(1, sizeof *b + capacity * sizeof b->items[0]);
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
	enter(b);
	while (b->in - b->out == b->capacity)
		wait_for_change(b);
	b->items[b->in++ % b->capacity] = item;
	leave(b);
	changed(b);
}

int
buffer_get(buffer *b)
{
	enter(b);
	while (b->in == b->out)
		wait_for_change(b);
	int item = b->items[b->out++ % b->capacity];
	leave(b);
	changed(b);
	return item;
}
