/* All but one may sit down, so there is no deadlock; but a seated philosopher still holds one fork while it waits for the other. */
/* class: progress */
#include "../dining-table.h"

#include <stdbool.h>
#include <stdlib.h>
#include <threads.h>

struct table {
	mtx_t mtx;
	cnd_t changed;
	int n, seated;
	bool taken[];
};

table *
table_new(int seats)
{
	table *t = calloc(1, sizeof *t + (size_t)seats);
	mtx_init(&t->mtx, mtx_plain);
	cnd_init(&t->changed);
	t->n = seats;
	return t;
}

void
table_free(table *t)
{
	cnd_destroy(&t->changed);
	mtx_destroy(&t->mtx);
	free(t);
}

static void
take(table *t, int fork)
{
	while (t->taken[fork])
		cnd_wait(&t->changed, &t->mtx);
	t->taken[fork] = true;
}

void
table_pickup(table *t, int seat)
{
	mtx_lock(&t->mtx);
	while (t->seated == t->n - 1)
		cnd_wait(&t->changed, &t->mtx);
	t->seated++;
	take(t, seat);
	take(t, (seat + 1) % t->n);
	mtx_unlock(&t->mtx);
}

void
table_putdown(table *t, int seat)
{
	mtx_lock(&t->mtx);
	t->taken[seat] = t->taken[(seat + 1) % t->n] = false;
	t->seated--;
	cnd_broadcast(&t->changed);
	mtx_unlock(&t->mtx);
}
