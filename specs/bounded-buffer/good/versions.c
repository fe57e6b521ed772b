/* Nothing that others can see is ever changed: each call makes a new version of the buffer and swaps the pointer to it. */
#define _GNU_SOURCE
#include "../bounded-buffer.h"

#include <limits.h>
#include <linux/futex.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

struct version {
	struct version *older;
	int count;
	int item[];
};

struct buffer {
	_Atomic(struct version *) now;
	atomic_int changes;
	int capacity;
};

static void
wait_change(buffer *b, int seen)
{
	syscall(SYS_futex, &b->changes, FUTEX_WAIT_PRIVATE, seen, NULL, NULL, 0);
}

static void
changed(buffer *b)
{
	atomic_fetch_add(&b->changes, 1);
	syscall(SYS_futex, &b->changes, FUTEX_WAKE_PRIVATE, INT_MAX, NULL, NULL, 0);
}

static struct version *
make(struct version *older, int count)
{
	struct version *v = malloc(sizeof *v + count * sizeof v->item[0]);
	v->older = older;
	v->count = count;
	return v;
}

buffer *
buffer_new(int capacity)
{
	buffer *b = malloc(sizeof *b);
	b->capacity = capacity;
	atomic_init(&b->changes, 0);
	atomic_init(&b->now, make(NULL, 0));
	return b;
}

void
buffer_free(buffer *b)
{
	for (struct version *v = atomic_load(&b->now), *o; v; v = o) {
		o = v->older;
		free(v);
	}
	free(b);
}

void
buffer_put(buffer *b, int item)
{
	for (;;) {
		int seen = atomic_load(&b->changes);
		struct version *v = atomic_load(&b->now);
		if (v->count == b->capacity) {
			wait_change(b, seen);
			continue;
		}
		struct version *n = make(v, v->count + 1);
		memcpy(n->item, v->item, v->count * sizeof(int));
		n->item[v->count] = item;
		if (atomic_compare_exchange_strong(&b->now, &v, n)) {
			changed(b);
			return;
		}
		free(n);
	}
}

int
buffer_get(buffer *b)
{
	for (;;) {
		int seen = atomic_load(&b->changes);
		struct version *v = atomic_load(&b->now);
		if (v->count == 0) {
			wait_change(b, seen);
			continue;
		}
		struct version *n = make(v, v->count - 1);
		memcpy(n->item, v->item + 1, n->count * sizeof(int));
		int item = v->item[0];
		if (atomic_compare_exchange_strong(&b->now, &v, n)) {
			changed(b);
			return item;
		}
		free(n);
	}
}
