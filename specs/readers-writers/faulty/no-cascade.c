/* The baton stops at the first reader that is woken: it gives it back instead of passing it to the next one. */
/* class: progress */
#include "../readers-writers.h"

#include <semaphore.h>
#include <stdlib.h>

struct rw {
	sem_t baton, read, write;
	int reading, writing, want_to_read, want_to_write;
};

rw *
rw_new(void)
{
	rw *l = calloc(1, sizeof *l);
	sem_init(&l->baton, 0, 1);
	sem_init(&l->read, 0, 0);
	sem_init(&l->write, 0, 0);
	return l;
}

void
rw_free(rw *l)
{
	sem_destroy(&l->baton);
	sem_destroy(&l->read);
	sem_destroy(&l->write);
	free(l);
}

static void
pass(rw *l)
{
	if (!l->writing && l->want_to_read) {
		l->want_to_read--;
		sem_post(&l->read);
	} else if (!l->writing && !l->reading && l->want_to_write) {
		l->want_to_write--;
		sem_post(&l->write);
	} else {
		sem_post(&l->baton);
	}
}

void
rw_before_read(rw *l)
{
	sem_wait(&l->baton);
	if (l->writing) {
		l->want_to_read++;
		sem_post(&l->baton);
		sem_wait(&l->read);
	}
	l->reading++;
	sem_post(&l->baton);
}

void
rw_after_read(rw *l)
{
	sem_wait(&l->baton);
	l->reading--;
	pass(l);
}

void
rw_before_write(rw *l)
{
	sem_wait(&l->baton);
	if (l->writing || l->reading) {
		l->want_to_write++;
		sem_post(&l->baton);
		sem_wait(&l->write);
	}
	l->writing++;
	sem_post(&l->baton);
}

void
rw_after_write(rw *l)
{
	sem_wait(&l->baton);
	l->writing--;
	pass(l);
}
