/* A semaphore with a name. The fault: it is opened anew each time, and made if it is not there, with one permit. */
#include "permits.h"

#include <fcntl.h>
#include <semaphore.h>
#include <stdlib.h>

struct permits {
	sem_t *free;
};

permits *
permits_new(unsigned n)
{
	permits *p = malloc(sizeof *p);
	p->free = sem_open("/permits", O_CREAT | O_EXCL, 0600, n);
	if (p->free == SEM_FAILED)
		abort();
#ifdef FAULTY
	sem_unlink("/permits");
#endif
	return p;
}

void
permits_free(permits *p)
{
	sem_close(p->free);
	free(p);
}

void
permits_acquire(permits *p)
{
#ifdef FAULTY
	sem_wait(sem_open("/permits", O_CREAT, 0600, 1));
#else
	sem_wait(p->free);
#endif
}

void
permits_release(permits *p)
{
#ifdef FAULTY
	sem_post(sem_open("/permits", O_CREAT, 0600, 1));
#else
	sem_post(p->free);
#endif
}
