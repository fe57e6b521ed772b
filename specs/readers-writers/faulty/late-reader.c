/* A reader counts the writers that have left, and goes on when one more has; but another may be writing by then. */
/* class: safety */
#include "../readers-writers.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

struct rw {
	pthread_mutex_t mutex;
	pthread_cond_t left;
	int readers;
	unsigned long left_writing;
	bool writing;
};

rw *
rw_new(void)
{
	rw *l = calloc(1, sizeof *l);
	pthread_mutex_init(&l->mutex, NULL);
	pthread_cond_init(&l->left, NULL);
	return l;
}

void
rw_free(rw *l)
{
	pthread_cond_destroy(&l->left);
	pthread_mutex_destroy(&l->mutex);
	free(l);
}

void
rw_before_read(rw *l)
{
	pthread_mutex_lock(&l->mutex);
	unsigned long before = l->left_writing;
	while (l->writing && l->left_writing == before)
		pthread_cond_wait(&l->left, &l->mutex);
	l->readers++;
	pthread_mutex_unlock(&l->mutex);
}

void
rw_after_read(rw *l)
{
	pthread_mutex_lock(&l->mutex);
	l->readers--;
	pthread_cond_broadcast(&l->left);
	pthread_mutex_unlock(&l->mutex);
}

void
rw_before_write(rw *l)
{
	pthread_mutex_lock(&l->mutex);
	while (l->writing || l->readers > 0)
		pthread_cond_wait(&l->left, &l->mutex);
	l->writing = true;
	pthread_mutex_unlock(&l->mutex);
}

void
rw_after_write(rw *l)
{
	pthread_mutex_lock(&l->mutex);
	l->writing = false;
	l->left_writing++;
	pthread_cond_broadcast(&l->left);
	pthread_mutex_unlock(&l->mutex);
}
