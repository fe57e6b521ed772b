/* A turnstile that is opened for a whole round: a call of the next round may slip through in place of one that was to leave. */
/* class: safety or progress or order */
#include "../barrier.h"

#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

struct barrier {
	pthread_mutex_t mutex;
	sem_t turnstile;
	unsigned parties, arrived;
};

barrier *
barrier_new(unsigned parties)
{
	barrier *b = calloc(1, sizeof *b);
	pthread_mutex_init(&b->mutex, NULL);
	sem_init(&b->turnstile, 0, 0);
	b->parties = parties;
	return b;
}

void
barrier_free(barrier *b)
{
	sem_destroy(&b->turnstile);
	pthread_mutex_destroy(&b->mutex);
	free(b);
}

void
barrier_wait(barrier *b)
{
	pthread_mutex_lock(&b->mutex);
	if (++b->arrived == b->parties) {
		b->arrived = 0;
		for (unsigned i = 0; i < b->parties; i++)
			sem_post(&b->turnstile);
	}
	pthread_mutex_unlock(&b->mutex);
	sem_wait(&b->turnstile);
}
