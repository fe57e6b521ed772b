/* Sleeps between two looks, but keeps the lock meanwhile, so that nobody can put anything down. */
/* class: progress */
#include "../dining-table.h"

#include <stdbool.h>
#include <stdlib.h>
#include <threads.h>
#include <time.h>

struct table {
	mtx_t lock;
	int n;
	bool *fork_there;
};

table *
table_new(int seats)
{
	table *t = malloc(sizeof *t);
	mtx_init(&t->lock, mtx_plain);
	t->n = seats;
	t->fork_there = malloc((size_t)seats * sizeof *t->fork_there);
	for (int i = 0; i < seats; i++)
		t->fork_there[i] = true;
	return t;
}

void
table_free(table *t)
{
	mtx_destroy(&t->lock);
	free(t->fork_there);
	free(t);
}

void
table_pickup(table *t, int seat)
{
	bool *left = &t->fork_there[seat], *right = &t->fork_there[(seat + 1) % t->n];
	mtx_lock(&t->lock);
	while (!*left || !*right)
		thrd_sleep(&(struct timespec){.tv_nsec = 1000}, NULL);
	*left = *right = false;
	mtx_unlock(&t->lock);
}

void
table_putdown(table *t, int seat)
{
	mtx_lock(&t->lock);
	t->fork_there[seat] = t->fork_there[(seat + 1) % t->n] = true;
	mtx_unlock(&t->lock);
}
