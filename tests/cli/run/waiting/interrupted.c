/* A handler runs while others wait for a semaphore. The fault: being interrupted is taken for having a permit. */
#include "permits.h"

#include <errno.h>
#include <semaphore.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/time.h>

struct permits {
	sem_t free;
};

static void
nothing(int number)
{
	(void)number;
}

permits *
permits_new(unsigned n)
{
	permits *p = malloc(sizeof *p);
	struct sigaction action = {.sa_handler = nothing};
	sigaction(SIGALRM, &action, NULL);
	sem_init(&p->free, 0, n);
	return p;
}

void
permits_free(permits *p)
{
	sem_destroy(&p->free);
	free(p);
}

void
permits_acquire(permits *p)
{
	struct itimerval soon = {.it_value.tv_usec = 1000};
	setitimer(ITIMER_REAL, &soon, NULL);
#ifdef FAULTY
	sem_wait(&p->free);
#else
	while (sem_wait(&p->free) < 0)
		if (errno != EINTR)
			abort();
#endif
}

void
permits_release(permits *p)
{
	sem_post(&p->free);
}
