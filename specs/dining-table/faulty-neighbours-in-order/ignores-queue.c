/* There is an order among those who wait, but a newcomer looks only at who eats, and so overtakes a neighbour that waits. */
/* class: order */
/* policy: neighbours-in-order.yaml */
#include "../dining-table.h"

#include <semaphore.h>
#include <stdbool.h>
#include <stdlib.h>

struct philosopher {
	sem_t served;
	bool eats;
	unsigned long waits_since;
};

struct table {
	sem_t mutex;
	int n;
	unsigned long time;
	struct philosopher p[];
};

table *
table_new(int seats)
{
	table *t = calloc(1, sizeof *t + (size_t)seats * sizeof t->p[0]);
	sem_init(&t->mutex, 0, 1);
	t->n = seats;
	for (int i = 0; i < seats; i++)
		sem_init(&t->p[i].served, 0, 0);
	return t;
}

void
table_free(table *t)
{
	for (int i = 0; i < t->n; i++)
		sem_destroy(&t->p[i].served);
	sem_destroy(&t->mutex);
	free(t);
}

static bool
neighbours_eat(const table *t, int i)
{
	return t->p[(i + 1) % t->n].eats || t->p[(i + t->n - 1) % t->n].eats;
}

static bool
came_before(const struct philosopher *a, const struct philosopher *b)
{
	return a->waits_since && a->waits_since < b->waits_since;
}

static void
serve(table *t, int i)
{
	struct philosopher *p = &t->p[i];
	if (!p->waits_since || neighbours_eat(t, i))
		return;
	if (came_before(&t->p[(i + 1) % t->n], p) || came_before(&t->p[(i + t->n - 1) % t->n], p))
		return;
	p->waits_since = 0;
	p->eats = true;
	sem_post(&p->served);
}

void
table_pickup(table *t, int seat)
{
	struct philosopher *me = &t->p[seat];
	sem_wait(&t->mutex);
	bool wait = neighbours_eat(t, seat);
	if (wait)
		me->waits_since = ++t->time;
	else
		me->eats = true;
	sem_post(&t->mutex);
	if (wait)
		sem_wait(&me->served);
}

void
table_putdown(table *t, int seat)
{
	sem_wait(&t->mutex);
	t->p[seat].eats = false;
	for (int i = 0; i < t->n; i++)
		serve(t, i);
	sem_post(&t->mutex);
}
