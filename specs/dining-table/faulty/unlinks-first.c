/* Takes a waiter out of the list through the one before it, also where there is none before it. */
/* class: crash */
#include "../dining-table.h"

#include <pthread.h>
#include <semaphore.h>
#include <stdbool.h>
#include <stdlib.h>

struct waiter {
	struct waiter *before, *after;
	int seat;
	sem_t go;
};

struct table {
	pthread_mutex_t mutex;
	struct waiter *first;
	int n;
	bool eats[];
};

table *
table_new(int seats)
{
	table *t = calloc(1, sizeof *t + (size_t)seats * sizeof t->eats[0]);
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
can_eat(const table *t, int seat)
{
	return !t->eats[(seat + t->n - 1) % t->n] && !t->eats[(seat + 1) % t->n];
}

void
table_pickup(table *t, int seat)
{
	pthread_mutex_lock(&t->mutex);
	if (can_eat(t, seat)) {
		t->eats[seat] = true;
		pthread_mutex_unlock(&t->mutex);
		return;
	}
	struct waiter me = {.seat = seat, .after = t->first};
	sem_init(&me.go, 0, 0);
	if (t->first)
		t->first->before = &me;
	t->first = &me;
	pthread_mutex_unlock(&t->mutex);
	sem_wait(&me.go);
	sem_destroy(&me.go);
}

void
table_putdown(table *t, int seat)
{
	pthread_mutex_lock(&t->mutex);
	t->eats[seat] = false;
	for (struct waiter *w = t->first, *after; w; w = after) {
		after = w->after;
		if (!can_eat(t, w->seat))
			continue;
		t->eats[w->seat] = true;
		w->before->after = w->after;
		if (w->after)
			w->after->before = w->before;
		sem_post(&w->go);
	}
	pthread_mutex_unlock(&t->mutex);
}
