/*
 * A signal is sent for each permit that is given back while someone waits, and those who wait take it with sigwait(). The fault:
 * one that is not waiting yet is ended by it, for it does not block the signal.
 */
#include "permits.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

struct permits {
	pthread_mutex_t mutex;
	unsigned free, waiting;
	sigset_t set;
};

permits *
permits_new(unsigned n)
{
	permits *p = calloc(1, sizeof *p);
	pthread_mutex_init(&p->mutex, NULL);
	p->free = n;
	sigemptyset(&p->set);
	sigaddset(&p->set, SIGRTMIN);
#ifndef FAULTY
	pthread_sigmask(SIG_BLOCK, &p->set, NULL);
#endif
	return p;
}

void
permits_free(permits *p)
{
	free(p);
}

void
permits_acquire(permits *p)
{
	int got;
	pthread_mutex_lock(&p->mutex);
	if (p->free > 0) {
		p->free--;
		pthread_mutex_unlock(&p->mutex);
		return;
	}
	p->waiting++;
	pthread_mutex_unlock(&p->mutex);
	sigwait(&p->set, &got);
}

void
permits_release(permits *p)
{
	pthread_mutex_lock(&p->mutex);
	if (p->waiting > 0) {
		p->waiting--;
		sigqueue(getpid(), SIGRTMIN, (union sigval){0});
	} else {
		p->free++;
	}
	pthread_mutex_unlock(&p->mutex);
}
