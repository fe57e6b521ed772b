/* Calls with and without a limit wait at different conditions. Who times out is still counted, and the signal meant for it is lost. */
/* class: progress */
#include "../timed-semaphore.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

struct tsem {
	pthread_mutex_t mutex;
	pthread_cond_t patient, hasty;
	unsigned free, n_hasty;
};

tsem *
tsem_new(unsigned permits)
{
	tsem *s = calloc(1, sizeof *s);
	pthread_mutex_init(&s->mutex, NULL);
	pthread_cond_init(&s->patient, NULL);
	pthread_cond_init(&s->hasty, NULL);
	s->free = permits;
	return s;
}

void
tsem_free(tsem *s)
{
	pthread_cond_destroy(&s->patient);
	pthread_cond_destroy(&s->hasty);
	pthread_mutex_destroy(&s->mutex);
	free(s);
}

void
tsem_acquire(tsem *s)
{
	pthread_mutex_lock(&s->mutex);
	while (s->free == 0)
		pthread_cond_wait(&s->patient, &s->mutex);
	s->free--;
	pthread_mutex_unlock(&s->mutex);
}

static int
wait_until(tsem *s, const struct timespec *until)
{
	s->n_hasty++;
	int error = pthread_cond_timedwait(&s->hasty, &s->mutex, until);
	if (error == 0)
		s->n_hasty--;
	return error;
}

enum tsem_outcome
tsem_acquire_for(tsem *s, unsigned ms)
{
	struct timespec until;
	clock_gettime(CLOCK_REALTIME, &until);
	until.tv_nsec += ms % 1000 * 1000000L;
	until.tv_sec += ms / 1000 + until.tv_nsec / 1000000000;
	until.tv_nsec %= 1000000000;
	pthread_mutex_lock(&s->mutex);
	while (s->free == 0 && wait_until(s, &until) != ETIMEDOUT)
		;
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
	pthread_cond_signal(s->n_hasty > 0 ? &s->hasty : &s->patient);
	pthread_mutex_unlock(&s->mutex);
}
