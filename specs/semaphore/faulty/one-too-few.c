/* Never gives out the last permit: less or equal where less is needed. */
/* class: progress */
#include "../semaphore.h"

#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>

struct semaphore {
	atomic_uint drawn, served;
	unsigned permits;
};

semaphore *
semaphore_new(unsigned permits)
{
	semaphore *s = malloc(sizeof *s);
	atomic_init(&s->drawn, 0);
	atomic_init(&s->served, 0);
	s->permits = permits;
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
	unsigned ticket = atomic_fetch_add(&s->drawn, 1) + 1;
	while (s->permits <= ticket - atomic_load(&s->served))
		sched_yield();
}

void
semaphore_release(semaphore *s)
{
	atomic_fetch_add(&s->served, 1);
}
