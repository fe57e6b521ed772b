/* Who times out takes a permit all the same, and says so too. */
/* class: value or safety */
#include "../timed-semaphore.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

struct tsem {
	pthread_mutex_t mutex;
	pthread_cond_t available;
	int free;
};

tsem *
tsem_new(unsigned permits)
{
	tsem *s = malloc(sizeof *s);
	pthread_mutex_init(&s->mutex, NULL);
	pthread_cond_init(&s->available, NULL);
	s->free = (int)permits;
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
	while (s->free <= 0)
		pthread_cond_wait(&s->available, &s->mutex);
	s->free--;
	pthread_mutex_unlock(&s->mutex);
}

enum tsem_outcome
tsem_acquire_for(tsem *s, unsigned ms)
{
	struct timespec until = in_ms(ms);
	int error = 0;
	pthread_mutex_lock(&s->mutex);
	while (s->free <= 0 && error != ETIMEDOUT)
		error = pthread_cond_timedwait(&s->available, &s->mutex, &until);
	s->free--;
	pthread_mutex_unlock(&s->mutex);
	return TSEM_ACQUIRED;
}

void
tsem_release(tsem *s)
{
	pthread_mutex_lock(&s->mutex);
	s->free++;
	pthread_cond_signal(&s->available);
	pthread_mutex_unlock(&s->mutex);
}
