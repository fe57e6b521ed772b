/* Each seat shows when its philosopher became hungry; one sleeps until no neighbour's time is earlier than one's own. */
/* policy: neighbours-in-order.yaml */
#include "../dining-table.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <threads.h>
#include <time.h>

enum { THINKS = 0 };

struct table {
	mtx_t clock;
	unsigned long time;
	int n;
	_Atomic unsigned long since[]; /* until it has put down the forks */
};

table *
table_new(int seats)
{
	table *t = malloc(sizeof *t + (size_t)seats * sizeof t->since[0]);
	mtx_init(&t->clock, mtx_plain);
	t->time = THINKS;
	t->n = seats;
	for (int i = 0; i < seats; i++)
		atomic_init(&t->since[i], THINKS);
	return t;
}

void
table_free(table *t)
{
	mtx_destroy(&t->clock);
	free(t);
}

static bool
earlier(table *t, int other, unsigned long mine)
{
	unsigned long since = atomic_load(&t->since[other]);
	return since != THINKS && since < mine;
}

void
table_pickup(table *t, int seat)
{
	mtx_lock(&t->clock);
	unsigned long mine = ++t->time;
	atomic_store(&t->since[seat], mine);
	mtx_unlock(&t->clock);
	while (earlier(t, (seat + 1) % t->n, mine) || earlier(t, (seat + t->n - 1) % t->n, mine))
		thrd_sleep(&(struct timespec){.tv_nsec = 50000}, NULL);
}

void
table_putdown(table *t, int seat)
{
	atomic_store(&t->since[seat], THINKS);
}
