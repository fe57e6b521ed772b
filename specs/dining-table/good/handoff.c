/* Who must wait hangs a thread-local node with a condition of its own into a list; who puts down takes the forks for those who now can. */
#include "../dining-table.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

struct waiter {
	struct waiter *next, **at;
	pthread_cond_t served;
	bool done;
	int seat;
};

struct table {
	pthread_mutex_t mutex;
	struct waiter *waiters;
	int n;
	bool *forks; /* that lie on the table */
};

static __thread struct waiter me = {.served = PTHREAD_COND_INITIALIZER};

table *
table_new(int seats)
{
	table *t = malloc(sizeof *t);
	pthread_mutex_init(&t->mutex, NULL);
	t->waiters = NULL;
	t->n = seats;
	t->forks = malloc((size_t)seats * sizeof *t->forks);
	for (int i = 0; i < seats; i++)
		t->forks[i] = true;
	return t;
}

void
table_free(table *t)
{
	pthread_mutex_destroy(&t->mutex);
	free(t->forks);
	free(t);
}

static bool
take(table *t, int seat)
{
	bool *left = &t->forks[seat], *right = &t->forks[(seat + 1) % t->n];
	if (!*left || !*right)
		return false;
	*left = *right = false;
	return true;
}

static void
join(table *t, int seat)
{
	me.seat = seat;
	me.done = false;
	me.next = t->waiters;
	me.at = &t->waiters;
	if (me.next)
		me.next->at = &me.next;
	t->waiters = &me;
}

static void
leave(struct waiter *w)
{
	*w->at = w->next;
	if (w->next)
		w->next->at = w->at;
}

void
table_pickup(table *t, int seat)
{
	pthread_mutex_lock(&t->mutex);
	if (!take(t, seat)) {
		join(t, seat);
		while (!me.done)
			pthread_cond_wait(&me.served, &t->mutex);
	}
	pthread_mutex_unlock(&t->mutex);
}

void
table_putdown(table *t, int seat)
{
	pthread_mutex_lock(&t->mutex);
	t->forks[seat] = t->forks[(seat + 1) % t->n] = true;
	for (struct waiter *w = t->waiters, *next; w; w = next) {
		next = w->next;
		if (!take(t, w->seat))
			continue;
		leave(w);
		w->done = true;
		pthread_cond_signal(&w->served);
	}
	pthread_mutex_unlock(&t->mutex);
}
