/*
 * The second problem of Courtois, Heymans and Parnas, with semaphores only: the first writer closes the entry for readers,
 * the last opens it again, and no more than one reader waits at that entry, so that writers need not queue behind readers.
 */
/* policy: writers-over-readers.yaml */
#include "../readers-writers.h"

#include <semaphore.h>
#include <stdlib.h>

struct rw {
	sem_t count_readers, count_writers, one_reader, entry, room;
	int readers, writers;
};

rw *
rw_new(void)
{
	rw *l = calloc(1, sizeof *l);
	sem_t *all[] = {&l->count_readers, &l->count_writers, &l->one_reader, &l->entry, &l->room};
	for (size_t i = 0; i < sizeof all / sizeof *all; i++)
		sem_init(all[i], 0, 1);
	return l;
}

void
rw_free(rw *l)
{
	sem_t *all[] = {&l->count_readers, &l->count_writers, &l->one_reader, &l->entry, &l->room};
	for (size_t i = 0; i < sizeof all / sizeof *all; i++)
		sem_destroy(all[i]);
	free(l);
}

void
rw_before_read(rw *l)
{
	sem_wait(&l->one_reader);
	sem_wait(&l->entry);
	sem_wait(&l->count_readers);
	if (++l->readers == 1)
		sem_wait(&l->room);
	sem_post(&l->count_readers);
	sem_post(&l->entry);
	sem_post(&l->one_reader);
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
	sem_wait(&l->count_writers);
	if (++l->writers == 1)
		sem_wait(&l->entry);
	sem_post(&l->count_writers);
	sem_wait(&l->room);
}

void
rw_after_write(rw *l)
{
	sem_post(&l->room);
	sem_wait(&l->count_writers);
	if (--l->writers == 0)
		sem_post(&l->entry);
	sem_post(&l->count_writers);
}
