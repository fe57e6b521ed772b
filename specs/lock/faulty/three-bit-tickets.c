/* Tickets of three bits: whoever has seen which one is served, and takes it 8 rounds later, holds the lock beside another. */
/* class: safety or progress */
#include "../lock.h"

#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>

enum { TICKETS = 8 };

struct lock {
	atomic_uint next, serving;
};

lock *
lock_new(void)
{
	return calloc(1, sizeof(lock));
}

void
lock_free(lock *l)
{
	free(l);
}

void
lock_acquire(lock *l)
{
	for (;;) {
		unsigned ticket = atomic_load(&l->serving);
		if (atomic_compare_exchange_strong(&l->next, &(unsigned){ticket}, (ticket + 1) % TICKETS))
			return;
		sched_yield();
	}
}

void
lock_release(lock *l)
{
	unsigned ticket = atomic_load(&l->serving);
	atomic_store(&l->serving, (ticket + 1) % TICKETS);
}
