/* Tries under a mutex and lets others run in between, with a short sleep after some tries. A writer that tries is counted. */
/* policy: writers-over-readers.yaml */
#include "../readers-writers.h"

#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <unistd.h>

struct rw {
	pthread_mutex_t mutex;
	int reading, writing, trying_to_write;
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

/* Gives the mutex to others for a while. */
static void
step_aside(rw *l, int tries)
{
	pthread_mutex_unlock(&l->mutex);
	if (tries % 8 == 7)
		usleep(50);
	else
		sched_yield();
	pthread_mutex_lock(&l->mutex);
}

void
rw_before_read(rw *l)
{
	pthread_mutex_lock(&l->mutex);
	for (int tries = 0; l->writing || l->trying_to_write; tries++)
		step_aside(l, tries);
	l->reading++;
	pthread_mutex_unlock(&l->mutex);
}

void
rw_after_read(rw *l)
{
	pthread_mutex_lock(&l->mutex);
	l->reading--;
	pthread_mutex_unlock(&l->mutex);
}

void
rw_before_write(rw *l)
{
	pthread_mutex_lock(&l->mutex);
	l->trying_to_write++;
	for (int tries = 0; l->writing || l->reading; tries++)
		step_aside(l, tries);
	l->trying_to_write--;
	l->writing++;
	pthread_mutex_unlock(&l->mutex);
}

void
rw_after_write(rw *l)
{
	pthread_mutex_lock(&l->mutex);
	l->writing--;
	pthread_mutex_unlock(&l->mutex);
}
