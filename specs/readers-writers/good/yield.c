/* Tries under a mutex, and lets others run as long as it does not get in. */
#include "../readers-writers.h"

#include <pthread.h>
#include <sched.h>
#include <stdbool.h>
#include <stdlib.h>

struct rw {
	pthread_mutex_t state;
	int readers;
	bool writer;
};

rw *
rw_new(void)
{
	rw *l = calloc(1, sizeof *l);
	pthread_mutex_init(&l->state, NULL);
	return l;
}

void
rw_free(rw *l)
{
	pthread_mutex_destroy(&l->state);
	free(l);
}

static bool
try_read(rw *l)
{
	pthread_mutex_lock(&l->state);
	bool may = !l->writer;
	l->readers += may;
	pthread_mutex_unlock(&l->state);
	return may;
}

static bool
try_write(rw *l)
{
	pthread_mutex_lock(&l->state);
	bool may = !l->writer && l->readers == 0;
	if (may)
		l->writer = true;
	pthread_mutex_unlock(&l->state);
	return may;
}

void
rw_before_read(rw *l)
{
	while (!try_read(l))
		sched_yield();
}

void
rw_after_read(rw *l)
{
	pthread_mutex_lock(&l->state);
	l->readers--;
	pthread_mutex_unlock(&l->state);
}

void
rw_before_write(rw *l)
{
	while (!try_write(l))
		sched_yield();
}

void
rw_after_write(rw *l)
{
	pthread_mutex_lock(&l->state);
	l->writer = false;
	pthread_mutex_unlock(&l->state);
}
