/* A queue of waiters to whom permits are handed. Who times out leaves the queue, unless it was served at the last moment. C11. */
#include "../timed-semaphore.h"

#include <stdlib.h>
#include <threads.h>
#include <time.h>

struct waiter {
	struct waiter *before, *after;
	cnd_t granted;
	bool has;
};

struct tsem {
	mtx_t mutex;
	unsigned free;
	struct waiter ends;
};

tsem *
tsem_new(unsigned permits)
{
	tsem *s = malloc(sizeof *s);
	mtx_init(&s->mutex, mtx_plain);
	s->free = permits;
	s->ends.before = s->ends.after = &s->ends;
	return s;
}

void
tsem_free(tsem *s)
{
	mtx_destroy(&s->mutex);
	free(s);
}

static void
leave(struct waiter *w)
{
	w->before->after = w->after;
	w->after->before = w->before;
}

/* Waits for ever if until is NULL. */
static bool
queue_up(tsem *s, const struct timespec *until)
{
	struct waiter me = {.before = s->ends.before, .after = &s->ends};
	me.before->after = me.after->before = &me;
	cnd_init(&me.granted);
	while (!me.has) {
		if (!until)
			cnd_wait(&me.granted, &s->mutex);
		else if (cnd_timedwait(&me.granted, &s->mutex, until) == thrd_timedout)
			break;
	}
	if (!me.has)
		leave(&me);
	cnd_destroy(&me.granted);
	return me.has;
}

static bool
acquire(tsem *s, const struct timespec *until)
{
	mtx_lock(&s->mutex);
	bool got = s->free > 0;
	if (got)
		s->free--;
	else
		got = queue_up(s, until);
	mtx_unlock(&s->mutex);
	return got;
}

void
tsem_acquire(tsem *s)
{
	acquire(s, NULL);
}

enum tsem_outcome
tsem_acquire_for(tsem *s, unsigned ms)
{
	struct timespec until;
	timespec_get(&until, TIME_UTC);
	until.tv_nsec += ms % 1000 * 1000000;
	until.tv_sec += ms / 1000 + until.tv_nsec / 1000000000;
	until.tv_nsec %= 1000000000;
	return acquire(s, &until) ? TSEM_ACQUIRED : TSEM_TIMED_OUT;
}

void
tsem_release(tsem *s)
{
	mtx_lock(&s->mutex);
	struct waiter *w = s->ends.after;
	if (w == &s->ends) {
		s->free++;
	} else {
		leave(w);
		w->has = true;
		cnd_signal(&w->granted);
	}
	mtx_unlock(&s->mutex);
}
