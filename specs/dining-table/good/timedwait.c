/* Who puts down signals without taking the mutex, so the signal may come too early; all waits end after 5 ms, and one looks again. */
#include "../dining-table.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <time.h>

struct table {
	pthread_mutex_t mutex;
	pthread_cond_t maybe;
	int n;
	atomic_bool eats[];
};

table *
table_new(int seats)
{
	table *t = malloc(sizeof *t + (size_t)seats * sizeof t->eats[0]);
	pthread_mutex_init(&t->mutex, NULL);
	pthread_cond_init(&t->maybe, NULL);
	t->n = seats;
	for (int i = 0; i < seats; i++)
		atomic_init(&t->eats[i], false);
	return t;
}

void
table_free(table *t)
{
	pthread_cond_destroy(&t->maybe);
	pthread_mutex_destroy(&t->mutex);
	free(t);
}

static struct timespec
in_5_ms(void)
{
	struct timespec t;
	clock_gettime(CLOCK_REALTIME, &t);
	t.tv_nsec += 5000000;
	t.tv_sec += t.tv_nsec / 1000000000;
	t.tv_nsec %= 1000000000;
	return t;
}

void
table_pickup(table *t, int seat)
{
	pthread_mutex_lock(&t->mutex);
	while (t->eats[(seat + t->n - 1) % t->n] || t->eats[(seat + 1) % t->n]) {
		struct timespec until = in_5_ms();
		pthread_cond_timedwait(&t->maybe, &t->mutex, &until);
	}
	t->eats[seat] = true;
	pthread_mutex_unlock(&t->mutex);
}

void
table_putdown(table *t, int seat)
{
	t->eats[seat] = false;
	pthread_cond_broadcast(&t->maybe);
}
