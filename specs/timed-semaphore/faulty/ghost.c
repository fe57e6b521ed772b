/* Who times out stays in the queue, and a release hands its permit to somebody who has left. */
/* class: progress or value */
#include "../timed-semaphore.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

struct waiter {
	struct waiter *next;
	bool has;
};

struct tsem {
	pthread_mutex_t mutex;
	pthread_cond_t granted;
	unsigned free;
	struct waiter *first, **end;
};

tsem *
tsem_new(unsigned permits)
{
	tsem *s = malloc(sizeof *s);
	pthread_mutex_init(&s->mutex, NULL);
	pthread_cond_init(&s->granted, NULL);
	s->free = permits;
	s->first = NULL;
	s->end = &s->first;
	return s;
}

void
tsem_free(tsem *s)
{
	pthread_cond_destroy(&s->granted);
	pthread_mutex_destroy(&s->mutex);
	free(s);
}

static struct waiter *
queue_up(tsem *s)
{
	struct waiter *w = calloc(1, sizeof *w);
	*s->end = w;
	s->end = &w->next;
	return w;
}

void
tsem_acquire(tsem *s)
{
	pthread_mutex_lock(&s->mutex);
	if (s->free > 0) {
		s->free--;
	} else {
		struct waiter *me = queue_up(s);
		while (!me->has)
			pthread_cond_wait(&s->granted, &s->mutex);
		free(me);
	}
	pthread_mutex_unlock(&s->mutex);
}

enum tsem_outcome
tsem_acquire_for(tsem *s, unsigned ms)
{
	bool got = true;
	struct timespec until;
	clock_gettime(CLOCK_REALTIME, &until);
	until.tv_nsec += ms % 1000 * 1000000L;
	until.tv_sec += ms / 1000 + until.tv_nsec / 1000000000;
	until.tv_nsec %= 1000000000;
	pthread_mutex_lock(&s->mutex);
	if (s->free > 0) {
		s->free--;
	} else {
		struct waiter *me = queue_up(s);
		while (!me->has)
			if (pthread_cond_timedwait(&s->granted, &s->mutex, &until) != 0)
				break;
		got = me->has;
	}
	pthread_mutex_unlock(&s->mutex);
	return got ? TSEM_ACQUIRED : TSEM_TIMED_OUT;
}

void
tsem_release(tsem *s)
{
	pthread_mutex_lock(&s->mutex);
	struct waiter *w = s->first;
	if (w) {
		s->first = w->next;
		if (!s->first)
			s->end = &s->first;
		w->has = true;
		pthread_cond_broadcast(&s->granted);
	} else {
		s->free++;
	}
	pthread_mutex_unlock(&s->mutex);
}
