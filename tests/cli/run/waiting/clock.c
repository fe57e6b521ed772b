/*
 * Yields until the clock has gone on by ten milliseconds, then looks for a free permit again. The fault: after a while it asks
 * for nothing but the time.
 */
#include "permits.h"

#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <time.h>

struct permits {
	pthread_mutex_t mutex;
	unsigned free;
};

permits *
permits_new(unsigned n)
{
	permits *p = malloc(sizeof *p);
	pthread_mutex_init(&p->mutex, NULL);
	p->free = n;
	return p;
}

void
permits_free(permits *p)
{
	free(p);
}

static int
try(permits *p)
{
	pthread_mutex_lock(&p->mutex);
	int got = p->free > 0;
	p->free -= got;
	pthread_mutex_unlock(&p->mutex);
	return got;
}

static long
milliseconds(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

void
permits_acquire(permits *p)
{
	int looks = 0;
	while (!try(p)) {
		long end = milliseconds() + 10;
#ifdef FAULTY
		if (++looks == 2)
			end += 1000000000;
#endif
		while (milliseconds() < end)
			sched_yield();
	}
	(void)looks;
}

void
permits_release(permits *p)
{
	pthread_mutex_lock(&p->mutex);
	p->free++;
	pthread_mutex_unlock(&p->mutex);
}
