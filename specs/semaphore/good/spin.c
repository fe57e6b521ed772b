/* Spins with a pause: a ticket for each acquire, and the first ticket that has to wait still. */
#include "../semaphore.h"

#include <stdatomic.h>
#include <stdlib.h>

struct semaphore {
	_Alignas(64) atomic_uint tickets;
	_Alignas(64) atomic_uint limit;
};

semaphore *
semaphore_new(unsigned permits)
{
	semaphore *s = aligned_alloc(64, sizeof *s);
	atomic_init(&s->tickets, 0);
	atomic_init(&s->limit, permits);
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
	unsigned mine = atomic_fetch_add_explicit(&s->tickets, 1, memory_order_relaxed);
	while ((int)(mine - atomic_load_explicit(&s->limit, memory_order_acquire)) >= 0)
		__builtin_ia32_pause();
}

void
semaphore_release(semaphore *s)
{
	atomic_fetch_add_explicit(&s->limit, 1, memory_order_release);
}
