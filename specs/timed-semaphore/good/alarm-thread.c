/* A thread keeps all deadlines, and tells those who are late; they themselves wait without a timeout. */
#define _GNU_SOURCE
#include "../timed-semaphore.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

struct w {
	struct timespec end;
	int timed;
	enum { WAITS, GOT, LATE } is;
	pthread_cond_t c;
	struct w *next;
};

struct tsem {
	pthread_mutex_t m;
	pthread_cond_t clock;
	unsigned free;
	struct w *first;
	int quit;
	pthread_t t;
};

static int
before(struct timespec a, struct timespec b)
{
	return a.tv_sec != b.tv_sec ? a.tv_sec < b.tv_sec : a.tv_nsec < b.tv_nsec;
}

static void
drop(tsem *t, struct w *w)
{
	struct w **p = &t->first;
	while (*p != w)
		p = &(*p)->next;
	*p = w->next;
}

static void *
clock_thread(void *arg)
{
	tsem *t = arg;
	pthread_mutex_lock(&t->m);
	while (!t->quit) {
		struct w *soonest = NULL;
		struct timespec now;
		clock_gettime(CLOCK_MONOTONIC, &now);
		for (struct w *w = t->first, *n; w; w = n) {
			n = w->next;
			if (!w->timed)
				continue;
			if (!before(now, w->end)) {
				drop(t, w);
				w->is = LATE;
				pthread_cond_signal(&w->c);
			} else if (!soonest || before(w->end, soonest->end))
				soonest = w;
		}
		if (soonest) {
			struct timespec e = soonest->end;
			pthread_cond_clockwait(&t->clock, &t->m, CLOCK_MONOTONIC, &e);
		} else
			pthread_cond_wait(&t->clock, &t->m);
	}
	pthread_mutex_unlock(&t->m);
	return NULL;
}

tsem *
tsem_new(unsigned p)
{
	tsem *t = calloc(1, sizeof *t);
	pthread_mutex_init(&t->m, NULL);
	pthread_cond_init(&t->clock, NULL);
	t->free = p;
	pthread_create(&t->t, NULL, clock_thread, t);
	return t;
}

void
tsem_free(tsem *t)
{
	pthread_mutex_lock(&t->m);
	t->quit = 1;
	pthread_cond_signal(&t->clock);
	pthread_mutex_unlock(&t->m);
	pthread_join(t->t, NULL);
	pthread_cond_destroy(&t->clock);
	pthread_mutex_destroy(&t->m);
	free(t);
}

static int
take(tsem *t, int ms)
{
	struct w w = {.timed = ms >= 0, .is = GOT};
	pthread_mutex_lock(&t->m);
	if (t->free)
		t->free--;
	else {
		w.is = WAITS;
		pthread_cond_init(&w.c, NULL);
		clock_gettime(CLOCK_MONOTONIC, &w.end);
		if (w.timed) {
			w.end.tv_nsec += ms * 1000000L;
			w.end.tv_sec += w.end.tv_nsec / 1000000000;
			w.end.tv_nsec %= 1000000000;
		}
		struct w **p = &t->first;
		while (*p)
			p = &(*p)->next;
		*p = &w;
		if (w.timed)
			pthread_cond_signal(&t->clock);
		while (w.is == WAITS)
			pthread_cond_wait(&w.c, &t->m);
		pthread_cond_destroy(&w.c);
	}
	pthread_mutex_unlock(&t->m);
	return w.is == GOT;
}

void
tsem_acquire(tsem *t)
{
	take(t, -1);
}

enum tsem_outcome
tsem_acquire_for(tsem *t, unsigned ms)
{
	return take(t, ms) ? TSEM_ACQUIRED : TSEM_TIMED_OUT;
}

void
tsem_release(tsem *t)
{
	pthread_mutex_lock(&t->m);
	struct w *w = t->first;
	if (w) {
		t->first = w->next;
		w->is = GOT;
		pthread_cond_signal(&w->c);
	} else
		t->free++;
	pthread_mutex_unlock(&t->m);
}
