/* Who was woken in vain draws a new ticket, and so loses its place to neighbours that came later. */
/* class: progress or order */
/* policy: neighbours-in-order.yaml */
#include "../dining-table.h"

#include <stdbool.h>
#include <stdlib.h>
#include <threads.h>

struct table {
	mtx_t mtx;
	cnd_t changed;
	int n;
	unsigned last;
	bool *eats;
	unsigned *ticket; /* 0: has none */
};

table *
table_new(int seats)
{
	table *t = calloc(1, sizeof *t);
	mtx_init(&t->mtx, mtx_plain);
	cnd_init(&t->changed);
	t->n = seats;
	t->eats = calloc((size_t)seats, sizeof *t->eats);
	t->ticket = calloc((size_t)seats, sizeof *t->ticket);
	return t;
}

void
table_free(table *t)
{
	cnd_destroy(&t->changed);
	mtx_destroy(&t->mtx);
	free(t->ticket);
	free(t->eats);
	free(t);
}

static bool
must_wait_for(const table *t, int seat, int neighbour)
{
	return t->eats[neighbour] || (t->ticket[neighbour] && t->ticket[neighbour] < t->ticket[seat]);
}

static bool
may_eat(table *t, int seat)
{
	t->ticket[seat] = ++t->last;
	return !must_wait_for(t, seat, (seat + 1) % t->n) && !must_wait_for(t, seat, (seat + t->n - 1) % t->n);
}

void
table_pickup(table *t, int seat)
{
	mtx_lock(&t->mtx);
	while (!may_eat(t, seat))
		cnd_wait(&t->changed, &t->mtx);
	t->ticket[seat] = 0;
	t->eats[seat] = true;
	mtx_unlock(&t->mtx);
}

void
table_putdown(table *t, int seat)
{
	mtx_lock(&t->mtx);
	t->eats[seat] = false;
	cnd_broadcast(&t->changed);
	mtx_unlock(&t->mtx);
}
