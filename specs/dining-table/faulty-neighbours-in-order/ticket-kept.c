/* The ticket is kept after the meal: neighbours go on waiting for somebody who thinks. */
/* class: progress or hang */
/* policy: neighbours-in-order.yaml */
#include "../dining-table.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <unistd.h>

struct seat {
	bool eats;
	int ticket;
};

struct table {
	pthread_mutex_t mutex;
	int n, drawn;
	struct seat seats[];
};

table *
table_new(int seats)
{
	table *t = calloc(1, sizeof *t + (size_t)seats * sizeof t->seats[0]);
	pthread_mutex_init(&t->mutex, NULL);
	t->n = seats;
	return t;
}

void
table_free(table *t)
{
	pthread_mutex_destroy(&t->mutex);
	free(t);
}

static bool
before(const struct seat *other, const struct seat *me)
{
	return other->eats || (other->ticket > 0 && other->ticket < me->ticket);
}

void
table_pickup(table *t, int seat)
{
	struct seat *me = &t->seats[seat], *left = &t->seats[(seat + t->n - 1) % t->n], *right = &t->seats[(seat + 1) % t->n];
	pthread_mutex_lock(&t->mutex);
	me->ticket = ++t->drawn;
	while (before(left, me) || before(right, me)) {
		pthread_mutex_unlock(&t->mutex);
		usleep(1000);
		pthread_mutex_lock(&t->mutex);
	}
	me->eats = true;
	pthread_mutex_unlock(&t->mutex);
}

void
table_putdown(table *t, int seat)
{
	pthread_mutex_lock(&t->mutex);
	t->seats[seat].eats = false;
	pthread_mutex_unlock(&t->mutex);
}
