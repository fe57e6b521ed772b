/* A permit that is given back counts twice for a moment; optimised, only the sum is ever written. */
/* class: safety */
/* variant: unoptimised */
#include "../semaphore.h"

#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>

struct semaphore {
	atomic_flag lock;
	atomic_uint next; /* ticket */
	unsigned admitted; /* tickets */
};

semaphore *
semaphore_new(unsigned permits)
{
	semaphore *s = calloc(1, sizeof *s);
	s->admitted = permits;
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
	unsigned mine = atomic_fetch_add(&s->next, 1);
	while (mine >= *(volatile unsigned *)&s->admitted)
		sched_yield();
}

void
semaphore_release(semaphore *s)
{
	while (atomic_flag_test_and_set(&s->lock))
		sched_yield();
	s->admitted += 2; /* this one, and one for whoever holds the lock */
	s->admitted -= 1;
	atomic_flag_clear(&s->lock);
}
