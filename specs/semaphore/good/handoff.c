/* A queue of waiters, each with a condition of its own. A release gives its permit to the first of them and not to the pool. */
#include "../semaphore.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

struct waiter {
	struct waiter *next;
	pthread_cond_t granted;
	bool has;
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

static void
queue_up(semaphore *s)
{
	struct waiter me = {.has = false};
	pthread_cond_init(&me.granted, NULL);
	*s->end = &me;
	s->end = &me.next;
	while (!me.has)
		pthread_cond_wait(&me.granted, &s->mutex);
	pthread_cond_destroy(&me.granted);
}

void
semaphore_acquire(semaphore *s)
{
	pthread_mutex_lock(&s->mutex);
	if (s->free > 0)
		s->free--;
	else
		queue_up(s);
	pthread_mutex_unlock(&s->mutex);
}

void
semaphore_release(semaphore *s)
{
	pthread_mutex_lock(&s->mutex);
	struct waiter *w = s->first;
	if (w) {
		s->first = w->next;
		if (!s->first)
			s->end = &s->first;
		w->has = true;
		pthread_cond_signal(&w->granted);
	} else {
		s->free++;
	}
	pthread_mutex_unlock(&s->mutex);
}
