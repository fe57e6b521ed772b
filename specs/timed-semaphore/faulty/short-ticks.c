/* A counter under a mutex; who finds no permit looks again at the next tick. The first one is counted before it is over. */
/* class: value or safety */
#include "../timed-semaphore.h"

#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

enum { TICK = 7 };

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
		usleep(TICK * 1000);
}

enum tsem_outcome
tsem_acquire_for(tsem *s, unsigned ms)
{
	for (unsigned passed = TICK;; passed += TICK) {
		if (take(s))
			return TSEM_ACQUIRED;
		if (passed >= ms)
			return TSEM_TIMED_OUT;
		usleep(TICK * 1000);
	}
}

void
tsem_release(tsem *s)
{
	pthread_mutex_lock(&s->mutex);
	s->free++;
	pthread_mutex_unlock(&s->mutex);
}
