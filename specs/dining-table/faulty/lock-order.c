/* A lock for each philosopher: who looks locks its own, then those of its neighbours. Two neighbours that do so wait for each other. */
/* class: progress */
#include "../dining-table.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <unistd.h>

struct philosopher {
	pthread_mutex_t lock;
	bool eats;
};

struct table {
	int n;
	struct philosopher *p;
};

table *
table_new(int seats)
{
	table *t = malloc(sizeof *t);
	t->n = seats;
	t->p = calloc((size_t)seats, sizeof *t->p);
	for (int i = 0; i < seats; i++)
		pthread_mutex_init(&t->p[i].lock, NULL);
	return t;
}

void
table_free(table *t)
{
	for (int i = 0; i < t->n; i++)
		pthread_mutex_destroy(&t->p[i].lock);
	free(t->p);
	free(t);
}

static bool
try_eating(struct philosopher *left, struct philosopher *me, struct philosopher *right)
{
	pthread_mutex_lock(&me->lock);
	pthread_mutex_lock(&left->lock);
	pthread_mutex_lock(&right->lock);
	me->eats = !left->eats && !right->eats;
	bool eats = me->eats;
	pthread_mutex_unlock(&right->lock);
	pthread_mutex_unlock(&left->lock);
	pthread_mutex_unlock(&me->lock);
	return eats;
}

void
table_pickup(table *t, int seat)
{
	struct philosopher *left = &t->p[(seat + t->n - 1) % t->n], *right = &t->p[(seat + 1) % t->n];
	while (!try_eating(left, &t->p[seat], right))
		usleep(100);
}

void
table_putdown(table *t, int seat)
{
	pthread_mutex_lock(&t->p[seat].lock);
	t->p[seat].eats = false;
	pthread_mutex_unlock(&t->p[seat].lock);
}
