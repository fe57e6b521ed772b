/* policy: always */
/* A release has let another in long before it returns: it waits with a timeout that nothing shortens. */
#include "../semaphore.h"

#include <poll.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>

struct semaphore {
	sem_t door, permits; /* whoever is through the door is next */
	atomic_uint released;
};

semaphore *
semaphore_new(unsigned permits)
{
	semaphore *s = calloc(1, sizeof *s);
	sem_init(&s->door, 0, 1);
	sem_init(&s->permits, 0, permits);
	return s;
}

void
semaphore_free(semaphore *s)
{
	sem_destroy(&s->permits);
	sem_destroy(&s->door);
	free(s);
}

void
semaphore_acquire(semaphore *s)
{
	sem_wait(&s->door);
	sem_wait(&s->permits);
	sem_post(&s->door);
}

void
semaphore_release(semaphore *s)
{
	sem_post(&s->permits);
	poll(NULL, 0, 1500 * (1 + (int)(atomic_fetch_add(&s->released, 1) % 4)));
}
