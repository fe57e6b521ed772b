/* C11 threads. The table is a set of forks, one bit each; a neighbour that waits is woken only if all its forks are there. */
#include "../dining-table.h"

#include <stdint.h>
#include <stdlib.h>
#include <threads.h>

struct table {
	mtx_t mtx;
	int n;
	uint64_t taken;
	cnd_t *free;
};

table *
table_new(int seats)
{
	table *t = malloc(sizeof *t);
	if (!t || mtx_init(&t->mtx, mtx_plain) != thrd_success)
		abort();
	t->n = seats;
	t->taken = 0;
	t->free = malloc((size_t)seats * sizeof *t->free);
	for (int i = 0; i < seats; i++) {
		if (cnd_init(&t->free[i]) != thrd_success)
			abort();
	}
	return t;
}

void
table_free(table *t)
{
	for (int i = 0; i < t->n; i++)
		cnd_destroy(&t->free[i]);
	mtx_destroy(&t->mtx);
	free(t->free);
	free(t);
}

static uint64_t
forks_of(const table *t, int seat)
{
	return UINT64_C(1) << seat | UINT64_C(1) << (seat + 1) % t->n;
}

static void
wake(table *t, int seat)
{
	if (!(t->taken & forks_of(t, seat)))
		cnd_signal(&t->free[seat]);
}

void
table_pickup(table *t, int seat)
{
	mtx_lock(&t->mtx);
	while (t->taken & forks_of(t, seat))
		cnd_wait(&t->free[seat], &t->mtx);
	t->taken |= forks_of(t, seat);
	mtx_unlock(&t->mtx);
}

void
table_putdown(table *t, int seat)
{
	mtx_lock(&t->mtx);
	t->taken &= ~forks_of(t, seat);
	wake(t, (seat + 1) % t->n);
	wake(t, (seat + t->n - 1) % t->n);
	mtx_unlock(&t->mtx);
}
