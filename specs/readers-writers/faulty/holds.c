/* A writer waits for the readers to leave with the lock in its hands, which they need for leaving. */
/* class: progress or hang */
#include "../readers-writers.h"

#include <stdlib.h>
#include <threads.h>

struct rw {
	mtx_t lock;
	int readers;
};

rw *
rw_new(void)
{
	rw *l = malloc(sizeof *l);
	mtx_init(&l->lock, mtx_plain);
	l->readers = 0;
	return l;
}

void
rw_free(rw *l)
{
	mtx_destroy(&l->lock);
	free(l);
}

static void
count(rw *l, int change)
{
	mtx_lock(&l->lock);
	l->readers += change;
	mtx_unlock(&l->lock);
}

void
rw_before_read(rw *l)
{
	count(l, 1);
}

void
rw_after_read(rw *l)
{
	count(l, -1);
}

void
rw_before_write(rw *l)
{
	mtx_lock(&l->lock);
	while (l->readers > 0)
		thrd_yield();
}

void
rw_after_write(rw *l)
{
	mtx_unlock(&l->lock);
}
