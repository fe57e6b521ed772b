/* Direct hand-off to the first of the queue only: readers further back stay there although the first was a reader. */
/* class: progress */
#include "../readers-writers.h"

#include <semaphore.h>
#include <stdbool.h>
#include <stdlib.h>

struct waiter {
	struct waiter *next;
	bool writes;
	sem_t go;
};

struct rw {
	sem_t mutex;
	struct waiter *queue;
	int readers, writers;
};

rw *
rw_new(void)
{
	rw *l = calloc(1, sizeof *l);
	sem_init(&l->mutex, 0, 1);
	return l;
}

void
rw_free(rw *l)
{
	sem_destroy(&l->mutex);
	free(l);
}

static void
enqueue_and_wait(rw *l, bool writes)
{
	struct waiter me = {.writes = writes}, **end = &l->queue;
	sem_init(&me.go, 0, 0);
	while (*end)
		end = &(*end)->next;
	*end = &me;
	sem_post(&l->mutex);
	sem_wait(&me.go);
	sem_destroy(&me.go);
}

static void
hand_over(rw *l)
{
	struct waiter *w = l->queue;
	if (!w || l->writers || l->readers)
		return;
	l->queue = w->next;
	if (w->writes)
		l->writers++;
	else
		l->readers++;
	sem_post(&w->go);
}

void
rw_before_read(rw *l)
{
	sem_wait(&l->mutex);
	if (l->writers) {
		enqueue_and_wait(l, false);
		return;
	}
	l->readers++;
	sem_post(&l->mutex);
}

void
rw_after_read(rw *l)
{
	sem_wait(&l->mutex);
	l->readers--;
	hand_over(l);
	sem_post(&l->mutex);
}

void
rw_before_write(rw *l)
{
	sem_wait(&l->mutex);
	if (l->writers || l->readers) {
		enqueue_and_wait(l, true);
		return;
	}
	l->writers++;
	sem_post(&l->mutex);
}

void
rw_after_write(rw *l)
{
	sem_wait(&l->mutex);
	l->writers--;
	hand_over(l);
	sem_post(&l->mutex);
}
