/* Takes the ticket after it has looked at the turn, but by adding: whoever loses the race for it has another one. */
/* class: value */
#include "../try_ring.h"

#include <stdatomic.h>
#include <stdlib.h>

struct cell {
	atomic_uint turn; /* whose turn it is: to write, twice the lap; to read, one more */
	int item;
};

struct ring {
	unsigned size;
	atomic_uint puts, gets;
	struct cell cells[];
};

ring *
ring_new(int size)
{
	ring *r = malloc(sizeof *r + (size_t)size * sizeof *r->cells);
	r->size = (unsigned)size;
	atomic_init(&r->puts, 0);
	atomic_init(&r->gets, 0);
	for (int i = 0; i < size; i++)
		atomic_init(&r->cells[i].turn, 0);
	return r;
}

void
ring_free(ring *r)
{
	free(r);
}

bool
ring_try_put(ring *r, int x)
{
	unsigned ticket = atomic_load(&r->puts);
	struct cell *c = &r->cells[ticket % r->size];
	if (atomic_load(&c->turn) != 2 * (ticket / r->size))
		return false;
	atomic_fetch_add(&r->puts, 1);
	c->item = x;
	atomic_fetch_add(&c->turn, 1);
	return true;
}

bool
ring_try_get(ring *r, int *x)
{
	unsigned ticket = atomic_load(&r->gets);
	struct cell *c = &r->cells[ticket % r->size];
	if (atomic_load(&c->turn) != 2 * (ticket / r->size) + 1)
		return false;
	if (!atomic_compare_exchange_strong(&r->gets, &ticket, ticket + 1))
		return false;
	*x = c->item;
	atomic_fetch_add(&c->turn, 1);
	return true;
}
