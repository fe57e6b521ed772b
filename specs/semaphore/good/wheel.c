/*
 * A wheel of POSIX semaphores: the n-th acquire waits at the n-th, counted round the wheel, and so goes the n-th permit. No
 * two calls that wait share one, as long as there are fewer of them than spokes.
 */
#include "../semaphore.h"

#include <errno.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>

enum { SPOKES = 128 };

struct semaphore {
	atomic_uint acquires, permits;
	sem_t spokes[SPOKES];
};

static void
give(semaphore *s)
{
	sem_post(&s->spokes[atomic_fetch_add(&s->permits, 1) % SPOKES]);
}

semaphore *
semaphore_new(unsigned permits)
{
	semaphore *s = malloc(sizeof *s);
	atomic_init(&s->acquires, 0);
	atomic_init(&s->permits, 0);
	for (int i = 0; i < SPOKES; i++)
		sem_init(&s->spokes[i], 0, 0);
	while (permits-- > 0)
		give(s);
	return s;
}

void
semaphore_free(semaphore *s)
{
	for (int i = 0; i < SPOKES; i++)
		sem_destroy(&s->spokes[i]);
	free(s);
}

void
semaphore_acquire(semaphore *s)
{
	sem_t *spoke = &s->spokes[atomic_fetch_add(&s->acquires, 1) % SPOKES];
	while (sem_wait(spoke) != 0 && errno == EINTR)
		;
}

void
semaphore_release(semaphore *s)
{
	give(s);
}
