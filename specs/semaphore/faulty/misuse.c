/* A release that finds nobody in line unlocks the mutex and then leaves as the others do, by unlocking it. */
/* class: misuse */
#include "../semaphore.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

struct waiter {
	struct waiter *next;
	bool served;
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
	struct waiter me = {.served = false};
	pthread_mutex_lock(&s->mutex);
	if (s->free > 0) {
		s->free--;
	} else {
		pthread_cond_init(&me.wake, NULL);
		*s->end = &me;
		s->end = &me.next;
		while (!me.served)
			pthread_cond_wait(&me.wake, &s->mutex);
		pthread_cond_destroy(&me.wake);
	}
	pthread_mutex_unlock(&s->mutex);
}

void
semaphore_release(semaphore *s)
{
	pthread_mutex_lock(&s->mutex);
	struct waiter *w = s->first;
	if (!w) {
		s->free++;
		pthread_mutex_unlock(&s->mutex);
	} else {
		s->first = w->next;
		if (!s->first)
			s->end = &s->first;
		w->served = true;
		pthread_cond_signal(&w->wake);
	}
	pthread_mutex_unlock(&s->mutex);
}
