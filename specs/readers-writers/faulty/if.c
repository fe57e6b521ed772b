/* A writer that was woken does not look again whether it is alone. */
/* class: safety */
#include "../readers-writers.h"

#include <stdlib.h>
#include <threads.h>

struct rw {
	mtx_t lock;
	cnd_t changed;
	int readers, writers;
};

rw *
rw_new(void)
{
	rw *l = malloc(sizeof *l);
	mtx_init(&l->lock, mtx_plain);
	cnd_init(&l->changed);
	l->readers = l->writers = 0;
	return l;
}

void
rw_free(rw *l)
{
	cnd_destroy(&l->changed);
	mtx_destroy(&l->lock);
	free(l);
}

void
rw_before_read(rw *l)
{
	mtx_lock(&l->lock);
	while (l->writers > 0)
		cnd_wait(&l->changed, &l->lock);
	l->readers++;
	mtx_unlock(&l->lock);
}

void
rw_after_read(rw *l)
{
	mtx_lock(&l->lock);
	l->readers--;
	if (l->readers == 0)
		cnd_broadcast(&l->changed);
	mtx_unlock(&l->lock);
}

void
rw_before_write(rw *l)
{
	mtx_lock(&l->lock);
	if (l->readers > 0 || l->writers > 0)
		cnd_wait(&l->changed, &l->lock);
	l->writers++;
	mtx_unlock(&l->lock);
}

void
rw_after_write(rw *l)
{
	mtx_lock(&l->lock);
	l->writers--;
	cnd_broadcast(&l->changed);
	mtx_unlock(&l->lock);
}
