/* One queue for the whole table, and only its head may eat: behind it wait some whose neighbours all think. */
/* class: progress */
/* policy: neighbours-in-order.yaml */
#include "../dining-table.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

struct table {
	pthread_mutex_t mutex;
	pthread_cond_t changed;
	int n;
	unsigned drawn, served;
	bool *eats;
};

table *
table_new(int seats)
{
	table *t = calloc(1, sizeof *t);
	pthread_mutex_init(&t->mutex, NULL);
	pthread_cond_init(&t->changed, NULL);
	t->n = seats;
	t->eats = calloc((size_t)seats, sizeof *t->eats);
	return t;
}

void
table_free(table *t)
{
	pthread_cond_destroy(&t->changed);
	pthread_mutex_destroy(&t->mutex);
	free(t->eats);
	free(t);
}

void
table_pickup(table *t, int seat)
{
	pthread_mutex_lock(&t->mutex);
	unsigned ticket = t->drawn++;
	while (t->served != ticket || t->eats[(seat + 1) % t->n] || t->eats[(seat + t->n - 1) % t->n])
		pthread_cond_wait(&t->changed, &t->mutex);
	t->served++;
	t->eats[seat] = true;
	pthread_cond_broadcast(&t->changed);
	pthread_mutex_unlock(&t->mutex);
}

void
table_putdown(table *t, int seat)
{
	pthread_mutex_lock(&t->mutex);
	t->eats[seat] = false;
	pthread_cond_broadcast(&t->changed);
	pthread_mutex_unlock(&t->mutex);
}
