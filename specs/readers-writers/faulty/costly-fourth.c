/*
 * Each call takes long, as it goes through a ledger of its own first; so there are few tests, and most of them are small. A writer does not
 * wait for readers when there are four of them.
 */
/* class: safety */
#include "../readers-writers.h"

#include <pthread.h>
#include <stdlib.h>

struct rw {
	pthread_mutex_t mutex;
	pthread_cond_t changed;
	int readers, writers;
};

rw *
rw_new(void)
{
	rw *x = calloc(1, sizeof *x);
	pthread_mutex_init(&x->mutex, NULL);
	pthread_cond_init(&x->changed, NULL);
	return x;
}

void
rw_free(rw *x)
{
	pthread_cond_destroy(&x->changed);
	pthread_mutex_destroy(&x->mutex);
	free(x);
}

static void
go_through_ledger(void)
{
	pthread_mutex_t own = PTHREAD_MUTEX_INITIALIZER;
	for (int i = 0; i < 20000; i++) {
		pthread_mutex_lock(&own);
		pthread_mutex_unlock(&own);
	}
}

static void
change(rw *x, int *count, int by)
{
	*count += by;
	pthread_cond_broadcast(&x->changed);
	pthread_mutex_unlock(&x->mutex);
}

void
rw_before_read(rw *x)
{
	go_through_ledger();
	pthread_mutex_lock(&x->mutex);
	while (x->writers)
		pthread_cond_wait(&x->changed, &x->mutex);
	change(x, &x->readers, 1);
}

void
rw_after_read(rw *x)
{
	go_through_ledger();
	pthread_mutex_lock(&x->mutex);
	change(x, &x->readers, -1);
}

void
rw_before_write(rw *x)
{
	go_through_ledger();
	pthread_mutex_lock(&x->mutex);
	while (x->writers || (x->readers && x->readers != 4))
		pthread_cond_wait(&x->changed, &x->mutex);
	change(x, &x->writers, 1);
}

void
rw_after_write(rw *x)
{
	go_through_ledger();
	pthread_mutex_lock(&x->mutex);
	change(x, &x->writers, -1);
}
