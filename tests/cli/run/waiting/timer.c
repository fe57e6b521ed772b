/*
 * A permit that is given back is handed out by a timer, a little later and in a thread of its own. The fault: setting the timer
 * again before it has expired loses a permit.
 */
#include "permits.h"

#include <semaphore.h>
#include <signal.h>
#include <stdlib.h>
#include <time.h>

struct permits {
	sem_t free;
	timer_t one;
};

static void
hand_out(union sigval value)
{
	permits *p = value.sival_ptr;
	sem_post(&p->free);
}

static timer_t
make(permits *p)
{
	struct sigevent event = {.sigev_notify = SIGEV_THREAD, .sigev_value.sival_ptr = p, .sigev_notify_function = hand_out};
	timer_t timer;
	if (timer_create(CLOCK_MONOTONIC, &event, &timer) < 0)
		abort();
	return timer;
}

permits *
permits_new(unsigned n)
{
	permits *p = malloc(sizeof *p);
	sem_init(&p->free, 0, n);
	p->one = make(p);
	return p;
}

void
permits_free(permits *p)
{
	timer_delete(p->one);
	sem_destroy(&p->free);
	free(p);
}

void
permits_acquire(permits *p)
{
	sem_wait(&p->free);
}

void
permits_release(permits *p)
{
	struct itimerspec soon = {.it_value.tv_nsec = 1000000};
#ifdef FAULTY
	timer_settime(p->one, 0, &soon, NULL);
#else
	timer_settime(make(p), 0, &soon, NULL);
#endif
}
