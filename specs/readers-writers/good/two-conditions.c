/* A condition for the readers, of whom all may go, and one for the writers, of whom one is enough. C11 threads. */
#include "../readers-writers.h"

#include <stdlib.h>
#include <threads.h>

struct rw {
	mtx_t lock;
	cnd_t no_writer, nobody;
	unsigned readers, writers;
};

rw *
rw_new(void)
{
	rw *l = malloc(sizeof *l);
	if (!l)
		return NULL;
	if (mtx_init(&l->lock, mtx_plain) != thrd_success || cnd_init(&l->no_writer) != thrd_success || cnd_init(&l->nobody) != thrd_success)
		abort();
	l->readers = l->writers = 0;
	return l;
}

void
rw_free(rw *l)
{
	cnd_destroy(&l->nobody);
	cnd_destroy(&l->no_writer);
	mtx_destroy(&l->lock);
	free(l);
}

void
rw_before_read(rw *l)
{
	mtx_lock(&l->lock);
	while (l->writers)
		cnd_wait(&l->no_writer, &l->lock);
	++l->readers;
	mtx_unlock(&l->lock);
}

void
rw_after_read(rw *l)
{
	mtx_lock(&l->lock);
	if (--l->readers == 0)
		cnd_signal(&l->nobody);
	mtx_unlock(&l->lock);
}

void
rw_before_write(rw *l)
{
	mtx_lock(&l->lock);
	while (l->readers || l->writers)
		cnd_wait(&l->nobody, &l->lock);
	l->writers = 1;
	mtx_unlock(&l->lock);
}

void
rw_after_write(rw *l)
{
	mtx_lock(&l->lock);
	l->writers = 0;
	mtx_unlock(&l->lock);
	cnd_broadcast(&l->no_writer);
	cnd_signal(&l->nobody);
}
