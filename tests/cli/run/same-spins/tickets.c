/* A warehouse behind a lock with tickets, in assembly; who cannot go on lets it go and tries again after a while. */
#include "warehouse.h"

#include <stdbool.h>
#include <stdlib.h>

struct warehouse {
	unsigned next, now;
	int n, max;
	int *weight;
	bool *occupied;
};

__attribute__((noinline)) static void
relax(unsigned times)
{
	for (unsigned i = 0; i < times; i++)
		__asm__ volatile("pause");
}

static void
lock(warehouse *h)
{
	unsigned mine = 1, served;
	__asm__ volatile("lock xaddl %0, %1" : "+r"(mine), "+m"(h->next)::"memory", "cc");
	for (;;) {
		__asm__ volatile("movl %1, %0" : "=r"(served) : "m"(h->now) : "memory");
		if (served == mine)
			return;
		relax(1);
	}
}

static void
unlock(warehouse *h)
{
	__asm__ volatile("movl %1, %0" : "=m"(h->now) : "r"(h->now + 1) : "memory");
}

warehouse *
warehouse_new(int n_warehouses, int max_weight)
{
	warehouse *h = malloc(sizeof *h);
	*h = (warehouse){.n = n_warehouses, .max = max_weight};
	h->weight = calloc(n_warehouses, sizeof *h->weight);
	h->occupied = calloc(n_warehouses, sizeof *h->occupied);
	return h;
}

void
warehouse_free(warehouse *h)
{
	free(h->weight);
	free(h->occupied);
	free(h);
}

static bool
try_enter(warehouse *h, int n, int w)
{
	lock(h);
	bool fits = h->weight[n] + w <= h->max;
	if (fits) {
		h->weight[n] += w;
		h->occupied[n] = false;
	}
	unlock(h);
	return fits;
}

static bool
try_exit(warehouse *h, int n, int w)
{
	lock(h);
	bool last = n == h->n - 1, may = last || !h->occupied[n + 1];
	if (may)
		h->weight[n] -= w;
	if (may && !last)
		h->occupied[n + 1] = true;
	unlock(h);
	return may;
}

void
warehouse_enter(warehouse *h, int n, int w)
{
	for (unsigned pauses = 1; !try_enter(h, n, w); pauses += pauses < 32)
		relax(pauses);
}

void
warehouse_exit(warehouse *h, int n, int w)
{
	for (unsigned pauses = 1; !try_exit(h, n, w); pauses += pauses < 32)
		relax(pauses);
}
