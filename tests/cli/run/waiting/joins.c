/* A thread of its own waits for each permit, and whoever wants one for that thread, for a while at a time. The fault: only for one such while. */
#define _GNU_SOURCE
#include "permits.h"

#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <time.h>

enum { WHILE = 20000000 };

struct permits {
	sem_t free;
};

static void *
wait_for_one(void *arg)
{
	permits *p = arg;
	while (sem_wait(&p->free) != 0)
		;
	return NULL;
}

permits *
permits_new(unsigned n)
{
	permits *p = calloc(1, sizeof *p);
	sem_init(&p->free, 0, n);
	return p;
}

void
permits_free(permits *p)
{
	sem_destroy(&p->free);
	free(p);
}

static int
join_for_a_while(pthread_t thread, clockid_t clock)
{
	struct timespec until;
	clock_gettime(clock, &until);
	until.tv_nsec += WHILE;
	until.tv_sec += until.tv_nsec / 1000000000;
	until.tv_nsec %= 1000000000;
	return pthread_clockjoin_np(thread, NULL, clock, &until);
}

void
permits_acquire(permits *p)
{
	pthread_t thread;
	pthread_create(&thread, NULL, wait_for_one, p);
#ifdef FAULTY
	if (join_for_a_while(thread, CLOCK_MONOTONIC) != 0)
		pthread_detach(thread);
#else
	while (join_for_a_while(thread, CLOCK_MONOTONIC) != 0 && join_for_a_while(thread, CLOCK_REALTIME) != 0)
		;
#endif
}

void
permits_release(permits *p)
{
	sem_post(&p->free);
}
