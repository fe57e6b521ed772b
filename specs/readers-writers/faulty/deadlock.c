/* Two locks, which readers that leave take in one order and writers that come in the other. */
/* class: progress */
#include "../readers-writers.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

struct rw {
	pthread_mutex_t readers_lock, writer_lock;
	pthread_cond_t changed; /* waited for with the lock of the writer */
	int readers;
	bool writing;
};

rw *
rw_new(void)
{
	rw *l = calloc(1, sizeof *l);
	pthread_mutex_init(&l->readers_lock, NULL);
	pthread_mutex_init(&l->writer_lock, NULL);
	pthread_cond_init(&l->changed, NULL);
	return l;
}

void
rw_free(rw *l)
{
	pthread_mutex_destroy(&l->readers_lock);
	pthread_mutex_destroy(&l->writer_lock);
	pthread_cond_destroy(&l->changed);
	free(l);
}

static int
count_readers(rw *l, int change)
{
	pthread_mutex_lock(&l->readers_lock);
	int n = l->readers += change;
	pthread_mutex_unlock(&l->readers_lock);
	return n;
}

void
rw_before_read(rw *l)
{
	pthread_mutex_lock(&l->writer_lock);
	while (l->writing)
		pthread_cond_wait(&l->changed, &l->writer_lock);
	count_readers(l, 1);
	pthread_mutex_unlock(&l->writer_lock);
}

void
rw_after_read(rw *l)
{
	pthread_mutex_lock(&l->readers_lock);
	if (--l->readers == 0) {
		pthread_mutex_lock(&l->writer_lock);
		pthread_cond_broadcast(&l->changed);
		pthread_mutex_unlock(&l->writer_lock);
	}
	pthread_mutex_unlock(&l->readers_lock);
}

void
rw_before_write(rw *l)
{
	pthread_mutex_lock(&l->writer_lock);
	while (l->writing || count_readers(l, 0) > 0)
		pthread_cond_wait(&l->changed, &l->writer_lock);
	l->writing = true;
	pthread_mutex_unlock(&l->writer_lock);
}

void
rw_after_write(rw *l)
{
	pthread_mutex_lock(&l->writer_lock);
	l->writing = false;
	pthread_cond_broadcast(&l->changed);
	pthread_mutex_unlock(&l->writer_lock);
}
