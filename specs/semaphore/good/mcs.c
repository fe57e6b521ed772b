/* An MCS lock, whose owners spin in the order in which they came; who finds no permit gives it back, and yields. */
#include "../semaphore.h"

#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>

struct qnode {
	_Atomic(struct qnode *) next;
	atomic_int locked;
};
struct semaphore {
	_Atomic(struct qnode *) tail;
	int free;
	unsigned next, serving;
};

static void
lock(semaphore *s, struct qnode *me)
{
	atomic_store(&me->next, NULL);
	atomic_store(&me->locked, 1);
	struct qnode *before = atomic_exchange(&s->tail, me);
	if (before) {
		atomic_store(&before->next, me);
		while (atomic_load(&me->locked))
			;
	}
}

static void
unlock(semaphore *s, struct qnode *me)
{
	struct qnode *next = atomic_load(&me->next), *mine = me;
	if (!next) {
		if (atomic_compare_exchange_strong(&s->tail, &mine, NULL))
			return;
		while (!(next = atomic_load(&me->next)))
			;
	}
	atomic_store(&next->locked, 0);
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

void
semaphore_acquire(semaphore *s)
{
	struct qnode q;
	lock(s, &q);
	unsigned mine = s->next++;
	while (mine != s->serving || s->free == 0) {
		unlock(s, &q);
		sched_yield();
		lock(s, &q);
	}
	s->serving++;
	s->free--;
	unlock(s, &q);
}

void
semaphore_release(semaphore *s)
{
	struct qnode q;
	lock(s, &q);
	s->free++;
	unlock(s, &q);
}
