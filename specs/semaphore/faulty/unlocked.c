/* Takes the lock only to change the number of permits, and not to look at it: two calls may have seen the same one. */
/* class: safety or order */
#include "../semaphore.h"

#include <sched.h>
#include <stdlib.h>
#include <threads.h>

struct semaphore {
	mtx_t mutex;
	volatile int free;
};

semaphore *
semaphore_new(unsigned permits)
{
	semaphore *s = malloc(sizeof *s);
	mtx_init(&s->mutex, mtx_plain);
	s->free = (int)permits;
	return s;
}

void
semaphore_free(semaphore *s)
{
	mtx_destroy(&s->mutex);
	free(s);
}

static void
add(semaphore *s, int n)
{
	mtx_lock(&s->mutex);
	s->free += n;
	mtx_unlock(&s->mutex);
}

void
semaphore_acquire(semaphore *s)
{
	while (s->free <= 0)
		sched_yield();
	add(s, -1);
}

void
semaphore_release(semaphore *s)
{
	add(s, 1);
}
