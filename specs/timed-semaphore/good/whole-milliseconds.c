/* Times are whole milliseconds of the day, so that it may give up before the last of them is quite over. */
#include "../timed-semaphore.h"

#include <pthread.h>
#include <stdlib.h>
#include <sys/time.h>

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

void
tsem_acquire(tsem *s)
{
	pthread_mutex_lock(&s->mutex);
	while (s->free == 0)
		pthread_cond_wait(&s->available, &s->mutex);
	s->free--;
	pthread_mutex_unlock(&s->mutex);
}

static long long
now_ms(void)
{
	struct timeval t;
	gettimeofday(&t, NULL);
	return t.tv_sec * 1000LL + t.tv_usec / 1000;
}

enum tsem_outcome
tsem_acquire_for(tsem *s, unsigned ms)
{
	long long end = now_ms() + ms;
	struct timespec until = {.tv_sec = end / 1000, .tv_nsec = end % 1000 * 1000000};
	pthread_mutex_lock(&s->mutex);
	while (s->free == 0)
		if (pthread_cond_timedwait(&s->available, &s->mutex, &until) != 0)
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
	pthread_cond_signal(&s->available);
	pthread_mutex_unlock(&s->mutex);
}
