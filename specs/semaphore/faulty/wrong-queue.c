/* The first in line waits at one condition, and those behind it at another, which is the one that a release signals. */
/* class: progress */
#include "../semaphore.h"

#include <stdlib.h>
#include <threads.h>

struct semaphore {
	mtx_t mutex;
	cnd_t first, others;
	unsigned free;
	unsigned long last, next;
};

semaphore *
semaphore_new(unsigned permits)
{
	semaphore *s = calloc(1, sizeof *s);
	mtx_init(&s->mutex, mtx_plain);
	cnd_init(&s->first);
	cnd_init(&s->others);
	s->free = permits;
	return s;
}

void
semaphore_free(semaphore *s)
{
	cnd_destroy(&s->first);
	cnd_destroy(&s->others);
	mtx_destroy(&s->mutex);
	free(s);
}

void
semaphore_acquire(semaphore *s)
{
	mtx_lock(&s->mutex);
	unsigned long me = s->last++;
	while (s->next != me)
		cnd_wait(&s->others, &s->mutex);
	while (s->free == 0)
		cnd_wait(&s->first, &s->mutex);
	s->free--;
	s->next++;
	cnd_broadcast(&s->others);
	mtx_unlock(&s->mutex);
}

void
semaphore_release(semaphore *s)
{
	mtx_lock(&s->mutex);
	s->free++;
	cnd_signal(&s->others);
	mtx_unlock(&s->mutex);
}
