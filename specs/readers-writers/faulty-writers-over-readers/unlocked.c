/* A reader looks at the number of waiting writers first and takes the lock then. */
/* class: order */
/* policy: writers-over-readers.yaml */
#include "../readers-writers.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>

struct rw {
	pthread_mutex_t mutex;
	pthread_cond_t changed;
	atomic_int want_to_write;
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
	pthread_mutex_destroy(&l->mutex);
	pthread_cond_destroy(&l->changed);
	free(l);
}

void
rw_before_read(rw *l)
{
	while (l->want_to_write > 0)
		sched_yield();
	pthread_mutex_lock(&l->mutex);
	while (l->writers)
		pthread_cond_wait(&l->changed, &l->mutex);
	l->readers++;
	pthread_mutex_unlock(&l->mutex);
}

void
rw_after_read(rw *l)
{
	pthread_mutex_lock(&l->mutex);
	l->readers--;
	pthread_cond_broadcast(&l->changed);
	pthread_mutex_unlock(&l->mutex);
}

void
rw_before_write(rw *l)
{
	l->want_to_write++;
	pthread_mutex_lock(&l->mutex);
	while (l->writers || l->readers)
		pthread_cond_wait(&l->changed, &l->mutex);
	l->writers++;
	l->want_to_write--;
	pthread_mutex_unlock(&l->mutex);
}

void
rw_after_write(rw *l)
{
	pthread_mutex_lock(&l->mutex);
	l->writers--;
	pthread_cond_broadcast(&l->changed);
	pthread_mutex_unlock(&l->mutex);
}
