/* Between seeing that there is no permit and joining the line it lets go of the lock; a release in between finds nobody there. */
/* class: progress or order */
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

static bool
take(semaphore *s)
{
	pthread_mutex_lock(&s->pool);
	bool taken = s->free > 0;
	s->free -= taken;
	pthread_mutex_unlock(&s->pool);
	return taken;
}

static struct waiter *
first_in_line(semaphore *s)
{
	pthread_mutex_lock(&s->line);
	struct waiter *w = s->first;
	if (w && !(s->first = w->next))
		s->end = &s->first;
	pthread_mutex_unlock(&s->line);
	return w;
}

void
semaphore_acquire(semaphore *s)
{
	struct waiter me = {.next = NULL};
	if (take(s))
		return;
	sem_init(&me.go, 0, 0);
	pthread_mutex_lock(&s->line);
	*s->end = &me;
	s->end = &me.next;
	pthread_mutex_unlock(&s->line);
	sem_wait(&me.go);
	sem_destroy(&me.go);
}

void
semaphore_release(semaphore *s)
{
	struct waiter *w = first_in_line(s);
	if (w) {
		sem_post(&w->go);
		return;
	}
	pthread_mutex_lock(&s->pool);
	s->free++;
	pthread_mutex_unlock(&s->pool);
}
