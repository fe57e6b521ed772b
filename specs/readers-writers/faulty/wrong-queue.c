/* Two queues, and the writer that leaves wakes the wrong one: if only writers wait, nobody hears it. */
/* class: progress */
#include "../readers-writers.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

struct rw {
	pthread_mutex_t m;
	pthread_cond_t readers_queue, writers_queue;
	int active_readers;
	bool active_writer;
};

rw *
rw_new(void)
{
	rw *l = malloc(sizeof *l);
	*l = (rw){PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, PTHREAD_COND_INITIALIZER, 0, false};
	return l;
}

void
rw_free(rw *l)
{
	free(l);
}

void
rw_before_read(rw *l)
{
	pthread_mutex_lock(&l->m);
	while (l->active_writer)
		pthread_cond_wait(&l->readers_queue, &l->m);
	l->active_readers++;
	pthread_mutex_unlock(&l->m);
}

void
rw_after_read(rw *l)
{
	pthread_mutex_lock(&l->m);
	l->active_readers--;
	if (l->active_readers == 0)
		pthread_cond_signal(&l->writers_queue);
	pthread_mutex_unlock(&l->m);
}

void
rw_before_write(rw *l)
{
	pthread_mutex_lock(&l->m);
	while (l->active_writer || l->active_readers > 0)
		pthread_cond_wait(&l->writers_queue, &l->m);
	l->active_writer = true;
	pthread_mutex_unlock(&l->m);
}

void
rw_after_write(rw *l)
{
	pthread_mutex_lock(&l->m);
	l->active_writer = false;
	pthread_cond_broadcast(&l->readers_queue);
	pthread_mutex_unlock(&l->m);
}
