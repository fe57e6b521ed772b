/* A release wakes the first in line only if there was no free permit; the one that goes is to wake the next, but forgets. */
/* class: progress */
#include "../semaphore.h"

#include <pthread.h>
#include <stdlib.h>

struct waiter {
	struct waiter *next;
	pthread_cond_t wake;
};

struct semaphore {
	pthread_mutex_t mutex;
	unsigned free;
	struct waiter *first, **end;
};

semaphore *
semaphore_new(unsigned permits)
{
	semaphore *s = malloc(sizeof *s);
	pthread_mutex_init(&s->mutex, NULL);
	s->free = permits;
	s->first = NULL;
	s->end = &s->first;
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
	struct waiter me = {.next = NULL};
	pthread_mutex_lock(&s->mutex);
	pthread_cond_init(&me.wake, NULL);
	*s->end = &me;
	s->end = &me.next;
	while (s->first != &me || s->free == 0)
		pthread_cond_wait(&me.wake, &s->mutex);
	s->free--;
	s->first = me.next;
	if (!s->first)
		s->end = &s->first;
	pthread_cond_destroy(&me.wake);
	pthread_mutex_unlock(&s->mutex);
}

void
semaphore_release(semaphore *s)
{
	pthread_mutex_lock(&s->mutex);
	if (s->free++ == 0 && s->first)
		pthread_cond_signal(&s->first->wake);
	pthread_mutex_unlock(&s->mutex);
}
