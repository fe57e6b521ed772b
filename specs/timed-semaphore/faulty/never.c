/* A semaphore of POSIX. Who runs out of patience goes on to wait without a timeout. */
/* class: progress or value */
#include "../timed-semaphore.h"

#include <semaphore.h>
#include <stdlib.h>
#include <time.h>

struct tsem {
	sem_t sem;
};

tsem *
tsem_new(unsigned permits)
{
	tsem *s = malloc(sizeof *s);
	sem_init(&s->sem, 0, permits);
	return s;
}

void
tsem_free(tsem *s)
{
	sem_destroy(&s->sem);
	free(s);
}

void
tsem_acquire(tsem *s)
{
	while (sem_wait(&s->sem) != 0)
		;
}

enum tsem_outcome
tsem_acquire_for(tsem *s, unsigned ms)
{
	struct timespec t;
	clock_gettime(CLOCK_REALTIME, &t);
	long long ns = t.tv_nsec + ms * 1000000LL;
	t.tv_sec += ns / 1000000000;
	t.tv_nsec = ns % 1000000000;
	if (sem_timedwait(&s->sem, &t) != 0)
		tsem_acquire(s);
	return TSEM_ACQUIRED;
}

void
tsem_release(tsem *s)
{
	sem_post(&s->sem);
}
