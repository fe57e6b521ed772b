/* Polls without a ticket: whoever looks first gets the permit. */
/* class: order */
#include "../semaphore.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <time.h>

struct semaphore {
	pthread_mutex_t mutex;
	unsigned free;
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

static bool
try_acquire(semaphore *s)
{
	pthread_mutex_lock(&s->mutex);
	bool taken = s->free > 0;
	if (taken)
		s->free--;
	pthread_mutex_unlock(&s->mutex);
	return taken;
}

void
semaphore_acquire(semaphore *s)
{
	const struct timespec nap = {.tv_nsec = 100000};
	while (!try_acquire(s))
		nanosleep(&nap, NULL);
}

void
semaphore_release(semaphore *s)
{
	pthread_mutex_lock(&s->mutex);
	s->free++;
	pthread_mutex_unlock(&s->mutex);
}
