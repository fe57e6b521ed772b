/*
 * Pure spinning on one word of 64 bits: four of them for each philosopher that waits or eats, in order of arrival, the oldest
 * lowest. One may eat as soon as no neighbour is below.
 */
/* policy: neighbours-in-order.yaml */
#include "../dining-table.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

struct table {
	_Atomic uint64_t order;
	int n;
};

table *
table_new(int seats)
{
	table *t = malloc(sizeof *t);
	if (!t || seats > 15)
		abort();
	atomic_init(&t->order, 0);
	t->n = seats;
	return t;
}

void
table_free(table *t)
{
	free(t);
}

static uint64_t
nibble(uint64_t order, int place)
{
	return order >> 4 * place & 15;
}

static uint64_t
with(uint64_t order, uint64_t name)
{
	int place = 0;
	while (nibble(order, place))
		place++;
	return order | name << 4 * place;
}

static uint64_t
without(uint64_t order, uint64_t name)
{
	int place = 0;
	while (nibble(order, place) != name)
		place++;
	uint64_t below = (UINT64_C(1) << 4 * place) - 1;
	return (order & below) | (order >> 4 & ~below);
}

static bool
first_of_neighbours(const table *t, uint64_t order, int seat)
{
	uint64_t left = (uint64_t)((seat + t->n - 1) % t->n) + 1, right = (uint64_t)((seat + 1) % t->n) + 1;
	for (;; order >>= 4) {
		if ((order & 15) == (uint64_t)seat + 1)
			return true;
		if ((order & 15) == left || (order & 15) == right)
			return false;
	}
}

void
table_pickup(table *t, int seat)
{
	uint64_t seen = atomic_load(&t->order);
	while (!atomic_compare_exchange_weak(&t->order, &seen, with(seen, (uint64_t)seat + 1)))
		;
	while (!first_of_neighbours(t, atomic_load(&t->order), seat))
		;
}

void
table_putdown(table *t, int seat)
{
	uint64_t seen = atomic_load(&t->order);
	while (!atomic_compare_exchange_weak(&t->order, &seen, without(seen, (uint64_t)seat + 1)))
		;
}
