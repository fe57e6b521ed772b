/* Remembers that writers have come, and forgets that they are gone: the last reader then wakes one that is not there. */
/* class: crash */
#include "../readers-writers.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

struct waiter {
	struct waiter *next;
	pthread_cond_t go;
	bool gone;
};

struct rw {
	pthread_mutex_t mutex;
	pthread_cond_t no_writer;
	struct waiter *writers_waiting;
	int readers;
	bool writing, writers_came;
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
	pthread_mutex_destroy(&l->mutex);
	pthread_cond_destroy(&l->no_writer);
	free(l);
}

static void
let_writer_go(rw *l)
{
	struct waiter *w = l->writers_waiting;
	w->gone = true;
	l->writers_waiting = w->next;
	l->writing = true;
	pthread_cond_signal(&w->go);
}

void
rw_before_read(rw *l)
{
	pthread_mutex_lock(&l->mutex);
	while (l->writing)
		pthread_cond_wait(&l->no_writer, &l->mutex);
	l->readers++;
	pthread_mutex_unlock(&l->mutex);
}

void
rw_after_read(rw *l)
{
	pthread_mutex_lock(&l->mutex);
	if (--l->readers == 0 && l->writers_came)
		let_writer_go(l);
	pthread_mutex_unlock(&l->mutex);
}

void
rw_before_write(rw *l)
{
	struct waiter me = {.go = PTHREAD_COND_INITIALIZER};
	pthread_mutex_lock(&l->mutex);
	if (l->writing || l->readers) {
		me.next = l->writers_waiting;
		l->writers_waiting = &me;
		l->writers_came = true;
		while (!me.gone)
			pthread_cond_wait(&me.go, &l->mutex);
	}
	l->writing = true;
	pthread_mutex_unlock(&l->mutex);
}

void
rw_after_write(rw *l)
{
	pthread_mutex_lock(&l->mutex);
	l->writing = false;
	if (l->writers_waiting)
		let_writer_go(l);
	else
		pthread_cond_broadcast(&l->no_writer);
	pthread_mutex_unlock(&l->mutex);
}
