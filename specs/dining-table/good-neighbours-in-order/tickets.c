/* One mutex and one condition; who waits has a ticket, and waits for neighbours that eat or have a lower one. */
/* policy: neighbours-in-order.yaml */
#include "../dining-table.h"

#include <limits.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

static const unsigned long NO_TICKET = ULONG_MAX;

struct table {
	pthread_mutex_t mutex;
	pthread_cond_t changed;
	int n;
	unsigned long drawn;
	bool *eats;
	unsigned long *ticket;
};

table *
table_new(int seats)
{
	table *t = malloc(sizeof *t);
	pthread_mutex_init(&t->mutex, NULL);
	pthread_cond_init(&t->changed, NULL);
	t->n = seats;
	t->drawn = 0;
	t->eats = calloc((size_t)seats, sizeof *t->eats);
	t->ticket = malloc((size_t)seats * sizeof *t->ticket);
	for (int i = 0; i < seats; i++)
		t->ticket[i] = NO_TICKET;
	return t;
}

void
table_free(table *t)
{
	pthread_cond_destroy(&t->changed);
	pthread_mutex_destroy(&t->mutex);
	free(t->ticket);
	free(t->eats);
	free(t);
}

static bool
in_the_way(const table *t, int other, int seat)
{
	return t->eats[other] || t->ticket[other] < t->ticket[seat];
}

void
table_pickup(table *t, int seat)
{
	int left = (seat + t->n - 1) % t->n, right = (seat + 1) % t->n;
	pthread_mutex_lock(&t->mutex);
	t->ticket[seat] = t->drawn++;
	while (in_the_way(t, left, seat) || in_the_way(t, right, seat))
		pthread_cond_wait(&t->changed, &t->mutex);
	t->ticket[seat] = NO_TICKET;
	t->eats[seat] = true;
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
