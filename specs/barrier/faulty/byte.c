/* Counts all that ever arrived in a byte, and 256 is no multiple of the parties. */
/* class: safety or progress */
#include "../barrier.h"

#include <pthread.h>
#include <stdlib.h>

struct barrier {
	pthread_mutex_t m;
	pthread_cond_t c;
	unsigned char arrived;
	unsigned round;
	unsigned parties;
};

barrier *
barrier_new(unsigned parties)
{
	barrier *b = calloc(1, sizeof *b);
	pthread_mutex_init(&b->m, NULL);
	pthread_cond_init(&b->c, NULL);
	b->parties = parties;
	return b;
}

void
barrier_free(barrier *b)
{
	pthread_mutex_destroy(&b->m);
	pthread_cond_destroy(&b->c);
	free(b);
}

void
barrier_wait(barrier *b)
{
	pthread_mutex_lock(&b->m);
	unsigned round = b->round;
	if (++b->arrived % b->parties == 0) {
		b->round++;
		pthread_cond_broadcast(&b->c);
	} else {
		while (round == b->round)
			pthread_cond_wait(&b->c, &b->m);
	}
	pthread_mutex_unlock(&b->m);
}
