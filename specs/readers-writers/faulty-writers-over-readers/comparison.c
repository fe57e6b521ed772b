/* One waiting writer is not enough to hold the readers back: > 1 where > 0 is needed. */
/* class: order */
/* policy: writers-over-readers.yaml */
#include "../readers-writers.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <time.h>

struct rw {
	pthread_mutex_t mutex;
	int readers, waiting_writers;
	bool writing;
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

static void
nap(rw *l)
{
	pthread_mutex_unlock(&l->mutex);
	nanosleep(&(struct timespec){.tv_nsec = 100000}, NULL);
	pthread_mutex_lock(&l->mutex);
}

void
rw_before_read(rw *l)
{
	pthread_mutex_lock(&l->mutex);
	while (l->writing || l->waiting_writers > 1)
		nap(l);
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
	l->waiting_writers++;
	while (l->writing || l->readers > 0)
		nap(l);
	l->waiting_writers--;
	l->writing = true;
	pthread_mutex_unlock(&l->mutex);
}

void
rw_after_write(rw *l)
{
	pthread_mutex_lock(&l->mutex);
	l->writing = false;
	pthread_mutex_unlock(&l->mutex);
}
