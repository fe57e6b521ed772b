/* Gives up at once if it is to wait no time at all, without looking for a permit. */
/* class: value */
#include "../timed-semaphore.h"

#include <errno.h>
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
	pthread_mutex_init(&s->mutex, NULL);
	pthread_cond_init(&s->available, NULL);
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

static struct timespec
in_ms(unsigned ms)
{
	struct timespec t;
	clock_gettime(CLOCK_REALTIME, &t);
	long long ns = t.tv_nsec + ms * 1000000LL;
	t.tv_sec += ns / 1000000000;
	t.tv_nsec = ns % 1000000000;
	return t;
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

enum tsem_outcome
tsem_acquire_for(tsem *s, unsigned ms)
{
	if (ms == 0)
		return TSEM_TIMED_OUT;
	struct timespec until = in_ms(ms);
	bool got = true;
	pthread_mutex_lock(&s->mutex);
	while (s->free == 0 && got)
		got = pthread_cond_timedwait(&s->available, &s->mutex, &until) != ETIMEDOUT;
	got = s->free > 0;
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
	pthread_cond_signal(&s->available);
	pthread_mutex_unlock(&s->mutex);
}
