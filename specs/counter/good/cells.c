/* Each thread moves a cell of its own, so as not to stand in the way of others; who reads locks all of them, in one order. */
#include "../counter.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

enum { CELLS = 4 };

struct cell {
	_Alignas(64) pthread_mutex_t mutex;
	int value;
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
	for (int i = 0; i < CELLS; i++) {
		pthread_mutex_init(&c->cells[i].mutex, NULL);
		c->cells[i].value = 0;
	}
	return c;
}

void
counter_free(counter *c)
{
	for (int i = 0; i < CELLS; i++)
		pthread_mutex_destroy(&c->cells[i].mutex);
	free(c);
}

static void
move(counter *c, int by)
{
	struct cell *cell = own_cell(c);
	pthread_mutex_lock(&cell->mutex);
	cell->value += by;
	pthread_mutex_unlock(&cell->mutex);
}

void
counter_up(counter *c)
{
	move(c, 1);
}

void
counter_down(counter *c)
{
	move(c, -1);
}

int
counter_read(counter *c)
{
	int sum = 0;
	for (int i = 0; i < CELLS; i++)
		pthread_mutex_lock(&c->cells[i].mutex);
	for (int i = 0; i < CELLS; i++)
		sum += c->cells[i].value;
	for (int i = 0; i < CELLS; i++)
		pthread_mutex_unlock(&c->cells[i].mutex);
	return sum;
}
