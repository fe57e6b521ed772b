/*
 * A queue behind a spin lock, which is an atomic flag; each waiter spins without a pause on a flag of its own, on its stack,
 * which a release clears.
 */
#include "../semaphore.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

struct node {
	atomic_bool waits;
	struct node *next;
};

struct semaphore {
	atomic_flag busy;
	unsigned free;
	struct node *head, *tail;
};

static void
lock(semaphore *s)
{
	while (atomic_flag_test_and_set(&s->busy))
		;
}

static void
unlock(semaphore *s)
{
	atomic_flag_clear(&s->busy);
}

semaphore *
semaphore_new(unsigned permits)
{
	semaphore *s = calloc(1, sizeof *s);
	atomic_flag_clear(&s->busy);
	s->free = permits;
	return s;
}

void
semaphore_free(semaphore *s)
{
	free(s);
}

void
semaphore_acquire(semaphore *s)
{
	struct node me = {.waits = true};
	lock(s);
	if (s->free > 0) {
		s->free--;
		unlock(s);
		return;
	}
	if (s->head)
		s->tail->next = &me;
	else
		s->head = &me;
	s->tail = &me;
	unlock(s);
	while (atomic_load(&me.waits))
		;
}

void
semaphore_release(semaphore *s)
{
	lock(s);
	struct node *n = s->head;
	if (n) {
		s->head = n->next;
		atomic_store(&n->waits, false);
	} else {
		s->free++;
	}
	unlock(s);
}
