/* Polls and yields. A ticket makes that fair, and is all there is besides the number that may go: no lock. */
#include "../semaphore.h"

#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>

struct semaphore {
	atomic_ulong next, bound;
};

semaphore *
semaphore_new(unsigned permits)
{
	semaphore *s = malloc(sizeof *s);
	atomic_init(&s->next, 0);
	atomic_init(&s->bound, permits);
	return s;
}

void
semaphore_free(semaphore *s)
{
	free(s);
}

void
semaphore_acquire(semaphore *s)
{
	unsigned long mine = atomic_fetch_add(&s->next, 1);
	while (mine >= atomic_load(&s->bound))
		sched_yield();
}

void
semaphore_release(semaphore *s)
{
	atomic_fetch_add(&s->bound, 1);
}
