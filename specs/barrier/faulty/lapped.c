/* The last to arrive clears the count, which the others wait for: who comes round again before they have looked makes it one, and they wait on. */
/* class: progress */
#include "../barrier.h"

#include <pthread.h>
#include <stdlib.h>

struct barrier {
	pthread_mutex_t mutex;
	pthread_cond_t complete;
	unsigned parties, arrived;
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
	if (++b->arrived == b->parties) {
		b->arrived = 0;
		pthread_cond_broadcast(&b->complete);
	}
	while (b->arrived != 0)
		pthread_cond_wait(&b->complete, &b->mutex);
	pthread_mutex_unlock(&b->mutex);
}
