/* The one that wakes a writer counts it out at once, so that a reader may slip in before the writer is there. */
/* class: order */
/* policy: writers-over-readers.yaml */
#include "../readers-writers.h"

#include <pthread.h>
#include <stdlib.h>

struct rw {
	pthread_mutex_t mutex;
	pthread_cond_t read, write;
	int readers, writers, writers_waiting;
};

rw *
rw_new(void)
{
	rw *l = calloc(1, sizeof *l);
	pthread_mutex_init(&l->mutex, NULL);
	pthread_cond_init(&l->read, NULL);
	pthread_cond_init(&l->write, NULL);
	return l;
}

void
rw_free(rw *l)
{
	pthread_mutex_destroy(&l->mutex);
	pthread_cond_destroy(&l->read);
	pthread_cond_destroy(&l->write);
	free(l);
}

static void
wake(rw *l)
{
	if (l->writers_waiting) {
		l->writers_waiting--;
		pthread_cond_signal(&l->write);
	} else {
		pthread_cond_broadcast(&l->read);
	}
}

void
rw_before_read(rw *l)
{
	pthread_mutex_lock(&l->mutex);
	while (l->writers || l->writers_waiting)
		pthread_cond_wait(&l->read, &l->mutex);
	l->readers++;
	pthread_mutex_unlock(&l->mutex);
}

void
rw_after_read(rw *l)
{
	pthread_mutex_lock(&l->mutex);
	if (--l->readers == 0)
		wake(l);
	pthread_mutex_unlock(&l->mutex);
}

void
rw_before_write(rw *l)
{
	pthread_mutex_lock(&l->mutex);
	while (l->writers || l->readers) {
		l->writers_waiting++;
		pthread_cond_wait(&l->write, &l->mutex);
	}
	l->writers++;
	pthread_mutex_unlock(&l->mutex);
}

void
rw_after_write(rw *l)
{
	pthread_mutex_lock(&l->mutex);
	l->writers--;
	wake(l);
	pthread_mutex_unlock(&l->mutex);
}
