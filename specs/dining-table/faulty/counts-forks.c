/* Waits until any two forks are there, and does not ask which: with five forks two neighbours can eat. */
/* class: safety */
#include "../dining-table.h"

#include <pthread.h>
#include <stdlib.h>

struct table {
	pthread_mutex_t mutex;
	pthread_cond_t two_there;
	int forks;
};

table *
table_new(int seats)
{
	table *t = malloc(sizeof *t);
	pthread_mutex_init(&t->mutex, NULL);
	pthread_cond_init(&t->two_there, NULL);
	t->forks = seats;
	return t;
}

void
table_free(table *t)
{
	pthread_cond_destroy(&t->two_there);
	pthread_mutex_destroy(&t->mutex);
	free(t);
}

void
table_pickup(table *t, int seat)
{
	(void)seat;
	pthread_mutex_lock(&t->mutex);
	while (t->forks < 2)
		pthread_cond_wait(&t->two_there, &t->mutex);
	t->forks -= 2;
	pthread_mutex_unlock(&t->mutex);
}

void
table_putdown(table *t, int seat)
{
	(void)seat;
	pthread_mutex_lock(&t->mutex);
	t->forks += 2;
	pthread_cond_broadcast(&t->two_there);
	pthread_mutex_unlock(&t->mutex);
}
