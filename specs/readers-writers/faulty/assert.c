/* Believes that who is woken finds the room empty, and asserts it; but somebody may have slipped in before. */
/* class: crash */
#include "../readers-writers.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct rw {
	pthread_mutex_t mutex;
	pthread_cond_t empty, no_writer;
	int readers, writers;
};

rw *
rw_new(void)
{
	rw *l = calloc(1, sizeof *l);
	pthread_mutex_init(&l->mutex, NULL);
	pthread_cond_init(&l->empty, NULL);
	pthread_cond_init(&l->no_writer, NULL);
	return l;
}

void
rw_free(rw *l)
{
	pthread_mutex_destroy(&l->mutex);
	pthread_cond_destroy(&l->empty);
	pthread_cond_destroy(&l->no_writer);
	free(l);
}

void
rw_before_read(rw *l)
{
	pthread_mutex_lock(&l->mutex);
	while (l->writers)
		pthread_cond_wait(&l->no_writer, &l->mutex);
	l->readers++;
	pthread_mutex_unlock(&l->mutex);
}

void
rw_after_read(rw *l)
{
	pthread_mutex_lock(&l->mutex);
	if (--l->readers == 0)
		pthread_cond_signal(&l->empty);
	pthread_mutex_unlock(&l->mutex);
}

void
rw_before_write(rw *l)
{
	pthread_mutex_lock(&l->mutex);
	if (l->readers || l->writers)
		pthread_cond_wait(&l->empty, &l->mutex);
	assert(l->readers == 0 && l->writers == 0);
	l->writers++;
	pthread_mutex_unlock(&l->mutex);
}

void
rw_after_write(rw *l)
{
	pthread_mutex_lock(&l->mutex);
	l->writers--;
	pthread_cond_broadcast(&l->no_writer);
	pthread_cond_signal(&l->empty);
	pthread_mutex_unlock(&l->mutex);
}
