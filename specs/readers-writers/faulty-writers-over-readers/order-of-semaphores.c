/* The first writer takes the room before it closes the entry, a reader passes the entry before it takes the room. */
/* class: progress or order */
/* policy: writers-over-readers.yaml */
#include "../readers-writers.h"

#include <semaphore.h>
#include <stdlib.h>

struct rw {
	sem_t count_readers, count_writers, entry, room;
	int readers, writers;
};

rw *
rw_new(void)
{
	rw *l = calloc(1, sizeof *l);
	sem_init(&l->count_readers, 0, 1);
	sem_init(&l->count_writers, 0, 1);
	sem_init(&l->entry, 0, 1);
	sem_init(&l->room, 0, 1);
	return l;
}

void
rw_free(rw *l)
{
	sem_destroy(&l->count_readers);
	sem_destroy(&l->count_writers);
	sem_destroy(&l->entry);
	sem_destroy(&l->room);
	free(l);
}

void
rw_before_read(rw *l)
{
	sem_wait(&l->entry);
	sem_wait(&l->count_readers);
	if (++l->readers == 1)
		sem_wait(&l->room);
	sem_post(&l->count_readers);
	sem_post(&l->entry);
}

void
rw_after_read(rw *l)
{
	sem_wait(&l->count_readers);
	if (--l->readers == 0)
		sem_post(&l->room);
	sem_post(&l->count_readers);
}

void
rw_before_write(rw *l)
{
	sem_wait(&l->room);
	sem_wait(&l->count_writers);
	if (++l->writers == 1)
		sem_wait(&l->entry);
	sem_post(&l->count_writers);
}

void
rw_after_write(rw *l)
{
	sem_wait(&l->count_writers);
	if (--l->writers == 0)
		sem_post(&l->entry);
	sem_post(&l->count_writers);
	sem_post(&l->room);
}
