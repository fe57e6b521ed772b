/* Looks under one mutex and sleeps under another: a wake-up that comes in between is lost. */
/* class: progress */
#include "../readers-writers.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

struct rw {
	pthread_mutex_t state, sleepers;
	pthread_cond_t wake;
	int readers, writers;
};

rw *
rw_new(void)
{
	rw *l = calloc(1, sizeof *l);
	pthread_mutex_init(&l->state, NULL);
	pthread_mutex_init(&l->sleepers, NULL);
	pthread_cond_init(&l->wake, NULL);
	return l;
}

void
rw_free(rw *l)
{
	pthread_mutex_destroy(&l->state);
	pthread_mutex_destroy(&l->sleepers);
	pthread_cond_destroy(&l->wake);
	free(l);
}

static bool
enter(rw *l, bool write)
{
	pthread_mutex_lock(&l->state);
	bool may = l->writers == 0 && (!write || l->readers == 0);
	if (may && write)
		l->writers = 1;
	else if (may)
		l->readers++;
	pthread_mutex_unlock(&l->state);
	return may;
}

static void
enter_or_sleep(rw *l, bool write)
{
	while (!enter(l, write)) {
		pthread_mutex_lock(&l->sleepers);
		pthread_cond_wait(&l->wake, &l->sleepers);
		pthread_mutex_unlock(&l->sleepers);
	}
}

static void
wake_all(rw *l)
{
	pthread_mutex_lock(&l->sleepers);
	pthread_cond_broadcast(&l->wake);
	pthread_mutex_unlock(&l->sleepers);
}

void
rw_before_read(rw *l)
{
	enter_or_sleep(l, false);
}

void
rw_after_read(rw *l)
{
	pthread_mutex_lock(&l->state);
	l->readers--;
	pthread_mutex_unlock(&l->state);
	wake_all(l);
}

void
rw_before_write(rw *l)
{
	enter_or_sleep(l, true);
}

void
rw_after_write(rw *l)
{
	pthread_mutex_lock(&l->state);
	l->writers = 0;
	pthread_mutex_unlock(&l->state);
	wake_all(l);
}
