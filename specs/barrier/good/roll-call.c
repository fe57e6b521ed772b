/* Those who arrive leave a semaphore on a list; the last one takes the whole list and wakes everybody on it. */
#include "../barrier.h"

#include <semaphore.h>
#include <stdlib.h>
#include <threads.h>

struct name {
	struct name *next;
	sem_t called;
};

struct barrier {
	mtx_t mutex;
	unsigned parties, missing;
	struct name *here;
};

barrier *
barrier_new(unsigned parties)
{
	barrier *b = malloc(sizeof *b);
	mtx_init(&b->mutex, mtx_plain);
	b->parties = b->missing = parties;
	b->here = NULL;
	return b;
}

void
barrier_free(barrier *b)
{
	mtx_destroy(&b->mutex);
	free(b);
}

static void
call(struct name *n)
{
	while (n) {
		struct name *next = n->next; /* once called, n is gone */
		sem_post(&n->called);
		n = next;
	}
}

void
barrier_wait(barrier *b)
{
	struct name me;
	mtx_lock(&b->mutex);
	if (--b->missing == 0) {
		call(b->here);
		b->here = NULL;
		b->missing = b->parties;
		mtx_unlock(&b->mutex);
		return;
	}
	sem_init(&me.called, 0, 0);
	me.next = b->here;
	b->here = &me;
	mtx_unlock(&b->mutex);
	while (sem_wait(&me.called) != 0)
		;
	sem_destroy(&me.called);
}
