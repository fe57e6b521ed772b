/* Takes the same lock for reading as for writing, so readers wait for each other. */
/* class: progress */
#include "../readers-writers.h"

#include <semaphore.h>
#include <stdlib.h>

struct rw {
	sem_t free;
};

rw *
rw_new(void)
{
	rw *l = malloc(sizeof *l);
	sem_init(&l->free, 0, 1);
	return l;
}

void
rw_free(rw *l)
{
	sem_destroy(&l->free);
	free(l);
}

void
rw_before_read(rw *l)
{
	sem_wait(&l->free);
}

void
rw_after_read(rw *l)
{
	sem_post(&l->free);
}

void
rw_before_write(rw *l)
{
	sem_wait(&l->free);
}

void
rw_after_write(rw *l)
{
	sem_post(&l->free);
}
