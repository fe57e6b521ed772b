/* Whoever looks at the right moment eats first, however long a neighbour has been waiting. */
/* class: order */
/* policy: neighbours-in-order.yaml */
#include "../dining-table.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

struct table {
	pthread_mutex_t mutex;
	pthread_cond_t changed;
	int seats;
	bool *eating;
};

table *
table_new(int seats)
{
	table *t = malloc(sizeof *t);
	pthread_mutex_init(&t->mutex, NULL);
	pthread_cond_init(&t->changed, NULL);
	t->seats = seats;
	t->eating = calloc((size_t)seats, sizeof *t->eating);
	return t;
}

void
table_free(table *t)
{
	pthread_cond_destroy(&t->changed);
	pthread_mutex_destroy(&t->mutex);
	free(t->eating);
	free(t);
}

void
table_pickup(table *t, int seat)
{
	int left = (seat + t->seats - 1) % t->seats, right = (seat + 1) % t->seats;
	pthread_mutex_lock(&t->mutex);
	while (t->eating[left] || t->eating[right])
		pthread_cond_wait(&t->changed, &t->mutex);
	t->eating[seat] = true;
	pthread_mutex_unlock(&t->mutex);
}

void
table_putdown(table *t, int seat)
{
	pthread_mutex_lock(&t->mutex);
	t->eating[seat] = false;
	pthread_cond_broadcast(&t->changed);
	pthread_mutex_unlock(&t->mutex);
}
