/* Tickets of 32 bits, of which one is only taken when it is served: nobody is stopped for long enough to see the same one again. */
#include "../lock.h"

#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>

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
		if (atomic_compare_exchange_strong(&l->next, &(unsigned){ticket}, ticket + 1))
			return;
		sched_yield();
	}
}

void
lock_release(lock *l)
{
	unsigned ticket = atomic_load(&l->serving);
	atomic_store(&l->serving, ticket + 1);
}
