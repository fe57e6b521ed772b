/* Each thread moves a cell of its own, and who reads adds them up one by one: a cell may be counted before a move, and another after a later one. */
/* class: value */
#include "../counter.h"

#include <stdatomic.h>
#include <stdlib.h>

enum { CELLS = 4 };

struct cell {
	_Alignas(64) atomic_int value;
};

struct counter {
	struct cell cells[CELLS];
};

static atomic_uint threads;
static _Thread_local unsigned number; /* of the thread, from 1; 0: it has none yet */

static struct cell *
own_cell(counter *c)
{
	if (!number)
		number = atomic_fetch_add(&threads, 1) + 1;
	return &c->cells[number % CELLS];
}

counter *
counter_new(void)
{
	counter *c = aligned_alloc(64, sizeof *c);
	for (int i = 0; i < CELLS; i++)
		atomic_init(&c->cells[i].value, 0);
	return c;
}

void
counter_free(counter *c)
{
	free(c);
}

void
counter_up(counter *c)
{
	atomic_fetch_add(&own_cell(c)->value, 1);
}

void
counter_down(counter *c)
{
	atomic_fetch_sub(&own_cell(c)->value, 1);
}

int
counter_read(counter *c)
{
	int sum = 0;
	for (int i = 0; i < CELLS; i++)
		sum += atomic_load(&c->cells[i].value);
	return sum;
}
