/* Takes the left fork, then the right one: neighbours are kept waiting by one who cannot eat yet, in the end all by all. */
/* class: progress */
#include "../dining-table.h"

#include <semaphore.h>
#include <stdlib.h>

struct table {
	int n;
	sem_t *fork;
};

table *
table_new(int seats)
{
	table *t = malloc(sizeof *t);
	t->n = seats;
	t->fork = malloc((size_t)seats * sizeof *t->fork);
	for (int i = 0; i < seats; i++)
		sem_init(&t->fork[i], 0, 1);
	return t;
}

void
table_free(table *t)
{
	for (int i = 0; i < t->n; i++)
		sem_destroy(&t->fork[i]);
	free(t->fork);
	free(t);
}

void
table_pickup(table *t, int seat)
{
	sem_wait(&t->fork[seat]);
	sem_wait(&t->fork[(seat + 1) % t->n]);
}

void
table_putdown(table *t, int seat)
{
	sem_post(&t->fork[seat]);
	sem_post(&t->fork[(seat + 1) % t->n]);
}
