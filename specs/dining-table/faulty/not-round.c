/* The table is a row, not a circle: the first and the last philosopher do not know that they are neighbours. */
/* class: safety */
#include "../dining-table.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

struct table {
	pthread_mutex_t mutex;
	pthread_cond_t changed;
	bool *row; /* with an empty place before the first and one after the last */
};

table *
table_new(int seats)
{
	table *t = malloc(sizeof *t);
	pthread_mutex_init(&t->mutex, NULL);
	pthread_cond_init(&t->changed, NULL);
	t->row = calloc((size_t)seats + 2, sizeof *t->row);
	return t;
}

void
table_free(table *t)
{
	pthread_cond_destroy(&t->changed);
	pthread_mutex_destroy(&t->mutex);
	free(t->row);
	free(t);
}

void
table_pickup(table *t, int seat)
{
	bool *me = &t->row[seat + 1];
	pthread_mutex_lock(&t->mutex);
	while (me[-1] || me[1])
		pthread_cond_wait(&t->changed, &t->mutex);
	*me = true;
	pthread_mutex_unlock(&t->mutex);
}

void
table_putdown(table *t, int seat)
{
	pthread_mutex_lock(&t->mutex);
	t->row[seat + 1] = false;
	pthread_mutex_unlock(&t->mutex);
	pthread_cond_broadcast(&t->changed);
}
