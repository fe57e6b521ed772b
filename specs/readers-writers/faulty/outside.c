/* Only the first reader asks for the room, and asks after it has given back the counter: the second walks in meanwhile. */
/* class: safety */
#include "../readers-writers.h"

#include <semaphore.h>
#include <stdbool.h>
#include <stdlib.h>

struct rw {
	sem_t counter, room;
	int readers;
};

rw *
rw_new(void)
{
	rw *l = calloc(1, sizeof *l);
	sem_init(&l->counter, 0, 1);
	sem_init(&l->room, 0, 1);
	return l;
}

void
rw_free(rw *l)
{
	sem_destroy(&l->counter);
	sem_destroy(&l->room);
	free(l);
}

void
rw_before_read(rw *l)
{
	sem_wait(&l->counter);
	bool first = ++l->readers == 1;
	sem_post(&l->counter);
	if (first)
		sem_wait(&l->room);
}

void
rw_after_read(rw *l)
{
	sem_wait(&l->counter);
	bool last = --l->readers == 0;
	sem_post(&l->counter);
	if (last)
		sem_post(&l->room);
}

void
rw_before_write(rw *l)
{
	sem_wait(&l->room);
}

void
rw_after_write(rw *l)
{
	sem_post(&l->room);
}
