/* Two semaphores: the first reader takes the room, for all of them, and the last gives it back. */
#include "../readers-writers.h"

#include <semaphore.h>
#include <stdlib.h>

struct rw {
	sem_t counting; /* protects the count; held while the first reader waits, so that the next ones wait behind it */
	sem_t room;
	int count;
};

rw *
rw_new(void)
{
	rw *l = malloc(sizeof *l);
	sem_init(&l->counting, 0, 1);
	sem_init(&l->room, 0, 1);
	l->count = 0;
	return l;
}

void
rw_free(rw *l)
{
	sem_destroy(&l->room);
	sem_destroy(&l->counting);
	free(l);
}

static void
down(sem_t *s)
{
	while (sem_wait(s) != 0)
		; /* a signal was handled */
}

void
rw_before_read(rw *l)
{
	down(&l->counting);
	if (l->count++ == 0)
		down(&l->room);
	sem_post(&l->counting);
}

void
rw_after_read(rw *l)
{
	down(&l->counting);
	if (--l->count == 0)
		sem_post(&l->room);
	sem_post(&l->counting);
}

void
rw_before_write(rw *l)
{
	down(&l->room);
}

void
rw_after_write(rw *l)
{
	sem_post(&l->room);
}
