/* Respects waiting writers only when the room is empty: a reader that finds others reading joins them. */
/* class: order */
/* policy: writers-over-readers.yaml */
#include "../readers-writers.h"

#include <stdbool.h>
#include <stdlib.h>
#include <threads.h>

struct rw {
	mtx_t lock;
	cnd_t changed;
	int readers, writers_waiting;
	bool writing;
};

rw *
rw_new(void)
{
	rw *l = calloc(1, sizeof *l);
	mtx_init(&l->lock, mtx_plain);
	cnd_init(&l->changed);
	return l;
}

void
rw_free(rw *l)
{
	mtx_destroy(&l->lock);
	cnd_destroy(&l->changed);
	free(l);
}

void
rw_before_read(rw *l)
{
	mtx_lock(&l->lock);
	while (l->writing || (l->readers == 0 && l->writers_waiting > 0))
		cnd_wait(&l->changed, &l->lock);
	l->readers++;
	mtx_unlock(&l->lock);
}

void
rw_after_read(rw *l)
{
	mtx_lock(&l->lock);
	l->readers--;
	cnd_broadcast(&l->changed);
	mtx_unlock(&l->lock);
}

void
rw_before_write(rw *l)
{
	mtx_lock(&l->lock);
	l->writers_waiting++;
	while (l->writing || l->readers > 0)
		cnd_wait(&l->changed, &l->lock);
	l->writers_waiting--;
	l->writing = true;
	mtx_unlock(&l->lock);
}

void
rw_after_write(rw *l)
{
	mtx_lock(&l->lock);
	l->writing = false;
	cnd_broadcast(&l->changed);
	mtx_unlock(&l->lock);
}
