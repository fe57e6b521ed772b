/* A writer that had to wait is counted, and never counted out: afterwards no reader comes in any more. */
/* class: progress */
/* policy: writers-over-readers.yaml */
#include "../readers-writers.h"

#include <pthread.h>
#include <stdlib.h>

struct rw {
	pthread_mutex_t mutex;
	pthread_cond_t changed;
	int readers, writers, want_to_write;
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
	pthread_mutex_lock(&l->mutex);
	while (l->writers || l->want_to_write)
		pthread_cond_wait(&l->changed, &l->mutex);
	l->readers++;
	pthread_mutex_unlock(&l->mutex);
}

void
rw_after_read(rw *l)
{
	pthread_mutex_lock(&l->mutex);
	l->readers--;
	pthread_mutex_unlock(&l->mutex);
	pthread_cond_broadcast(&l->changed);
}

void
rw_before_write(rw *l)
{
	pthread_mutex_lock(&l->mutex);
	if (l->writers || l->readers) {
		l->want_to_write++;
		do
			pthread_cond_wait(&l->changed, &l->mutex);
		while (l->writers || l->readers);
	}
	l->writers++;
	pthread_mutex_unlock(&l->mutex);
}

void
rw_after_write(rw *l)
{
	pthread_mutex_lock(&l->mutex);
	l->writers--;
	pthread_mutex_unlock(&l->mutex);
	pthread_cond_broadcast(&l->changed);
}
