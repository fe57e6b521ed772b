/*
 * A queue under a lock, all made of raw futexes: a lock that only knows free and taken and wakes at every turn, and a word on
 * the stack of each waiter, on which it is parked.
 */
#define _GNU_SOURCE
#include "../semaphore.h"

#include <linux/futex.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

struct parked {
	atomic_int word; /* 1 while it is to sleep */
	struct parked *next;
};

struct semaphore {
	atomic_int lock;
	int free;
	struct parked *oldest, *youngest;
};

static void
futex(atomic_int *word, int what, int value)
{
	syscall(SYS_futex, word, what | FUTEX_PRIVATE_FLAG, value, NULL, NULL, 0);
}

static void
lock(semaphore *s)
{
	while (atomic_exchange(&s->lock, 1))
		futex(&s->lock, FUTEX_WAIT, 1);
}

static void
unlock(semaphore *s)
{
	atomic_store(&s->lock, 0);
	futex(&s->lock, FUTEX_WAKE, 1);
}

semaphore *
semaphore_new(unsigned permits)
{
	semaphore *s = calloc(1, sizeof *s);
	s->free = (int)permits;
	return s;
}

void
semaphore_free(semaphore *s)
{
	free(s);
}

static void
park(semaphore *s)
{
	struct parked me = {.word = 1};
	if (s->oldest)
		s->youngest->next = &me;
	else
		s->oldest = &me;
	s->youngest = &me;
	unlock(s);
	while (atomic_load(&me.word))
		futex(&me.word, FUTEX_WAIT, 1);
}

void
semaphore_acquire(semaphore *s)
{
	lock(s);
	if (s->free == 0) {
		park(s);
		return;
	}
	s->free--;
	unlock(s);
}

void
semaphore_release(semaphore *s)
{
	lock(s);
	struct parked *p = s->oldest;
	if (!p) {
		s->free++;
		unlock(s);
		return;
	}
	s->oldest = p->next;
	unlock(s);
	atomic_store(&p->word, 0); /* from here on *p may be gone; a wake-up too many does no harm */
	futex(&p->word, FUTEX_WAKE, 1);
}
