/* The line and the permits have a lock each; acquire and release take them in opposite orders. */
/* class: progress */
#include "../semaphore.h"

#include <pthread.h>
#include <semaphore.h>
#include <stdbool.h>
#include <stdlib.h>

struct waiter {
	struct waiter *next;
	sem_t go;
};

struct semaphore {
	pthread_mutex_t line, pool;
	unsigned free;
	struct waiter *first, **end;
};

semaphore *
semaphore_new(unsigned permits)
{
	semaphore *s = malloc(sizeof *s);
	pthread_mutex_init(&s->line, NULL);
	pthread_mutex_init(&s->pool, NULL);
	s->free = permits;
	s->first = NULL;
	s->end = &s->first;
	return s;
}

void
semaphore_free(semaphore *s)
{
	pthread_mutex_destroy(&s->line);
	pthread_mutex_destroy(&s->pool);
	free(s);
}

void
semaphore_acquire(semaphore *s)
{
	struct waiter me = {.next = NULL};
	pthread_mutex_lock(&s->line);
	pthread_mutex_lock(&s->pool);
	bool waits = s->free == 0;
	if (waits) {
		sem_init(&me.go, 0, 0);
		*s->end = &me;
		s->end = &me.next;
	} else {
		s->free--;
	}
	pthread_mutex_unlock(&s->pool);
	pthread_mutex_unlock(&s->line);
	if (waits)
		sem_wait(&me.go);
}

void
semaphore_release(semaphore *s)
{
	pthread_mutex_lock(&s->pool);
	pthread_mutex_lock(&s->line);
	struct waiter *w = s->first;
	if (w) {
		s->first = w->next;
		if (!s->first)
			s->end = &s->first;
		sem_post(&w->go);
	} else {
		s->free++;
	}
	pthread_mutex_unlock(&s->line);
	pthread_mutex_unlock(&s->pool);
}
