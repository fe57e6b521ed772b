/* Pure spinning: a test-and-set lock around an array of bytes, and nothing of the C library but malloc. */
#include "../dining-table.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

struct table {
	atomic_flag lock;
	int n;
	bool eats[];
};

table *
table_new(int seats)
{
	table *t = calloc(1, sizeof *t + (size_t)seats * sizeof t->eats[0]);
	atomic_flag_clear(&t->lock);
	t->n = seats;
	return t;
}

void
table_free(table *t)
{
	free(t);
}

static void
lock(table *t)
{
	while (atomic_flag_test_and_set_explicit(&t->lock, memory_order_acquire))
		;
}

static void
unlock(table *t)
{
	atomic_flag_clear_explicit(&t->lock, memory_order_release);
}

static bool
try_pickup(table *t, int seat)
{
	lock(t);
	bool can = !t->eats[(seat + t->n - 1) % t->n] && !t->eats[(seat + 1) % t->n];
	if (can)
		t->eats[seat] = true;
	unlock(t);
	return can;
}

void
table_pickup(table *t, int seat)
{
	while (!try_pickup(t, seat))
		;
}

void
table_putdown(table *t, int seat)
{
	lock(t);
	t->eats[seat] = false;
	unlock(t);
}
