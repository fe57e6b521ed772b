/*
 * Semaphores only: one is the door, and each waiter has a private one, which it finds in a heap-allocated queue. A release
 * passes the baton, that is the door's lock, to the first waiter.
 */
#include "../semaphore.h"

#include <semaphore.h>
#include <stdlib.h>

struct booth {
	sem_t go;
	struct booth *next;
};

struct semaphore {
	sem_t door;
	unsigned free;
	struct booth *head, *tail;
};

semaphore *
semaphore_new(unsigned permits)
{
	semaphore *s = calloc(1, sizeof *s);
	sem_init(&s->door, 0, 1);
	s->free = permits;
	return s;
}

void
semaphore_free(semaphore *s)
{
	sem_destroy(&s->door);
	free(s);
}

static struct booth *
enqueue(semaphore *s)
{
	struct booth *p = calloc(1, sizeof *p);
	sem_init(&p->go, 0, 0);
	if (s->tail)
		s->tail->next = p;
	else
		s->head = p;
	return s->tail = p;
}

static void
dequeue(semaphore *s)
{
	struct booth *p = s->head;
	s->head = p->next;
	if (!s->head)
		s->tail = NULL;
	sem_destroy(&p->go);
	free(p);
}

void
semaphore_acquire(semaphore *s)
{
	sem_wait(&s->door);
	if (s->free == 0 || s->head) {
		struct booth *p = enqueue(s);
		sem_post(&s->door);
		sem_wait(&p->go);
		dequeue(s);
	}
	s->free--;
	sem_post(&s->door);
}

void
semaphore_release(semaphore *s)
{
	sem_wait(&s->door);
	s->free++;
	if (s->head)
		sem_post(&s->head->go);
	else
		sem_post(&s->door);
}
