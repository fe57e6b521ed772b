/*
 * Takes the fork with the lower number first. Nobody can wait in a circle then, but who waits for its second fork holds the
 * first, and keeps a neighbour from it.
 */
/* class: progress */
#include "../dining-table.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

struct fork {
	pthread_mutex_t mutex;
	pthread_cond_t back;
	bool taken;
};

struct table {
	int n;
	struct fork forks[];
};

table *
table_new(int seats)
{
	table *t = calloc(1, sizeof *t + (size_t)seats * sizeof t->forks[0]);
	t->n = seats;
	for (int i = 0; i < seats; i++) {
		pthread_mutex_init(&t->forks[i].mutex, NULL);
		pthread_cond_init(&t->forks[i].back, NULL);
	}
	return t;
}

void
table_free(table *t)
{
	for (int i = 0; i < t->n; i++) {
		pthread_cond_destroy(&t->forks[i].back);
		pthread_mutex_destroy(&t->forks[i].mutex);
	}
	free(t);
}

static void
take(struct fork *f)
{
	pthread_mutex_lock(&f->mutex);
	while (f->taken)
		pthread_cond_wait(&f->back, &f->mutex);
	f->taken = true;
	pthread_mutex_unlock(&f->mutex);
}

static void
give(struct fork *f)
{
	pthread_mutex_lock(&f->mutex);
	f->taken = false;
	pthread_cond_signal(&f->back);
	pthread_mutex_unlock(&f->mutex);
}

void
table_pickup(table *t, int seat)
{
	int other = (seat + 1) % t->n;
	take(&t->forks[seat < other ? seat : other]);
	take(&t->forks[seat < other ? other : seat]);
}

void
table_putdown(table *t, int seat)
{
	give(&t->forks[seat]);
	give(&t->forks[(seat + 1) % t->n]);
}
