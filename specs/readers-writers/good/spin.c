/* One atomic number, the readers, or -1 for a writer; it is changed by compare-and-swap, and who must wait spins. */
#include "../readers-writers.h"

#include <stdatomic.h>
#include <stdlib.h>

struct rw {
	atomic_int users;
};

rw *
rw_new(void)
{
	rw *l = malloc(sizeof *l);
	atomic_init(&l->users, 0);
	return l;
}

void
rw_free(rw *l)
{
	free(l);
}

void
rw_before_read(rw *l)
{
	int seen = atomic_load(&l->users);
	do {
		while (seen < 0)
			seen = atomic_load(&l->users);
	} while (!atomic_compare_exchange_weak(&l->users, &seen, seen + 1));
}

void
rw_after_read(rw *l)
{
	atomic_fetch_sub(&l->users, 1);
}

void
rw_before_write(rw *l)
{
	for (int none = 0; !atomic_compare_exchange_weak(&l->users, &none, -1); none = 0)
		;
}

void
rw_after_write(rw *l)
{
	atomic_store(&l->users, 0);
}
