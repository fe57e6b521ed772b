/*
 * Two queues of waiting calls, each call with a semaphore on its own stack. Who leaves does the bookkeeping for those whom it
 * lets in: they have nothing left to look at.
 */
/* policy: writers-over-readers.yaml */
#include "../readers-writers.h"

#include <pthread.h>
#include <semaphore.h>
#include <stdbool.h>
#include <stdlib.h>

struct place {
	struct place *behind;
	sem_t yours;
};

struct queue {
	struct place *head, *tail;
};

struct rw {
	pthread_mutex_t mutex;
	struct queue to_read, to_write;
	int reading;
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

/* Gives the mutex back. */
static void
wait_in(rw *l, struct queue *q)
{
	struct place mine = {0};
	sem_init(&mine.yours, 0, 0);
	if (q->head)
		q->tail->behind = &mine;
	else
		q->head = &mine;
	q->tail = &mine;
	pthread_mutex_unlock(&l->mutex);
	sem_wait(&mine.yours);
	sem_destroy(&mine.yours);
}

static bool
wake_first(struct queue *q)
{
	struct place *p = q->head;
	if (!p)
		return false;
	q->head = p->behind;
	sem_post(&p->yours);
	return true;
}

static void
next_please(rw *l)
{
	if (l->reading == 0 && !l->writing)
		l->writing = wake_first(&l->to_write);
	while (!l->writing && !l->to_write.head && wake_first(&l->to_read))
		l->reading++;
}

void
rw_before_read(rw *l)
{
	pthread_mutex_lock(&l->mutex);
	if (l->writing || l->to_write.head) {
		wait_in(l, &l->to_read);
		return;
	}
	l->reading++;
	pthread_mutex_unlock(&l->mutex);
}

void
rw_after_read(rw *l)
{
	pthread_mutex_lock(&l->mutex);
	l->reading--;
	next_please(l);
	pthread_mutex_unlock(&l->mutex);
}

void
rw_before_write(rw *l)
{
	pthread_mutex_lock(&l->mutex);
	if (l->writing || l->reading) {
		wait_in(l, &l->to_write);
		return;
	}
	l->writing = true;
	pthread_mutex_unlock(&l->mutex);
}

void
rw_after_write(rw *l)
{
	pthread_mutex_lock(&l->mutex);
	l->writing = false;
	next_please(l);
	pthread_mutex_unlock(&l->mutex);
}
