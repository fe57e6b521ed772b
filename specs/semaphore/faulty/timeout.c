/* Gives up after a while, and returns as if it had a permit. */
/* class: safety */
#include "../semaphore.h"

#include <stdlib.h>
#include <threads.h>
#include <time.h>

struct semaphore {
	mtx_t mutex;
	cnd_t served;
	unsigned long drawn, serving;
};

semaphore *
semaphore_new(unsigned permits)
{
	semaphore *s = malloc(sizeof *s);
	mtx_init(&s->mutex, mtx_plain);
	cnd_init(&s->served);
	s->drawn = 0;
	s->serving = permits;
	return s;
}

void
semaphore_free(semaphore *s)
{
	cnd_destroy(&s->served);
	mtx_destroy(&s->mutex);
	free(s);
}

void
semaphore_acquire(semaphore *s)
{
	struct timespec until;
	timespec_get(&until, TIME_UTC);
	until.tv_nsec += 500 * 1000 * 1000;
	until.tv_sec += until.tv_nsec / (1000 * 1000 * 1000);
	until.tv_nsec %= 1000 * 1000 * 1000;
	mtx_lock(&s->mutex);
	unsigned long ticket = s->drawn++;
	while (ticket >= s->serving)
		if (cnd_timedwait(&s->served, &s->mutex, &until) == thrd_timedout)
			break;
	mtx_unlock(&s->mutex);
}

void
semaphore_release(semaphore *s)
{
	mtx_lock(&s->mutex);
	s->serving++;
	cnd_broadcast(&s->served);
	mtx_unlock(&s->mutex);
}
