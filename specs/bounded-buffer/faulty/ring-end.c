/* A lock-free ring whose end for puts is looked at and moved on in two steps: two puts win the same cell, or the end goes back. */
/* class: safety or value or progress or hang */
#define _GNU_SOURCE
#include "../bounded-buffer.h"

#include <limits.h>
#include <linux/futex.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

struct cell {
	atomic_uint turn; /* whose it is: the put with this number, or the get with one less */
	int item;
};

struct buffer {
	unsigned size;
	atomic_uint in, out;
	atomic_uint events, waiting;
	struct cell cells[];
};

buffer *
buffer_new(int capacity)
{
	buffer *b = calloc(1, sizeof *b + (size_t)capacity * sizeof b->cells[0]);
	b->size = (unsigned)capacity;
	for (unsigned i = 0; i < b->size; i++)
		b->cells[i].turn = i;
	return b;
}

void
buffer_free(buffer *b)
{
	free(b);
}

static bool
try_put(buffer *b, int item)
{
	for (unsigned at = b->in;; at = b->in) {
		struct cell *c = &b->cells[at % b->size];
		int early = (int)(at - c->turn);
		if (early > 0)
			return false;
		if (early < 0 || b->in != at)
			continue;
		b->in = at + 1;
		c->item = item;
		c->turn = at + 1;
		return true;
	}
}

static bool
try_get(buffer *b, int *item)
{
	for (unsigned at = b->out;; at = b->out) {
		struct cell *c = &b->cells[at % b->size];
		int early = (int)(at + 1 - c->turn);
		if (early > 0)
			return false;
		if (early < 0 || !atomic_compare_exchange_strong(&b->out, &at, at + 1))
			continue;
		*item = c->item;
		c->turn = at + b->size;
		return true;
	}
}

static void
sleep_after(buffer *b, unsigned events)
{
	syscall(SYS_futex, &b->events, FUTEX_WAIT_PRIVATE, events, NULL, NULL, 0);
	b->waiting--;
}

static void
wake(buffer *b)
{
	if (b->waiting == 0)
		return;
	b->events++;
	syscall(SYS_futex, &b->events, FUTEX_WAKE_PRIVATE, INT_MAX, NULL, NULL, 0);
}

void
buffer_put(buffer *b, int item)
{
	while (!try_put(b, item)) {
		b->waiting++;
		unsigned events = b->events;
		if (try_put(b, item)) {
			b->waiting--;
			break;
		}
		sleep_after(b, events);
	}
	wake(b);
}

int
buffer_get(buffer *b)
{
	int item;
	while (!try_get(b, &item)) {
		b->waiting++;
		unsigned events = b->events;
		if (try_get(b, &item)) {
			b->waiting--;
			break;
		}
		sleep_after(b, events);
	}
	wake(b);
	return item;
}
