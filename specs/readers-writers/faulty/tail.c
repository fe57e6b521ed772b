/* The end of a queue is not set back when its last member leaves, so the next one to come is appended to nothing. */
/* class: progress */
#include "../readers-writers.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

struct waiter {
	struct waiter *next;
	pthread_cond_t turn;
	bool in;
};

struct queue {
	struct waiter *head, *tail;
};

struct rw {
	pthread_mutex_t mutex;
	struct queue to_read, to_write;
	int readers, writers;
};

static __thread struct waiter me = {.turn = PTHREAD_COND_INITIALIZER};

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
wait_in(rw *l, struct queue *q)
{
	me.next = NULL;
	me.in = false;
	if (q->tail)
		q->tail->next = &me;
	else
		q->head = &me;
	q->tail = &me;
	while (!me.in)
		pthread_cond_wait(&me.turn, &l->mutex);
}

static void
let_first_in(struct queue *q)
{
	struct waiter *w = q->head;
	q->head = w->next;
	w->in = true;
	pthread_cond_signal(&w->turn);
}

static void
let_in(rw *l)
{
	for (; l->to_write.head && l->readers + l->writers == 0; l->writers++)
		let_first_in(&l->to_write);
	for (; l->to_read.head && l->writers == 0; l->readers++)
		let_first_in(&l->to_read);
}

void
rw_before_read(rw *l)
{
	pthread_mutex_lock(&l->mutex);
	if (l->writers)
		wait_in(l, &l->to_read);
	else
		l->readers++;
	pthread_mutex_unlock(&l->mutex);
}

void
rw_after_read(rw *l)
{
	pthread_mutex_lock(&l->mutex);
	l->readers--;
	let_in(l);
	pthread_mutex_unlock(&l->mutex);
}

void
rw_before_write(rw *l)
{
	pthread_mutex_lock(&l->mutex);
	if (l->writers || l->readers)
		wait_in(l, &l->to_write);
	else
		l->writers++;
	pthread_mutex_unlock(&l->mutex);
}

void
rw_after_write(rw *l)
{
	pthread_mutex_lock(&l->mutex);
	l->writers--;
	let_in(l);
	pthread_mutex_unlock(&l->mutex);
}
