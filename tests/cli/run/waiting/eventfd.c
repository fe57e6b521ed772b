/* A counter of the system. The fault: it is not told to give one at a time. */
#include "permits.h"

#include <stdlib.h>
#include <sys/eventfd.h>
#include <unistd.h>

struct permits {
	int counter;
};

permits *
permits_new(unsigned n)
{
	permits *p = malloc(sizeof *p);
#ifdef FAULTY
	p->counter = eventfd(n, 0);
#else
	p->counter = eventfd(n, EFD_SEMAPHORE);
#endif
	return p;
}

void
permits_free(permits *p)
{
	close(p->counter);
	free(p);
}

void
permits_acquire(permits *p)
{
	eventfd_t one;
	if (eventfd_read(p->counter, &one) < 0)
		abort();
}

void
permits_release(permits *p)
{
	if (eventfd_write(p->counter, 1) < 0)
		abort();
}
