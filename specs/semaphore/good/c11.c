/*
 * C11 threads. A doubly linked list of all that want a permit; only its first may take one, and who has taken one tells the
 * others, for the next may be in luck too.
 */
#include "../semaphore.h"

#include <stdlib.h>
#include <threads.h>

struct link {
	struct link *before, *after;
};

struct semaphore {
	mtx_t lock;
	cnd_t moved;
	unsigned permits;
	struct link line; /* its two ends */
};

semaphore *
semaphore_new(unsigned permits)
{
	semaphore *s = malloc(sizeof *s);
	if (!s || mtx_init(&s->lock, mtx_plain) != thrd_success || cnd_init(&s->moved) != thrd_success)
		abort();
	s->permits = permits;
	s->line.before = s->line.after = &s->line;
	return s;
}

void
semaphore_free(semaphore *s)
{
	cnd_destroy(&s->moved);
	mtx_destroy(&s->lock);
	free(s);
}

void
semaphore_acquire(semaphore *s)
{
	struct link me;
	mtx_lock(&s->lock);
	me.before = s->line.before;
	me.after = &s->line;
	me.before->after = me.after->before = &me;
	while (s->line.after != &me || s->permits == 0)
		cnd_wait(&s->moved, &s->lock);
	s->permits--;
	me.after->before = &s->line;
	s->line.after = me.after;
	cnd_broadcast(&s->moved);
	mtx_unlock(&s->lock);
}

void
semaphore_release(semaphore *s)
{
	mtx_lock(&s->lock);
	s->permits++;
	mtx_unlock(&s->lock);
	cnd_broadcast(&s->moved);
}
