/* The last writer wakes one reader only, and the others wait for nothing. */
/* class: progress */
/* policy: writers-over-readers.yaml */
#include "../readers-writers.h"

#include <stdlib.h>
#include <threads.h>

struct rw {
	mtx_t lock;
	cnd_t read, write;
	int readers, writers, writers_in_line;
};

rw *
rw_new(void)
{
	rw *l = calloc(1, sizeof *l);
	mtx_init(&l->lock, mtx_plain);
	cnd_init(&l->read);
	cnd_init(&l->write);
	return l;
}

void
rw_free(rw *l)
{
	mtx_destroy(&l->lock);
	cnd_destroy(&l->read);
	cnd_destroy(&l->write);
	free(l);
}

void
rw_before_read(rw *l)
{
	mtx_lock(&l->lock);
	while (l->writers + l->writers_in_line)
		cnd_wait(&l->read, &l->lock);
	l->readers++;
	mtx_unlock(&l->lock);
}

void
rw_after_read(rw *l)
{
	mtx_lock(&l->lock);
	if (--l->readers == 0)
		cnd_signal(&l->write);
	mtx_unlock(&l->lock);
}

void
rw_before_write(rw *l)
{
	mtx_lock(&l->lock);
	l->writers_in_line++;
	while (l->readers + l->writers)
		cnd_wait(&l->write, &l->lock);
	l->writers_in_line--;
	l->writers++;
	mtx_unlock(&l->lock);
}

void
rw_after_write(rw *l)
{
	mtx_lock(&l->lock);
	l->writers--;
	cnd_signal(l->writers_in_line ? &l->write : &l->read);
	mtx_unlock(&l->lock);
}
