/* Looks again after a timed wait on a condition that only the last to leave ever signals, so that some wake-ups come early. */
/* policy: writers-over-readers.yaml */
#include "../readers-writers.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

struct rw {
	pthread_mutex_t mutex;
	pthread_cond_t free;
	int readers, writers, queued;
};

rw *
rw_new(void)
{
	rw *l = calloc(1, sizeof *l);
	pthread_mutex_init(&l->mutex, NULL);
	pthread_cond_init(&l->free, NULL);
	return l;
}

void
rw_free(rw *l)
{
	pthread_mutex_destroy(&l->mutex);
	pthread_cond_destroy(&l->free);
	free(l);
}

static void
rest(rw *l)
{
	struct timespec t;
	clock_gettime(CLOCK_REALTIME, &t);
	long long ns = t.tv_nsec + 500000LL;
	t.tv_sec += ns / 1000000000;
	t.tv_nsec = ns % 1000000000;
	(void)pthread_cond_timedwait(&l->free, &l->mutex, &t);
}

static void
leave(rw *l, int *who)
{
	pthread_mutex_lock(&l->mutex);
	if (--*who == 0)
		pthread_cond_signal(&l->free);
	pthread_mutex_unlock(&l->mutex);
}

void
rw_before_read(rw *l)
{
	pthread_mutex_lock(&l->mutex);
	while (l->writers || l->queued)
		rest(l);
	l->readers++;
	pthread_mutex_unlock(&l->mutex);
}

void
rw_after_read(rw *l)
{
	leave(l, &l->readers);
}

void
rw_before_write(rw *l)
{
	pthread_mutex_lock(&l->mutex);
	l->queued++;
	while (l->writers || l->readers)
		rest(l);
	l->queued--;
	l->writers++;
	pthread_mutex_unlock(&l->mutex);
}

void
rw_after_write(rw *l)
{
	leave(l, &l->writers);
}
