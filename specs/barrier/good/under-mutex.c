/* The last to arrive clears the count and opens the next round, before anybody else can arrive; the others poll. */
#include "../barrier.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

struct barrier {
	pthread_mutex_t mutex;
	atomic_uint round, arrived;
	unsigned parties;
};

barrier *
barrier_new(unsigned parties)
{
	barrier *b = calloc(1, sizeof *b);
	pthread_mutex_init(&b->mutex, NULL);
	b->parties = parties;
	return b;
}

void
barrier_free(barrier *b)
{
	pthread_mutex_destroy(&b->mutex);
	free(b);
}

void
barrier_wait(barrier *b)
{
	pthread_mutex_lock(&b->mutex);
	unsigned mine = b->round;
	bool last = ++b->arrived == b->parties;
	if (last) {
		b->arrived = 0;
		b->round = mine + 1;
	}
	pthread_mutex_unlock(&b->mutex);
	while (b->round == mine)
		sched_yield();
}
