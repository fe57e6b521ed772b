/* Lets a hungry neighbour that came first go first, even if that one cannot eat yet. Nobody asked for such a policy. */
/* class: progress */
#include "../dining-table.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

struct philosopher {
	bool eats;
	unsigned long hungry_since; /* 0 if it is not */
};

struct table {
	pthread_mutex_t mutex;
	pthread_cond_t changed;
	int n;
	unsigned long clock;
	struct philosopher p[];
};

table *
table_new(int seats)
{
	table *t = calloc(1, sizeof *t + (size_t)seats * sizeof t->p[0]);
	pthread_mutex_init(&t->mutex, NULL);
	pthread_cond_init(&t->changed, NULL);
	t->n = seats;
	return t;
}

void
table_free(table *t)
{
	pthread_cond_destroy(&t->changed);
	pthread_mutex_destroy(&t->mutex);
	free(t);
}

static bool
must_wait_for(const struct philosopher *me, const struct philosopher *other)
{
	return other->eats || (other->hungry_since && other->hungry_since < me->hungry_since);
}

void
table_pickup(table *t, int seat)
{
	struct philosopher *me = &t->p[seat], *left = &t->p[(seat + t->n - 1) % t->n], *right = &t->p[(seat + 1) % t->n];
	pthread_mutex_lock(&t->mutex);
	me->hungry_since = ++t->clock;
	while (must_wait_for(me, left) || must_wait_for(me, right))
		pthread_cond_wait(&t->changed, &t->mutex);
	me->hungry_since = 0;
	me->eats = true;
	pthread_mutex_unlock(&t->mutex);
}

void
table_putdown(table *t, int seat)
{
	pthread_mutex_lock(&t->mutex);
	t->p[seat].eats = false;
	pthread_cond_broadcast(&t->changed);
	pthread_mutex_unlock(&t->mutex);
}
