/* A semaphore of POSIX. Who does not get a permit in time tries once more, for as long. */
/* class: value or progress */
#include "../timed-semaphore.h"

#include <errno.h>
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

static bool
acquire_for(tsem *s, unsigned ms)
{
	struct timespec t;
	clock_gettime(CLOCK_REALTIME, &t);
	long long ns = t.tv_nsec + ms * 1000000LL;
	t.tv_sec += ns / 1000000000;
	t.tv_nsec = ns % 1000000000;
	while (sem_timedwait(&s->sem, &t) != 0)
		if (errno == ETIMEDOUT)
			return false;
	return true;
}

enum tsem_outcome
tsem_acquire_for(tsem *s, unsigned ms)
{
	return acquire_for(s, ms) || acquire_for(s, ms) ? TSEM_ACQUIRED : TSEM_TIMED_OUT;
}

void
tsem_release(tsem *s)
{
	sem_post(&s->sem);
}
