/* Who puts down gives the forks to a neighbour who is not even hungry: nobody can have them then, until it comes to eat some day. */
/* class: progress */
#include "../dining-table.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

struct philosopher {
	pthread_cond_t may_eat;
	bool has_forks;
};

struct table {
	pthread_mutex_t mutex;
	int n;
	struct philosopher p[];
};

table *
table_new(int seats)
{
	table *t = calloc(1, sizeof *t + (size_t)seats * sizeof t->p[0]);
	pthread_mutex_init(&t->mutex, NULL);
	t->n = seats;
	for (int i = 0; i < seats; i++)
		pthread_cond_init(&t->p[i].may_eat, NULL);
	return t;
}

void
table_free(table *t)
{
	for (int i = 0; i < t->n; i++)
		pthread_cond_destroy(&t->p[i].may_eat);
	pthread_mutex_destroy(&t->mutex);
	free(t);
}

static void
serve(table *t, int i)
{
	if (t->p[(i + 1) % t->n].has_forks || t->p[(i + t->n - 1) % t->n].has_forks)
		return;
	t->p[i].has_forks = true;
	pthread_cond_signal(&t->p[i].may_eat);
}

void
table_pickup(table *t, int seat)
{
	pthread_mutex_lock(&t->mutex);
	serve(t, seat);
	while (!t->p[seat].has_forks)
		pthread_cond_wait(&t->p[seat].may_eat, &t->mutex);
	pthread_mutex_unlock(&t->mutex);
}

void
table_putdown(table *t, int seat)
{
	pthread_mutex_lock(&t->mutex);
	t->p[seat].has_forks = false;
	serve(t, (seat + t->n - 1) % t->n);
	serve(t, (seat + 1) % t->n);
	pthread_mutex_unlock(&t->mutex);
}
