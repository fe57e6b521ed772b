/* Notes under the lock that it will wait, but starts to wait only after the unlock: who broadcasts in between is not heard. */
/* class: progress */
#include "../dining-table.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

struct table {
	pthread_mutex_t state, sleepers;
	pthread_cond_t wake;
	int n, waiting;
	bool *eats;
};

table *
table_new(int seats)
{
	table *t = calloc(1, sizeof *t);
	pthread_mutex_init(&t->state, NULL);
	pthread_mutex_init(&t->sleepers, NULL);
	pthread_cond_init(&t->wake, NULL);
	t->n = seats;
	t->eats = calloc((size_t)seats, sizeof *t->eats);
	return t;
}

void
table_free(table *t)
{
	pthread_cond_destroy(&t->wake);
	pthread_mutex_destroy(&t->sleepers);
	pthread_mutex_destroy(&t->state);
	free(t->eats);
	free(t);
}

static bool
try(table *t, int seat)
{
	pthread_mutex_lock(&t->state);
	bool can = !t->eats[(seat + 1) % t->n] && !t->eats[(seat + t->n - 1) % t->n];
	if (can)
		t->eats[seat] = true;
	else
		t->waiting++;
	pthread_mutex_unlock(&t->state);
	return can;
}

void
table_pickup(table *t, int seat)
{
	while (!try(t, seat)) {
		pthread_mutex_lock(&t->sleepers);
		pthread_cond_wait(&t->wake, &t->sleepers);
		pthread_mutex_unlock(&t->sleepers);
	}
}

void
table_putdown(table *t, int seat)
{
	pthread_mutex_lock(&t->state);
	t->eats[seat] = false;
	bool wake = t->waiting > 0;
	t->waiting = 0;
	pthread_mutex_unlock(&t->state);
	if (!wake)
		return;
	pthread_mutex_lock(&t->sleepers);
	pthread_cond_broadcast(&t->wake);
	pthread_mutex_unlock(&t->sleepers);
}
