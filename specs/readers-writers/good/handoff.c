/*
 * Direct hand-off along a queue: each who waits has a condition of its own, in a thread-local node. Who leaves lets in the
 * first of the queue; if that is a reader, the other readers of the queue too.
 */
#include "../readers-writers.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

struct waiter {
	struct waiter *next;
	pthread_cond_t turn;
	bool writes, in;
};

struct rw {
	pthread_mutex_t mutex;
	struct waiter *first, **last;
	int readers;
	bool writer;
};

static __thread struct waiter me = {.turn = PTHREAD_COND_INITIALIZER};

rw *
rw_new(void)
{
	rw *l = calloc(1, sizeof *l);
	pthread_mutex_init(&l->mutex, NULL);
	l->last = &l->first;
	return l;
}

void
rw_free(rw *l)
{
	pthread_mutex_destroy(&l->mutex);
	free(l);
}

static void
wait_for_turn(rw *l, bool writes)
{
	me.next = NULL;
	me.writes = writes;
	me.in = false;
	*l->last = &me;
	l->last = &me.next;
	while (!me.in)
		pthread_cond_wait(&me.turn, &l->mutex);
}

static void
let_in(rw *l, struct waiter **at)
{
	struct waiter *w = *at;
	*at = w->next;
	if (l->last == &w->next)
		l->last = at;
	if (w->writes)
		l->writer = true;
	else
		l->readers++;
	w->in = true;
	pthread_cond_signal(&w->turn);
}

static void
next_ones(rw *l)
{
	if (!l->first || l->writer || l->readers)
		return;
	if (l->first->writes) {
		let_in(l, &l->first);
		return;
	}
	for (struct waiter **at = &l->first; *at;) {
		if ((*at)->writes)
			at = &(*at)->next;
		else
			let_in(l, at);
	}
}

void
rw_before_read(rw *l)
{
	pthread_mutex_lock(&l->mutex);
	if (l->writer)
		wait_for_turn(l, false);
	else
		l->readers++;
	pthread_mutex_unlock(&l->mutex);
}

void
rw_after_read(rw *l)
{
	pthread_mutex_lock(&l->mutex);
	l->readers--;
	next_ones(l);
	pthread_mutex_unlock(&l->mutex);
}

void
rw_before_write(rw *l)
{
	pthread_mutex_lock(&l->mutex);
	if (l->writer || l->readers)
		wait_for_turn(l, true);
	else
		l->writer = true;
	pthread_mutex_unlock(&l->mutex);
}

void
rw_after_write(rw *l)
{
	pthread_mutex_lock(&l->mutex);
	l->writer = false;
	next_ones(l);
	pthread_mutex_unlock(&l->mutex);
}
