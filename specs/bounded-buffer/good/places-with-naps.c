/* policy: fifo-per-operation */
/* A ticket says which place is whose, and when; who comes too early naps for longer each time, until the place has its turn. */
#include "../bounded-buffer.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

struct place {
	atomic_uint turn; /* even: to be filled, odd: to be emptied */
	int item;
};

struct buffer {
	unsigned capacity;
	atomic_uint put, got;
	struct place places[];
};

buffer *
buffer_new(int capacity)
{
	buffer *b = calloc(1, sizeof *b + (size_t)capacity * sizeof *b->places);
	b->capacity = (unsigned)capacity;
	return b;
}

void
buffer_free(buffer *b)
{
	free(b);
}

static struct place *
await(buffer *b, unsigned ticket, unsigned full)
{
	struct place *p = &b->places[ticket % b->capacity];
	for (unsigned nap = 1; atomic_load(&p->turn) != ticket / b->capacity * 2 + full; nap++)
		sleep(nap);
	return p;
}

void
buffer_put(buffer *b, int item)
{
	struct place *p = await(b, atomic_fetch_add(&b->put, 1), 0);
	p->item = item;
	atomic_fetch_add(&p->turn, 1);
}

int
buffer_get(buffer *b)
{
	struct place *p = await(b, atomic_fetch_add(&b->got, 1), 1);
	int item = p->item;
	atomic_fetch_add(&p->turn, 1);
	return item;
}
