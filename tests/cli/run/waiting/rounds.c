/* Yields five thousand times between two looks for a free permit. The fault: it looks no more than twice. */
#include "permits.h"

#include <pthread.h>
#include <sched.h>
#include <stdlib.h>

struct permits {
	pthread_mutex_t mutex;
	unsigned free;
};

permits *
permits_new(unsigned n)
{
	permits *p = malloc(sizeof *p);
	pthread_mutex_init(&p->mutex, NULL);
	p->free = n;
	return p;
}

void
permits_free(permits *p)
{
	free(p);
}

static int
try(permits *p)
{
	pthread_mutex_lock(&p->mutex);
	int got = p->free > 0;
	p->free -= got;
	pthread_mutex_unlock(&p->mutex);
	return got;
}

void
permits_acquire(permits *p)
{
	int looks = 0;
	while (!try(p)) {
		looks++;
#ifdef FAULTY
		while (looks == 2)
			sched_yield();
#endif
		for (int i = 0; i < 5000; i++)
			sched_yield();
	}
	(void)looks;
}

void
permits_release(permits *p)
{
	pthread_mutex_lock(&p->mutex);
	p->free++;
	pthread_mutex_unlock(&p->mutex);
}
