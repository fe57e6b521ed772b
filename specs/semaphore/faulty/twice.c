/* A release gives its permit to the first in line, and to the pool as well. */
/* class: safety */
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
	struct waiter *first, *last;
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

static void
queue_up(semaphore *s)
{
	struct waiter me = {.has = false};
	pthread_cond_init(&me.granted, NULL);
	if (s->first)
		s->last->next = &me;
	else
		s->first = &me;
	s->last = &me;
	while (!me.has)
		pthread_cond_wait(&me.granted, &s->mutex);
	pthread_cond_destroy(&me.granted);
}

void
semaphore_acquire(semaphore *s)
{
	pthread_mutex_lock(&s->mutex);
	if (s->free == 0)
		queue_up(s);
	else
		s->free--;
	pthread_mutex_unlock(&s->mutex);
}

void
semaphore_release(semaphore *s)
{
	pthread_mutex_lock(&s->mutex);
	s->free++;
	if (s->first) {
		s->first->has = true;
		pthread_cond_signal(&s->first->granted);
		s->first = s->first->next;
	}
	pthread_mutex_unlock(&s->mutex);
}
