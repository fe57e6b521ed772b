/* A writer that leaves wakes only one of those who wait: of several readers the others stay where they are. */
/* class: progress */
#include "../readers-writers.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

struct rw {
	pthread_mutex_t mutex;
	pthread_cond_t changed;
	int readers;
	bool writing;
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

void
rw_before_read(rw *l)
{
	pthread_mutex_lock(&l->mutex);
	while (l->writing)
		pthread_cond_wait(&l->changed, &l->mutex);
	l->readers++;
	pthread_mutex_unlock(&l->mutex);
}

void
rw_after_read(rw *l)
{
	pthread_mutex_lock(&l->mutex);
	if (--l->readers == 0)
		pthread_cond_broadcast(&l->changed);
	pthread_mutex_unlock(&l->mutex);
}

void
rw_before_write(rw *l)
{
	pthread_mutex_lock(&l->mutex);
	while (l->writing || l->readers)
		pthread_cond_wait(&l->changed, &l->mutex);
	l->writing = true;
	pthread_mutex_unlock(&l->mutex);
}

void
rw_after_write(rw *l)
{
	pthread_mutex_lock(&l->mutex);
	l->writing = false;
	pthread_cond_signal(&l->changed);
	pthread_mutex_unlock(&l->mutex);
}
