/* Who waits has a node on its stack, looks whether it was served, says that it will sleep, and sleeps: who serves it in between sees no sleeper. */
/* class: progress */
#include "../semaphore.h"

#include <pthread.h>
#include <semaphore.h>
#include <stdbool.h>
#include <stdlib.h>

struct waiter {
	struct waiter *next;
	volatile bool served, asleep;
	sem_t wake;
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
	struct waiter me = {0};
	pthread_mutex_lock(&s->mutex);
	if (s->free > 0) {
		s->free--;
		pthread_mutex_unlock(&s->mutex);
		return;
	}
	sem_init(&me.wake, 0, 0);
	*s->end = &me;
	s->end = &me.next;
	pthread_mutex_unlock(&s->mutex);
	if (!me.served) {
		me.asleep = true;
		sem_wait(&me.wake);
	}
	pthread_mutex_lock(&s->mutex); /* nobody works on the node any more */
	pthread_mutex_unlock(&s->mutex);
	sem_destroy(&me.wake);
}

void
semaphore_release(semaphore *s)
{
	pthread_mutex_lock(&s->mutex);
	struct waiter *w = s->first;
	if (!w) {
		s->free++;
	} else {
		s->first = w->next;
		if (!s->first)
			s->end = &s->first;
		w->served = true;
		if (w->asleep)
			sem_post(&w->wake);
	}
	pthread_mutex_unlock(&s->mutex);
}
