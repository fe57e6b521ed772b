/* Spins on a plain variable, which the compiler reads only once. */
/* class: progress or hang */
#include "../semaphore.h"

#include <stdatomic.h>
#include <stdlib.h>

struct semaphore {
	atomic_uint tickets;
	unsigned limit;
};

semaphore *
semaphore_new(unsigned permits)
{
	semaphore *s = malloc(sizeof *s);
	atomic_init(&s->tickets, 0);
	s->limit = permits;
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
	unsigned mine = atomic_fetch_add(&s->tickets, 1);
	while (mine >= s->limit)
		;
}

void
semaphore_release(semaphore *s)
{
	s->limit++;
}
