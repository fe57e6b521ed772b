/* Only one at a time waits for a permit, the others for a mutex before it; but a mutex does not let them in by turns. */
/* class: order */
#include "../semaphore.h"

#include <stdlib.h>
#include <threads.h>

struct semaphore {
	mtx_t door, mutex;
	cnd_t permit;
	unsigned free;
};

semaphore *
semaphore_new(unsigned permits)
{
	semaphore *s = malloc(sizeof *s);
	mtx_init(&s->door, mtx_plain);
	mtx_init(&s->mutex, mtx_plain);
	cnd_init(&s->permit);
	s->free = permits;
	return s;
}

void
semaphore_free(semaphore *s)
{
	mtx_destroy(&s->door);
	mtx_destroy(&s->mutex);
	cnd_destroy(&s->permit);
	free(s);
}

void
semaphore_acquire(semaphore *s)
{
	mtx_lock(&s->door);
	mtx_lock(&s->mutex);
	while (s->free == 0)
		cnd_wait(&s->permit, &s->mutex);
	s->free--;
	mtx_unlock(&s->mutex);
	mtx_unlock(&s->door);
}

void
semaphore_release(semaphore *s)
{
	mtx_lock(&s->mutex);
	s->free++;
	cnd_signal(&s->permit);
	mtx_unlock(&s->mutex);
}
