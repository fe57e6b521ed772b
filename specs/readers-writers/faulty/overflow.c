/* Two bits for the number of readers, to save space: the fourth makes it zero, and a writer comes in. */
/* class: safety */
#include "../readers-writers.h"

#include <pthread.h>
#include <stdlib.h>

struct rw {
	pthread_mutex_t mutex;
	pthread_cond_t changed;
	unsigned readers : 2;
	unsigned writers : 1;
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
	pthread_mutex_lock(&l->mutex);
	while (l->writers || l->readers)
		pthread_cond_wait(&l->changed, &l->mutex);
	l->writers = 1;
	pthread_mutex_unlock(&l->mutex);
}

void
rw_after_write(rw *l)
{
	pthread_mutex_lock(&l->mutex);
	l->writers = 0;
	pthread_cond_broadcast(&l->changed);
	pthread_mutex_unlock(&l->mutex);
}
