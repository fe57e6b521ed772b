/* A release hands its permit to the first in line; if nobody waits, the permit is gone. */
/* class: progress */
#include "../semaphore.h"

#include <semaphore.h>
#include <stdlib.h>

struct waiter {
	struct waiter *next;
	sem_t go;
};

struct semaphore {
	sem_t mutex;
	unsigned free;
	struct waiter *first, **end;
};

semaphore *
semaphore_new(unsigned permits)
{
	semaphore *s = malloc(sizeof *s);
	sem_init(&s->mutex, 0, 1);
	s->free = permits;
	s->first = NULL;
	s->end = &s->first;
	return s;
}

void
semaphore_free(semaphore *s)
{
	sem_destroy(&s->mutex);
	free(s);
}

void
semaphore_acquire(semaphore *s)
{
	sem_wait(&s->mutex);
	if (s->free > 0) {
		s->free--;
		sem_post(&s->mutex);
		return;
	}
	struct waiter me = {.next = NULL};
	sem_init(&me.go, 0, 0);
	*s->end = &me;
	s->end = &me.next;
	sem_post(&s->mutex);
	sem_wait(&me.go);
	sem_destroy(&me.go);
}

void
semaphore_release(semaphore *s)
{
	sem_wait(&s->mutex);
	struct waiter *w = s->first;
	if (w) {
		s->first = w->next;
		if (!s->first)
			s->end = &s->first;
		sem_post(&w->go);
	}
	sem_post(&s->mutex);
}
