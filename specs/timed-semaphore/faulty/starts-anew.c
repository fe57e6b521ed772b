/* Who is woken in vain waits for as long again. */
/* class: progress or value */
#include "../timed-semaphore.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

struct tsem {
	pthread_mutex_t mutex;
	pthread_cond_t available;
	unsigned free;
};

tsem *
tsem_new(unsigned permits)
{
	tsem *s = malloc(sizeof *s);
	pthread_condattr_t steady;
	pthread_condattr_init(&steady);
	pthread_condattr_setclock(&steady, CLOCK_MONOTONIC);
	pthread_cond_init(&s->available, &steady);
	pthread_condattr_destroy(&steady);
	pthread_mutex_init(&s->mutex, NULL);
	s->free = permits;
	return s;
}

void
tsem_free(tsem *s)
{
	pthread_cond_destroy(&s->available);
	pthread_mutex_destroy(&s->mutex);
	free(s);
}

void
tsem_acquire(tsem *s)
{
	pthread_mutex_lock(&s->mutex);
	while (s->free == 0)
		pthread_cond_wait(&s->available, &s->mutex);
	s->free--;
	pthread_mutex_unlock(&s->mutex);
}

static struct timespec
in_ms(unsigned ms)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	t.tv_sec += ms / 1000;
	t.tv_nsec += ms % 1000 * 1000000L;
	if (t.tv_nsec >= 1000000000L) {
		t.tv_sec++;
		t.tv_nsec -= 1000000000L;
	}
	return t;
}

enum tsem_outcome
tsem_acquire_for(tsem *s, unsigned ms)
{
	struct timespec until;
	pthread_mutex_lock(&s->mutex);
	while (s->free == 0)
		if (until = in_ms(ms), pthread_cond_timedwait(&s->available, &s->mutex, &until) != 0)
			break;
	bool got = s->free > 0;
	if (got)
		s->free--;
	pthread_mutex_unlock(&s->mutex);
	return got ? TSEM_ACQUIRED : TSEM_TIMED_OUT;
}

void
tsem_release(tsem *s)
{
	pthread_mutex_lock(&s->mutex);
	s->free++;
	pthread_cond_broadcast(&s->available);
	pthread_mutex_unlock(&s->mutex);
}
