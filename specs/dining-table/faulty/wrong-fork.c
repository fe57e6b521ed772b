/* The forks are mutexes that are only tried. Who cannot get the right one puts back that instead of the left one. */
/* class: misuse */
#include "../dining-table.h"

#include <pthread.h>
#include <sched.h>
#include <stdbool.h>
#include <stdlib.h>

struct table {
	int n;
	pthread_mutex_t forks[];
};

table *
table_new(int seats)
{
	table *t = malloc(sizeof *t + (size_t)seats * sizeof t->forks[0]);
	t->n = seats;
	for (int i = 0; i < seats; i++)
		pthread_mutex_init(&t->forks[i], NULL);
	return t;
}

void
table_free(table *t)
{
	free(t);
}

static bool
take_both(pthread_mutex_t *left, pthread_mutex_t *right)
{
	if (pthread_mutex_trylock(left) != 0)
		return false;
	if (pthread_mutex_trylock(right) != 0) {
		pthread_mutex_unlock(right);
		return false;
	}
	return true;
}

void
table_pickup(table *t, int seat)
{
	while (!take_both(&t->forks[seat], &t->forks[(seat + 1) % t->n]))
		sched_yield();
}

void
table_putdown(table *t, int seat)
{
	pthread_mutex_unlock(&t->forks[seat]);
	pthread_mutex_unlock(&t->forks[(seat + 1) % t->n]);
}
