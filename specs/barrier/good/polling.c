/* Counts arrivals for ever: a round is complete when the count has passed its last number. Polls and yields. */
#include "../barrier.h"

#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>

struct barrier {
	atomic_ulong arrivals;
	unsigned long parties;
};

barrier *
barrier_new(unsigned parties)
{
	barrier *b = malloc(sizeof *b);
	atomic_init(&b->arrivals, 0);
	b->parties = parties;
	return b;
}

void
barrier_free(barrier *b)
{
	free(b);
}

void
barrier_wait(barrier *b)
{
	unsigned long round = atomic_fetch_add(&b->arrivals, 1) / b->parties;
	while (atomic_load(&b->arrivals) / b->parties <= round)
		sched_yield();
}
