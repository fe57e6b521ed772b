/* Each round is a counter of its own; those who gather in it leave once they have often seen that it is full. */
#include "../barrier.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>

enum { LOOKS = 25 };

struct round {
	atomic_uint arrived;
	struct round *older;
};

struct barrier {
	pthread_spinlock_t lock;
	unsigned parties;
	struct round *gathering;
};

static void
begin_round(barrier *b)
{
	struct round *r = calloc(1, sizeof *r);
	r->older = b->gathering;
	b->gathering = r;
}

barrier *
barrier_new(unsigned parties)
{
	barrier *b = calloc(1, sizeof *b);
	pthread_spin_init(&b->lock, PTHREAD_PROCESS_PRIVATE);
	b->parties = parties;
	begin_round(b);
	return b;
}

void
barrier_free(barrier *b)
{
	while (b->gathering) {
		struct round *r = b->gathering;
		b->gathering = r->older;
		free(r);
	}
	pthread_spin_destroy(&b->lock);
	free(b);
}

static struct round *
arrive(barrier *b)
{
	pthread_spin_lock(&b->lock);
	struct round *r = b->gathering;
	if (atomic_fetch_add(&r->arrived, 1) + 1 == b->parties)
		begin_round(b);
	pthread_spin_unlock(&b->lock);
	return r;
}

void
barrier_wait(barrier *b)
{
	struct round *r = arrive(b);
	for (int full = 0; full < LOOKS; sched_yield())
		full += atomic_load(&r->arrived) >= b->parties;
}
