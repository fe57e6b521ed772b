/* Rounds are told apart by one bit: who has not left yet when the next round is over takes it for its own, which is not complete. */
/* class: progress */
#include "../barrier.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

struct barrier {
	pthread_mutex_t mutex;
	pthread_cond_t complete;
	unsigned parties, arrived;
	bool odd;
};

barrier *
barrier_new(unsigned parties)
{
	barrier *b = calloc(1, sizeof *b);
	pthread_mutex_init(&b->mutex, NULL);
	pthread_cond_init(&b->complete, NULL);
	b->parties = parties;
	return b;
}

void
barrier_free(barrier *b)
{
	pthread_cond_destroy(&b->complete);
	pthread_mutex_destroy(&b->mutex);
	free(b);
}

void
barrier_wait(barrier *b)
{
	pthread_mutex_lock(&b->mutex);
	bool mine = b->odd;
	if (++b->arrived == b->parties) {
		b->arrived = 0;
		b->odd = !mine;
		pthread_cond_broadcast(&b->complete);
	}
	while (b->odd == mine)
		pthread_cond_wait(&b->complete, &b->mutex);
	pthread_mutex_unlock(&b->mutex);
}
