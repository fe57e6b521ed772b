/* Looks whether the forks are free, then takes the mutex to take them: a neighbour may have been faster. */
/* class: safety */
#include "../dining-table.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>

struct table {
	pthread_mutex_t mutex;
	int n, meals;
	_Atomic int forks[];
};

table *
table_new(int seats)
{
	table *t = calloc(1, sizeof *t + (size_t)seats * sizeof t->forks[0]);
	pthread_mutex_init(&t->mutex, NULL);
	t->n = seats;
	for (int i = 0; i < seats; i++)
		t->forks[i] = 1;
	return t;
}

void
table_free(table *t)
{
	pthread_mutex_destroy(&t->mutex);
	free(t);
}

void
table_pickup(table *t, int seat)
{
	_Atomic int *left = &t->forks[seat], *right = &t->forks[(seat + 1) % t->n];
	while (*left == 0 || *right == 0)
		sched_yield();
	pthread_mutex_lock(&t->mutex);
	*left = 0;
	*right = 0;
	t->meals++;
	pthread_mutex_unlock(&t->mutex);
}

void
table_putdown(table *t, int seat)
{
	pthread_mutex_lock(&t->mutex);
	t->forks[seat] = 1;
	t->forks[(seat + 1) % t->n] = 1;
	pthread_mutex_unlock(&t->mutex);
}
