/* Says that it eats before it has waited for the neighbours: two that come while a third eats keep each other out for ever. */
/* class: progress */
#include "../dining-table.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

struct table {
	pthread_mutex_t mutex;
	pthread_cond_t *left_early;
	int n;
	bool *eating;
};

table *
table_new(int seats)
{
	table *t = malloc(sizeof *t);
	pthread_mutex_init(&t->mutex, NULL);
	t->n = seats;
	t->eating = calloc((size_t)seats, sizeof *t->eating);
	t->left_early = calloc((size_t)seats, sizeof *t->left_early);
	for (int i = 0; i < seats; i++)
		pthread_cond_init(&t->left_early[i], NULL);
	return t;
}

void
table_free(table *t)
{
	for (int i = 0; i < t->n; i++)
		pthread_cond_destroy(&t->left_early[i]);
	pthread_mutex_destroy(&t->mutex);
	free(t->left_early);
	free(t->eating);
	free(t);
}

static void
wait_for(table *t, int neighbour)
{
	while (t->eating[neighbour])
		pthread_cond_wait(&t->left_early[neighbour], &t->mutex);
}

void
table_pickup(table *t, int seat)
{
	pthread_mutex_lock(&t->mutex);
	t->eating[seat] = true;
	wait_for(t, (seat + t->n - 1) % t->n);
	wait_for(t, (seat + 1) % t->n);
	pthread_mutex_unlock(&t->mutex);
}

void
table_putdown(table *t, int seat)
{
	pthread_mutex_lock(&t->mutex);
	t->eating[seat] = false;
	pthread_cond_broadcast(&t->left_early[seat]);
	pthread_mutex_unlock(&t->mutex);
}
