/* A queue of thread-local nodes, each with a semaphore. Who puts down walks it from the oldest on, and serves whom nobody before hinders. */
/* policy: neighbours-in-order.yaml */
#include "../dining-table.h"

#include <pthread.h>
#include <semaphore.h>
#include <stdbool.h>
#include <stdlib.h>

struct node {
	struct node *next;
	int seat;
	bool initialized;
	sem_t served;
};

struct table {
	pthread_mutex_t mutex;
	struct node *oldest, **end;
	int n;
	bool *eats;
};

static _Thread_local struct node me;

table *
table_new(int seats)
{
	table *t = calloc(1, sizeof *t);
	pthread_mutex_init(&t->mutex, NULL);
	t->end = &t->oldest;
	t->n = seats;
	t->eats = calloc((size_t)seats, sizeof *t->eats);
	return t;
}

void
table_free(table *t)
{
	pthread_mutex_destroy(&t->mutex);
	free(t->eats);
	free(t);
}

static bool
neighbours(const table *t, int a, int b)
{
	return (a + 1) % t->n == b || (b + 1) % t->n == a;
}

static bool
can_go(const table *t, const struct node *node)
{
	if (t->eats[(node->seat + 1) % t->n] || t->eats[(node->seat + t->n - 1) % t->n])
		return false;
	for (const struct node *older = t->oldest; older != node; older = older->next)
		if (neighbours(t, older->seat, node->seat))
			return false;
	return true;
}

static void
serve(table *t)
{
	for (struct node **at = &t->oldest; *at;) {
		struct node *node = *at;
		if (!can_go(t, node)) {
			at = &node->next;
			continue;
		}
		t->eats[node->seat] = true;
		*at = node->next;
		if (t->end == &node->next)
			t->end = at;
		sem_post(&node->served);
	}
}

void
table_pickup(table *t, int seat)
{
	if (!me.initialized)
		sem_init(&me.served, 0, 0);
	me.initialized = true;
	me.seat = seat;
	me.next = NULL;
	pthread_mutex_lock(&t->mutex);
	*t->end = &me;
	t->end = &me.next;
	serve(t);
	pthread_mutex_unlock(&t->mutex);
	sem_wait(&me.served);
}

void
table_putdown(table *t, int seat)
{
	pthread_mutex_lock(&t->mutex);
	t->eats[seat] = false;
	serve(t);
	pthread_mutex_unlock(&t->mutex);
}
