/* Takes it for granted that somebody waits when there is no free permit, and follows a null pointer. */
/* class: crash */
#include "../semaphore.h"

#include <pthread.h>
#include <stdlib.h>

struct waiter {
	struct waiter *next;
	pthread_cond_t wake;
	int granted;
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
	struct waiter me = {.granted = 0};
	pthread_mutex_lock(&s->mutex);
	if (s->free > 0) {
		s->free--;
		pthread_mutex_unlock(&s->mutex);
		return;
	}
	pthread_cond_init(&me.wake, NULL);
	*s->end = &me;
	s->end = &me.next;
	while (!me.granted)
		pthread_cond_wait(&me.wake, &s->mutex);
	pthread_cond_destroy(&me.wake);
	pthread_mutex_unlock(&s->mutex);
}

void
semaphore_release(semaphore *s)
{
	pthread_mutex_lock(&s->mutex);
	if (s->free > 0) {
		s->free++;
	} else {
		struct waiter *w = s->first;
		w->granted = 1;
		s->first = w->next;
		if (!s->first)
			s->end = &s->first;
		pthread_cond_signal(&w->wake);
	}
	pthread_mutex_unlock(&s->mutex);
}
