/* A counter under a mutex; who finds no permit looks again after more than half a second. */
#include "../timed-semaphore.h"

#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

enum { NAP = 600 };

struct tsem {
	pthread_mutex_t mutex;
	unsigned free;
};

tsem *
tsem_new(unsigned permits)
{
	tsem *s = malloc(sizeof *s);
	pthread_mutex_init(&s->mutex, NULL);
	s->free = permits;
	return s;
}

void
tsem_free(tsem *s)
{
	pthread_mutex_destroy(&s->mutex);
	free(s);
}

static bool
take(tsem *s)
{
	pthread_mutex_lock(&s->mutex);
	bool taken = s->free > 0;
	s->free -= taken;
	pthread_mutex_unlock(&s->mutex);
	return taken;
}

void
tsem_acquire(tsem *s)
{
	while (!take(s))
		usleep(NAP * 1000);
}

enum tsem_outcome
tsem_acquire_for(tsem *s, unsigned ms)
{
	for (;;) {
		if (take(s))
			return TSEM_ACQUIRED;
		if (ms == 0)
			return TSEM_TIMED_OUT;
		unsigned nap = ms < NAP ? ms : NAP;
		usleep(nap * 1000);
		ms -= nap;
	}
}

void
tsem_release(tsem *s)
{
	pthread_mutex_lock(&s->mutex);
	s->free++;
	pthread_mutex_unlock(&s->mutex);
}
