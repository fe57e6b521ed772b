/* Compares before it counts itself out (readers-- == 0), so the last reader does not notice that it is the last. */
/* class: progress */
#include "../readers-writers.h"

#include <pthread.h>
#include <stdlib.h>

struct rw {
	pthread_mutex_t mutex;
	pthread_cond_t may_read, may_write;
	int readers, writers;
};

rw *
rw_new(void)
{
	rw *l = calloc(1, sizeof *l);
	pthread_mutex_init(&l->mutex, NULL);
	pthread_cond_init(&l->may_read, NULL);
	pthread_cond_init(&l->may_write, NULL);
	return l;
}

void
rw_free(rw *l)
{
	pthread_cond_destroy(&l->may_read);
	pthread_cond_destroy(&l->may_write);
	pthread_mutex_destroy(&l->mutex);
	free(l);
}

void
rw_before_read(rw *l)
{
	pthread_mutex_lock(&l->mutex);
	while (l->writers)
		pthread_cond_wait(&l->may_read, &l->mutex);
	l->readers++;
	pthread_mutex_unlock(&l->mutex);
}

void
rw_after_read(rw *l)
{
	pthread_mutex_lock(&l->mutex);
	if (l->readers-- == 0)
		pthread_cond_signal(&l->may_write);
	pthread_mutex_unlock(&l->mutex);
}

void
rw_before_write(rw *l)
{
	pthread_mutex_lock(&l->mutex);
	while (l->writers || l->readers)
		pthread_cond_wait(&l->may_write, &l->mutex);
	l->writers++;
	pthread_mutex_unlock(&l->mutex);
}

void
rw_after_write(rw *l)
{
	pthread_mutex_lock(&l->mutex);
	l->writers--;
	pthread_cond_signal(&l->may_write);
	pthread_cond_broadcast(&l->may_read);
	pthread_mutex_unlock(&l->mutex);
}
