/* Counts from zero and compares as if from one: the round is complete when one call is still missing. */
/* class: safety */
#include "../barrier.h"

#include <stdlib.h>
#include <threads.h>

struct barrier {
	mtx_t mutex;
	cnd_t gone;
	unsigned last, number, round;
};

barrier *
barrier_new(unsigned parties)
{
	barrier *b = calloc(1, sizeof *b);
	mtx_init(&b->mutex, mtx_plain);
	cnd_init(&b->gone);
	b->last = parties - 1;
	return b;
}

void
barrier_free(barrier *b)
{
	cnd_destroy(&b->gone);
	mtx_destroy(&b->mutex);
	free(b);
}

void
barrier_wait(barrier *b)
{
	mtx_lock(&b->mutex);
	unsigned round = b->round;
	if (++b->number == b->last) {
		b->number = 0;
		b->round++;
		cnd_broadcast(&b->gone);
	}
	while (round == b->round)
		cnd_wait(&b->gone, &b->mutex);
	mtx_unlock(&b->mutex);
}
