/* A writer counts itself before it waits: from then on it keeps readers out, and two such writers wait for each other. */
/* class: progress */
#include "../readers-writers.h"

#include <pthread.h>
#include <stdlib.h>

struct rw {
	pthread_mutex_t mutex;
	pthread_cond_t changed;
	int readers, writers;
};

rw *
rw_new(void)
{
	rw *l = calloc(1, sizeof *l);
	pthread_mutex_init(&l->mutex, NULL);
	pthread_cond_init(&l->changed, NULL);
	return l;
}

void
rw_free(rw *l)
{
	pthread_cond_destroy(&l->changed);
	pthread_mutex_destroy(&l->mutex);
	free(l);
}

static void
leave(rw *l, int *who)
{
	pthread_mutex_lock(&l->mutex);
	--*who;
	pthread_cond_broadcast(&l->changed);
	pthread_mutex_unlock(&l->mutex);
}

void
rw_before_read(rw *l)
{
	pthread_mutex_lock(&l->mutex);
	while (l->writers > 0)
		pthread_cond_wait(&l->changed, &l->mutex);
	l->readers++;
	pthread_mutex_unlock(&l->mutex);
}

void
rw_after_read(rw *l)
{
	leave(l, &l->readers);
}

void
rw_before_write(rw *l)
{
	pthread_mutex_lock(&l->mutex);
	l->writers++;
	while (l->readers > 0 || l->writers > 1)
		pthread_cond_wait(&l->changed, &l->mutex);
	pthread_mutex_unlock(&l->mutex);
}

void
rw_after_write(rw *l)
{
	leave(l, &l->writers);
}
