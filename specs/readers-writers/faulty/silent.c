/* The last reader leaves without telling the writers. */
/* class: progress */
#include "../readers-writers.h"

#include <pthread.h>
#include <stdlib.h>

struct rw {
	pthread_mutex_t mutex;
	pthread_cond_t no_writer;
	int readers, writers;
};

rw *
rw_new(void)
{
	rw *l = calloc(1, sizeof *l);
	pthread_mutex_init(&l->mutex, NULL);
	pthread_cond_init(&l->no_writer, NULL);
	return l;
}

void
rw_free(rw *l)
{
	pthread_cond_destroy(&l->no_writer);
	pthread_mutex_destroy(&l->mutex);
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
	l->readers--;
	pthread_mutex_unlock(&l->mutex);
}

void
rw_before_write(rw *l)
{
	pthread_mutex_lock(&l->mutex);
	while (l->writers || l->readers)
		pthread_cond_wait(&l->no_writer, &l->mutex);
	l->writers++;
	pthread_mutex_unlock(&l->mutex);
}

void
rw_after_write(rw *l)
{
	pthread_mutex_lock(&l->mutex);
	l->writers--;
	pthread_cond_broadcast(&l->no_writer);
	pthread_mutex_unlock(&l->mutex);
}
