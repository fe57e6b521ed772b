/*
 * Who waits is told by a signal, and looks again. With sigsuspend() the signal cannot come too early; the fault: with pause()
 * it can.
 */
#include "permits.h"

#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <unistd.h>

enum { MOST = 64 };

struct permits {
	pthread_mutex_t mutex;
	unsigned free, waiting;
	pthread_t who[MOST];
};

static void
wake_up(int number)
{
	(void)number;
}

permits *
permits_new(unsigned n)
{
	permits *p = calloc(1, sizeof *p);
	struct sigaction action = {.sa_handler = wake_up};
	pthread_mutex_init(&p->mutex, NULL);
	p->free = n;
	sigaction(SIGUSR1, &action, NULL);
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
	sigset_t blocked, before;
	sigemptyset(&blocked);
	sigaddset(&blocked, SIGUSR1);
#ifdef FAULTY
	sigemptyset(&blocked);
#endif
	pthread_sigmask(SIG_BLOCK, &blocked, &before);
	pthread_mutex_lock(&p->mutex);
	while (p->free == 0) {
		p->who[p->waiting++] = pthread_self();
		pthread_mutex_unlock(&p->mutex);
#ifdef FAULTY
		pause();
#else
		sigsuspend(&before);
#endif
		pthread_mutex_lock(&p->mutex);
	}
	p->free--;
	pthread_mutex_unlock(&p->mutex);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
}

void
permits_release(permits *p)
{
	pthread_mutex_lock(&p->mutex);
	p->free++;
	if (p->waiting > 0)
		pthread_kill(p->who[--p->waiting], SIGUSR1);
	pthread_mutex_unlock(&p->mutex);
}
