/* A release destroys the condition of the waiter that it serves without having woken it. */
/* class: misuse */
#include "../semaphore.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

struct waiter {
	pthread_cond_t wake;
	bool served;
	struct waiter *next;
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

static struct waiter *
new_waiter(semaphore *s)
{
	struct waiter *w = calloc(1, sizeof *w);
	pthread_cond_init(&w->wake, NULL);
	if (s->first)
		s->last->next = w;
	else
		s->first = w;
	return s->last = w;
}

void
semaphore_acquire(semaphore *s)
{
	pthread_mutex_lock(&s->mutex);
	if (s->free > 0) {
		s->free--;
	} else {
		struct waiter *w = new_waiter(s);
		while (!w->served)
			pthread_cond_wait(&w->wake, &s->mutex);
		free(w);
	}
	pthread_mutex_unlock(&s->mutex);
}

void
semaphore_release(semaphore *s)
{
	pthread_mutex_lock(&s->mutex);
	struct waiter *w = s->first;
	if (w) {
		s->first = w->next;
		w->served = true;
		pthread_cond_destroy(&w->wake);
	} else {
		s->free++;
	}
	pthread_mutex_unlock(&s->mutex);
}
