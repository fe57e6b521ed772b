/*
 * Adds the milliseconds to tv_nsec and does not carry: now and then there are more nanoseconds than a second has, sem_timedwait
 * refuses that, and what is no time-out is taken for a permit.
 */
/* class: value or safety */
#include "../timed-semaphore.h"

#include <errno.h>
#include <semaphore.h>
#include <stdlib.h>
#include <time.h>

struct tsem {
	sem_t permits;
};

tsem *
tsem_new(unsigned permits)
{
	tsem *s = malloc(sizeof *s);
	sem_init(&s->permits, 0, permits);
	return s;
}

void
tsem_free(tsem *s)
{
	sem_destroy(&s->permits);
	free(s);
}

void
tsem_acquire(tsem *s)
{
	while (sem_wait(&s->permits) != 0)
		;
}

enum tsem_outcome
tsem_acquire_for(tsem *s, unsigned ms)
{
	struct timespec until;
	clock_gettime(CLOCK_REALTIME, &until);
	until.tv_sec += ms / 1000;
	until.tv_nsec += ms % 1000 * 1000000L;
	if (sem_timedwait(&s->permits, &until) != 0 && errno == ETIMEDOUT)
		return TSEM_TIMED_OUT;
	return TSEM_ACQUIRED;
}

void
tsem_release(tsem *s)
{
	sem_post(&s->permits);
}
