/*
 * Each call takes long, as it first does sums in steps that others could come between; so there are few tests, and most of them are small.
 * Who waits is in a ring of two: the third to wait takes the place of the first.
 */
/* class: progress or safety or order */
#include "../semaphore.h"

#include <semaphore.h>
#include <stdlib.h>

enum { PLACES = 2 };

struct semaphore {
	sem_t mutex;
	unsigned free, first, waiting;
	sem_t *places[PLACES];
};

semaphore *
semaphore_new(unsigned permits)
{
	semaphore *s = calloc(1, sizeof *s);
	s->free = permits;
	sem_init(&s->mutex, 0, 1);
	return s;
}

void
semaphore_free(semaphore *s)
{
	sem_destroy(&s->mutex);
	free(s);
}

static void
do_sums(void)
{
	sem_t own;
	sem_init(&own, 0, 0);
	for (int i = 0; i < 15000; i++) {
		sem_post(&own);
		sem_wait(&own);
	}
	sem_destroy(&own);
}

void
semaphore_acquire(semaphore *s)
{
	sem_t mine;
	do_sums();
	sem_wait(&s->mutex);
	if (s->free > 0) {
		s->free--;
		sem_post(&s->mutex);
		return;
	}
	sem_init(&mine, 0, 0);
	s->places[(s->first + s->waiting++) % PLACES] = &mine;
	sem_post(&s->mutex);
	sem_wait(&mine);
	sem_destroy(&mine);
}

void
semaphore_release(semaphore *s)
{
	do_sums();
	sem_wait(&s->mutex);
	if (s->waiting > 0) {
		s->waiting--;
		sem_post(s->places[s->first++ % PLACES]);
	} else {
		s->free++;
	}
	sem_post(&s->mutex);
}
