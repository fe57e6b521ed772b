/* Spins for a permit while it holds the lock that a release needs. */
/* class: progress or hang */
#include "../semaphore.h"

#include <pthread.h>
#include <sched.h>
#include <stdlib.h>

struct semaphore {
	pthread_mutex_t mutex;
	volatile unsigned free;
};

semaphore *
semaphore_new(unsigned permits)
{
	semaphore *s = malloc(sizeof *s);
	pthread_mutex_init(&s->mutex, NULL);
	s->free = permits;
	return s;
}

void
semaphore_free(semaphore *s)
{
	pthread_mutex_destroy(&s->mutex);
	free(s);
}

void
semaphore_acquire(semaphore *s)
{
	pthread_mutex_lock(&s->mutex);
	while (s->free == 0)
		sched_yield();
	s->free--;
	pthread_mutex_unlock(&s->mutex);
}

void
semaphore_release(semaphore *s)
{
	pthread_mutex_lock(&s->mutex);
	s->free++;
	pthread_mutex_unlock(&s->mutex);
}
