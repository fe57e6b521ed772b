/* Each round is an object with a gate, which everybody who goes through opens for the next; the last one frees it. */
#include "../barrier.h"

#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>

struct round {
	sem_t gate;
	unsigned arrived;
	atomic_uint left;
};

struct barrier {
	pthread_mutex_t m;
	unsigned parties;
	struct round *now;
};

static struct round *
fresh(unsigned parties)
{
	struct round *r = malloc(sizeof *r);
	sem_init(&r->gate, 0, 0);
	r->arrived = 0;
	atomic_init(&r->left, parties);
	return r;
}

barrier *
barrier_new(unsigned parties)
{
	barrier *b = malloc(sizeof *b);
	pthread_mutex_init(&b->m, NULL);
	b->parties = parties;
	b->now = fresh(parties);
	return b;
}

void
barrier_free(barrier *b)
{
	sem_destroy(&b->now->gate);
	free(b->now);
	pthread_mutex_destroy(&b->m);
	free(b);
}

void
barrier_wait(barrier *b)
{
	pthread_mutex_lock(&b->m);
	struct round *r = b->now;
	int last = ++r->arrived == b->parties;
	if (last)
		b->now = fresh(b->parties);
	pthread_mutex_unlock(&b->m);
	if (!last)
		while (sem_wait(&r->gate))
			;
	/* whoever posts has not left yet, so the round cannot go under it */
	sem_post(&r->gate);
	if (atomic_fetch_sub(&r->left, 1) == 1) {
		sem_destroy(&r->gate);
		free(r);
	}
}
