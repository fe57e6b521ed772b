/* Who times out takes those behind it out of the line, too, unless it is the first. */
/* class: progress */
#include "../timed-semaphore.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <time.h>

struct waiter {
	struct waiter *next;
	bool has;
	pthread_cond_t c;
};
struct tsem {
	pthread_mutex_t m;
	unsigned free;
	struct waiter *first;
};

tsem *
tsem_new(unsigned permits)
{
	tsem *s = calloc(1, sizeof *s);
	pthread_mutex_init(&s->m, NULL);
	s->free = permits;
	return s;
}

void
tsem_free(tsem *s)
{
	pthread_mutex_destroy(&s->m);
	free(s);
}

static void
join(tsem *s, struct waiter *w)
{
	struct waiter **at = &s->first;
	while (*at)
		at = &(*at)->next;
	*at = w;
	w->next = NULL;
	w->has = false;
	pthread_cond_init(&w->c, NULL);
}

static void
leave(tsem *s, struct waiter *w)
{
	struct waiter **at = &s->first;
	while (*at && *at != w)
		at = &(*at)->next;
	if (*at)
		*at = at == &s->first ? w->next : NULL;
}

void
tsem_acquire(tsem *s)
{
	pthread_mutex_lock(&s->m);
	if (s->free > 0) {
		s->free--;
	} else {
		struct waiter w;
		join(s, &w);
		while (!w.has)
			pthread_cond_wait(&w.c, &s->m);
		pthread_cond_destroy(&w.c);
	}
	pthread_mutex_unlock(&s->m);
}

enum tsem_outcome
tsem_acquire_for(tsem *s, unsigned ms)
{
	struct timespec until;
	clock_gettime(CLOCK_REALTIME, &until);
	until.tv_nsec += ms % 1000 * 1000000L;
	until.tv_sec += ms / 1000 + until.tv_nsec / 1000000000;
	until.tv_nsec %= 1000000000;
	bool got = true;
	pthread_mutex_lock(&s->m);
	if (s->free > 0) {
		s->free--;
	} else {
		struct waiter w;
		join(s, &w);
		int e = 0;
		while (!w.has && e == 0)
			e = pthread_cond_timedwait(&w.c, &s->m, &until);
		got = w.has;
		if (!got)
			leave(s, &w);
		pthread_cond_destroy(&w.c);
	}
	pthread_mutex_unlock(&s->m);
	return got ? TSEM_ACQUIRED : TSEM_TIMED_OUT;
}

void
tsem_release(tsem *s)
{
	pthread_mutex_lock(&s->m);
	struct waiter *w = s->first;
	if (w) {
		s->first = w->next;
		w->has = true;
		pthread_cond_signal(&w->c);
	} else {
		s->free++;
	}
	pthread_mutex_unlock(&s->m);
}
