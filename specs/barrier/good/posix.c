/* The barrier of POSIX. */
#include "../barrier.h"

#include <pthread.h>
#include <stdlib.h>

struct barrier {
	pthread_barrier_t barrier;
};

barrier *
barrier_new(unsigned parties)
{
	barrier *b = malloc(sizeof *b);
	if (pthread_barrier_init(&b->barrier, NULL, parties) != 0)
		abort();
	return b;
}

void
barrier_free(barrier *b)
{
	pthread_barrier_destroy(&b->barrier);
	free(b);
}

void
barrier_wait(barrier *b)
{
	pthread_barrier_wait(&b->barrier);
}
