/* Passing the baton with semaphores: readers take it only when no writer wants it, and let each other in one by one. */
/* policy: writers-over-readers.yaml */
#include "../readers-writers.h"

#include <semaphore.h>
#include <stdlib.h>

struct rw {
	sem_t baton, readers_turn, writers_turn;
	int nr, nw;
	int delayed_readers, delayed_writers;
};

rw *
rw_new(void)
{
	rw *l = calloc(1, sizeof *l);
	sem_init(&l->baton, 0, 1);
	sem_init(&l->readers_turn, 0, 0);
	sem_init(&l->writers_turn, 0, 0);
	return l;
}

void
rw_free(rw *l)
{
	sem_destroy(&l->writers_turn);
	sem_destroy(&l->readers_turn);
	sem_destroy(&l->baton);
	free(l);
}

static void
delay(rw *l, int *count, sem_t *turn)
{
	++*count;
	sem_post(&l->baton);
	sem_wait(turn);
	--*count;
}

static void
pass_on(rw *l)
{
	if (l->delayed_writers && l->nr + l->nw == 0)
		sem_post(&l->writers_turn);
	else if (l->delayed_readers && !l->delayed_writers && l->nw == 0)
		sem_post(&l->readers_turn);
	else
		sem_post(&l->baton);
}

void
rw_before_read(rw *l)
{
	sem_wait(&l->baton);
	if (l->nw || l->delayed_writers)
		delay(l, &l->delayed_readers, &l->readers_turn);
	l->nr++;
	pass_on(l);
}

void
rw_after_read(rw *l)
{
	sem_wait(&l->baton);
	l->nr--;
	pass_on(l);
}

void
rw_before_write(rw *l)
{
	sem_wait(&l->baton);
	if (l->nr || l->nw)
		delay(l, &l->delayed_writers, &l->writers_turn);
	l->nw++;
	pass_on(l);
}

void
rw_after_write(rw *l)
{
	sem_wait(&l->baton);
	l->nw--;
	pass_on(l);
}
