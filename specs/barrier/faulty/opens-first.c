/* The last to arrive opens the next round before it clears the count: who is there by then is not counted. */
/* class: progress or safety */
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
	pthread_mutex_unlock(&b->mutex);
	if (last) {
		b->round = mine + 1;
		b->arrived = 0;
	}
	while (b->round == mine)
		sched_yield();
}
