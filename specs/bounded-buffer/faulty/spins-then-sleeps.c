/* A lock that tries forty times, then says that it sleeps, and does so without one more try: who unlocks in between wakes nobody. */
/* class: progress */
#define _GNU_SOURCE
#include "../bounded-buffer.h"

#include <limits.h>
#include <linux/futex.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { TRIES = 40 };

struct buffer {
	atomic_int lock, sleeping, changes;
	int capacity, count, first;
	int items[];
};

static void
sleep_while(atomic_int *word, int value)
{
	syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, value, NULL);
}

static void
wake_all(atomic_int *word)
{
	syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, INT_MAX);
}

static void
lock(buffer *b)
{
	for (int i = 0; i < TRIES; i++)
		if (!atomic_exchange(&b->lock, 1))
			return;
	do {
		atomic_store(&b->sleeping, 1);
		sleep_while(&b->sleeping, 1);
	} while (atomic_exchange(&b->lock, 1));
}

static void
unlock(buffer *b)
{
	atomic_store(&b->lock, 0);
	if (atomic_exchange(&b->sleeping, 0))
		wake_all(&b->sleeping);
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
	wake_all(&b->changes);
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
