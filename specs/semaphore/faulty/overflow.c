/* Tickets have four bits, and are compared as if they never wrapped. */
/* class: safety or progress */
#include "../semaphore.h"

#include <stdlib.h>
#include <threads.h>

struct semaphore {
	mtx_t lock;
	cnd_t moved;
	unsigned char next : 4, bound : 4;
};

semaphore *
semaphore_new(unsigned permits)
{
	semaphore *s = malloc(sizeof *s);
	mtx_init(&s->lock, mtx_plain);
	cnd_init(&s->moved);
	s->next = 0;
	s->bound = permits & 15;
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
	mtx_lock(&s->lock);
	unsigned char mine = s->next++;
	while (mine >= s->bound)
		cnd_wait(&s->moved, &s->lock);
	mtx_unlock(&s->lock);
}

void
semaphore_release(semaphore *s)
{
	mtx_lock(&s->lock);
	s->bound++;
	cnd_broadcast(&s->moved);
	mtx_unlock(&s->lock);
}
