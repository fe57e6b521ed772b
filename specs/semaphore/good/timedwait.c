/*
 * A release signals one waiter, which is often not the one whose turn it is; so nobody sleeps longer than ten milliseconds
 * before it looks at its ticket again.
 */
#include "../semaphore.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

struct semaphore {
	pthread_mutex_t mutex;
	pthread_cond_t maybe;
	unsigned free;
	unsigned long arrivals, departures;
};

semaphore *
semaphore_new(unsigned permits)
{
	semaphore *s = calloc(1, sizeof *s);
	pthread_mutex_init(&s->mutex, NULL);
	pthread_cond_init(&s->maybe, NULL);
	s->free = permits;
	return s;
}

void
semaphore_free(semaphore *s)
{
	pthread_cond_destroy(&s->maybe);
	pthread_mutex_destroy(&s->mutex);
	free(s);
}

static void
doze(semaphore *s)
{
	struct timespec t;
	clock_gettime(CLOCK_REALTIME, &t);
	t.tv_nsec += 10 * 1000 * 1000;
	t.tv_sec += t.tv_nsec / 1000000000;
	t.tv_nsec %= 1000000000;
	while (pthread_cond_timedwait(&s->maybe, &s->mutex, &t) == EINTR)
		;
}

void
semaphore_acquire(semaphore *s)
{
	pthread_mutex_lock(&s->mutex);
	unsigned long me = s->arrivals++;
	while (s->departures != me || s->free == 0)
		doze(s);
	s->departures++;
	s->free--;
	pthread_mutex_unlock(&s->mutex);
}

void
semaphore_release(semaphore *s)
{
	pthread_mutex_lock(&s->mutex);
	s->free++;
	pthread_cond_signal(&s->maybe);
	pthread_mutex_unlock(&s->mutex);
}
