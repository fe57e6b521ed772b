/* A list of those who wait, but new ones are put in front: of two neighbours the one that came last goes first. */
/* class: order */
/* policy: neighbours-in-order.yaml */
#include "../dining-table.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

struct waiter {
	struct waiter *next;
	pthread_cond_t go;
	bool gone;
	int seat;
};

struct table {
	pthread_mutex_t mutex;
	struct waiter *waiters;
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
neighbours(const table *t, int a, int b)
{
	return (a + 1) % t->n == b || (b + 1) % t->n == a;
}

static bool
can_go(const table *t, const struct waiter *w)
{
	for (int i = 0; i < t->n; i++)
		if (t->eats[i] && neighbours(t, i, w->seat))
			return false;
	for (const struct waiter *before = t->waiters; before != w; before = before->next)
		if (neighbours(t, before->seat, w->seat))
			return false;
	return true;
}

static void
let_go(table *t)
{
	for (struct waiter **at = &t->waiters; *at;) {
		struct waiter *w = *at;
		if (!can_go(t, w)) {
			at = &w->next;
			continue;
		}
		t->eats[w->seat] = w->gone = true;
		*at = w->next;
		pthread_cond_signal(&w->go);
	}
}

void
table_pickup(table *t, int seat)
{
	pthread_mutex_lock(&t->mutex);
	struct waiter me = {.seat = seat, .go = PTHREAD_COND_INITIALIZER, .next = t->waiters};
	t->waiters = &me;
	let_go(t);
	while (!me.gone)
		pthread_cond_wait(&me.go, &t->mutex);
	pthread_mutex_unlock(&t->mutex);
	pthread_cond_destroy(&me.go);
}

void
table_putdown(table *t, int seat)
{
	pthread_mutex_lock(&t->mutex);
	t->eats[seat] = false;
	let_go(t);
	pthread_mutex_unlock(&t->mutex);
}
