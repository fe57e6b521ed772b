/* Keeps those that wait on a stack: the youngest is served first. */
/* class: order */
#include "../semaphore.h"

#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

struct waiter {
	struct waiter *below;
	sem_t granted;
};

struct semaphore {
	pthread_mutex_t mutex;
	unsigned free;
	struct waiter *top;
};

semaphore *
semaphore_new(unsigned permits)
{
	semaphore *s = calloc(1, sizeof *s);
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
	if (s->free > 0) {
		s->free--;
		pthread_mutex_unlock(&s->mutex);
		return;
	}
	struct waiter me = {.below = s->top};
	sem_init(&me.granted, 0, 0);
	s->top = &me;
	pthread_mutex_unlock(&s->mutex);
	sem_wait(&me.granted);
	sem_destroy(&me.granted);
}

void
semaphore_release(semaphore *s)
{
	pthread_mutex_lock(&s->mutex);
	struct waiter *w = s->top;
	if (w) {
		s->top = w->below;
		sem_post(&w->granted);
	} else {
		s->free++;
	}
	pthread_mutex_unlock(&s->mutex);
}
