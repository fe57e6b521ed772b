/* A writer that finds one reader inside thinks that it is alone: > 1 where > 0 is needed. */
/* class: safety */
#include "../readers-writers.h"

#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

struct rw {
	pthread_mutex_t mutex;
	int readers, writers;
};

rw *
rw_new(void)
{
	rw *l = calloc(1, sizeof *l);
	pthread_mutex_init(&l->mutex, NULL);
	return l;
}

void
rw_free(rw *l)
{
	pthread_mutex_destroy(&l->mutex);
	free(l);
}

void
rw_before_read(rw *l)
{
	pthread_mutex_lock(&l->mutex);
	while (l->writers > 0) {
		pthread_mutex_unlock(&l->mutex);
		usleep(100);
		pthread_mutex_lock(&l->mutex);
	}
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
	while (l->writers > 0 || l->readers > 1) {
		pthread_mutex_unlock(&l->mutex);
		usleep(100);
		pthread_mutex_lock(&l->mutex);
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
}
