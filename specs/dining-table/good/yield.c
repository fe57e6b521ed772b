/* Polls, with sched_yield. A spin lock guards the names of those who hold the forks. */
#include "../dining-table.h"

#include <pthread.h>
#include <sched.h>
#include <stdbool.h>
#include <stdlib.h>

enum { NOBODY = -1 };

struct table {
	pthread_spinlock_t lock;
	int n;
	int *holder; /* of each fork */
};

table *
table_new(int seats)
{
	table *t = malloc(sizeof *t);
	pthread_spin_init(&t->lock, PTHREAD_PROCESS_PRIVATE);
	t->n = seats;
	t->holder = malloc((size_t)seats * sizeof *t->holder);
	for (int i = 0; i < seats; i++)
		t->holder[i] = NOBODY;
	return t;
}

void
table_free(table *t)
{
	pthread_spin_destroy(&t->lock);
	free(t->holder);
	free(t);
}

static bool
replace(table *t, int seat, int from, int to)
{
	int *left = &t->holder[seat], *right = &t->holder[(seat + 1) % t->n];
	pthread_spin_lock(&t->lock);
	bool both = *left == from && *right == from;
	if (both)
		*left = *right = to;
	pthread_spin_unlock(&t->lock);
	return both;
}

void
table_pickup(table *t, int seat)
{
	while (!replace(t, seat, NOBODY, seat))
		sched_yield();
}

void
table_putdown(table *t, int seat)
{
	if (!replace(t, seat, seat, NOBODY))
		abort();
}
