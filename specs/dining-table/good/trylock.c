/* The forks are mutexes that are only tried, one philosopher at a time; who does not get both puts back what it has, and sleeps. */
#include "../dining-table.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <time.h>

struct table {
	pthread_mutex_t reaching;
	int n;
	pthread_mutex_t *forks;
};

table *
table_new(int seats)
{
	table *t = malloc(sizeof *t);
	t->n = seats;
	t->forks = malloc((size_t)seats * sizeof *t->forks);
	pthread_mutex_init(&t->reaching, NULL);
	for (int i = 0; i < seats; i++)
		pthread_mutex_init(&t->forks[i], NULL);
	return t;
}

void
table_free(table *t)
{
	pthread_mutex_destroy(&t->reaching);
	free(t->forks); /* without pthread_mutex_destroy: those who still eat have theirs locked */
	free(t);
}

static bool
take_both(pthread_mutex_t *left, pthread_mutex_t *right)
{
	if (pthread_mutex_trylock(left) != 0)
		return false;
	if (pthread_mutex_trylock(right) == 0)
		return true;
	pthread_mutex_unlock(left);
	return false;
}

static bool
reach(table *t, int seat)
{
	pthread_mutex_lock(&t->reaching);
	bool both = take_both(&t->forks[seat], &t->forks[(seat + 1) % t->n]);
	pthread_mutex_unlock(&t->reaching);
	return both;
}

void
table_pickup(table *t, int seat)
{
	while (!reach(t, seat))
		nanosleep(&(struct timespec){.tv_nsec = 200000}, NULL);
}

void
table_putdown(table *t, int seat)
{
	pthread_mutex_unlock(&t->forks[seat]);
	pthread_mutex_unlock(&t->forks[(seat + 1) % t->n]);
}
