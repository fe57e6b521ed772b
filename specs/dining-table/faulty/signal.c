/* Wakes one of those who wait, where two may go ahead, or only another one. */
/* class: progress */
#include "../dining-table.h"

#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

struct table {
	pthread_mutex_t mutex;
	pthread_cond_t changed;
	int n;
	uint32_t taken;
};

table *
table_new(int seats)
{
	table *t = malloc(sizeof *t);
	*t = (table){.mutex = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER, .n = seats};
	return t;
}

void
table_free(table *t)
{
	pthread_cond_destroy(&t->changed);
	pthread_mutex_destroy(&t->mutex);
	free(t);
}

static uint32_t
forks_of(const table *t, int seat)
{
	return UINT32_C(1) << seat | UINT32_C(1) << (seat + 1) % t->n;
}

void
table_pickup(table *t, int seat)
{
	pthread_mutex_lock(&t->mutex);
	while (t->taken & forks_of(t, seat))
		pthread_cond_wait(&t->changed, &t->mutex);
	t->taken |= forks_of(t, seat);
	pthread_mutex_unlock(&t->mutex);
}

void
table_putdown(table *t, int seat)
{
	pthread_mutex_lock(&t->mutex);
	t->taken &= ~forks_of(t, seat);
	pthread_cond_signal(&t->changed);
	pthread_mutex_unlock(&t->mutex);
}
