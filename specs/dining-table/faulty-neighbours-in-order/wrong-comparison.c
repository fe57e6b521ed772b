/* Waits for neighbours whose ticket is higher, which is the wrong way round: of two that wait the younger goes first. */
/* class: order */
/* policy: neighbours-in-order.yaml */
#include "../dining-table.h"

#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <threads.h>

struct table {
	mtx_t mtx;
	unsigned long drawn;
	int n;
	bool *eats;
	unsigned long *ticket;
};

table *
table_new(int seats)
{
	table *t = malloc(sizeof *t);
	mtx_init(&t->mtx, mtx_plain);
	t->drawn = 0;
	t->n = seats;
	t->eats = calloc((size_t)seats, sizeof *t->eats);
	t->ticket = calloc((size_t)seats, sizeof *t->ticket);
	return t;
}

void
table_free(table *t)
{
	mtx_destroy(&t->mtx);
	free(t->eats);
	free(t->ticket);
	free(t);
}

static bool
try(table *t, int seat)
{
	int left = (seat + t->n - 1) % t->n, right = (seat + 1) % t->n;
	mtx_lock(&t->mtx);
	if (!t->ticket[seat])
		t->ticket[seat] = ++t->drawn;
	bool go = !t->eats[left] && !t->eats[right] && t->ticket[left] < t->ticket[seat] && t->ticket[right] < t->ticket[seat];
	if (go) {
		t->eats[seat] = true;
		t->ticket[seat] = 0;
	}
	mtx_unlock(&t->mtx);
	return go;
}

void
table_pickup(table *t, int seat)
{
	while (!try(t, seat))
		thrd_yield();
}

void
table_putdown(table *t, int seat)
{
	mtx_lock(&t->mtx);
	t->eats[seat] = false;
	mtx_unlock(&t->mtx);
}
