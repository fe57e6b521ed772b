/* Lets go of the mutex between counting itself and waiting: the round may be complete by then, and it sleeps into the next. */
/* class: safety or progress */
#include "../barrier.h"

#include <pthread.h>
#include <stdlib.h>

struct barrier {
	pthread_mutex_t mutex;
	pthread_cond_t complete;
	unsigned parties, arrived, round;
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
	if (++b->arrived < b->parties) {
		pthread_mutex_unlock(&b->mutex);
		pthread_mutex_lock(&b->mutex);
		pthread_cond_wait(&b->complete, &b->mutex);
	} else {
		b->arrived = 0;
		pthread_cond_broadcast(&b->complete);
	}
	pthread_mutex_unlock(&b->mutex);
}
