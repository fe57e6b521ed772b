/* Lock-free: a place at either end is won by compare-and-swap, once its slot is ready; who loses or is too early yields. */
#include "../bounded-buffer.h"

#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

struct slot {
	atomic_ulong round; /* twice the number of items that were taken out of here, and 1 more while it holds one */
	int item;
};

struct buffer {
	atomic_ulong in, out;
	unsigned long size;
	struct slot slots[];
};

buffer *
buffer_new(int capacity)
{
	buffer *b = calloc(1, sizeof *b + capacity * sizeof b->slots[0]);
	b->size = capacity;
	return b;
}

void
buffer_free(buffer *b)
{
	free(b);
}

static struct slot *
win(buffer *b, atomic_ulong *end, unsigned long full, unsigned long *round)
{
	for (;;) {
		unsigned long at = atomic_load(end);
		struct slot *s = &b->slots[at % b->size];
		*round = at / b->size * 2 + full;
		if (atomic_load(&s->round) == *round && atomic_compare_exchange_weak(end, &at, at + 1))
			return s;
		sched_yield();
	}
}

void
buffer_put(buffer *b, int item)
{
	unsigned long round;
	struct slot *s = win(b, &b->in, 0, &round);
	s->item = item;
	atomic_store(&s->round, round + 1);
}

int
buffer_get(buffer *b)
{
	unsigned long round;
	struct slot *s = win(b, &b->out, 1, &round);
	int item = s->item;
	atomic_store(&s->round, round + 1);
	return item;
}
