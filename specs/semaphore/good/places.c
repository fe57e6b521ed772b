/* A line of places, one for each thread: who was served takes all out of the line who were. */
#include "../semaphore.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

enum { THREADS = 16 };

struct place {
	struct place *next;
	bool in_line, served;
};

struct semaphore {
	pthread_mutex_t mutex;
	pthread_cond_t told;
	unsigned free;
	struct place places[THREADS], *first, **end;
};

static atomic_uint threads;
static _Thread_local unsigned number; /* of the thread, from 1; 0: it has none yet */

semaphore *
semaphore_new(unsigned permits)
{
	semaphore *s = calloc(1, sizeof *s);
	pthread_mutex_init(&s->mutex, NULL);
	pthread_cond_init(&s->told, NULL);
	s->free = permits;
	s->end = &s->first;
	return s;
}

void
semaphore_free(semaphore *s)
{
	pthread_cond_destroy(&s->told);
	pthread_mutex_destroy(&s->mutex);
	free(s);
}

static struct place *
own_place(semaphore *s)
{
	if (!number)
		number = atomic_fetch_add(&threads, 1) + 1;
	return &s->places[number % THREADS];
}

/* Takes those out of the line who have been served: they are in front. */
static void
move_up(semaphore *s)
{
	while (s->first && s->first->served) {
		s->first->in_line = false;
		s->first = s->first->next;
	}
	if (!s->first)
		s->end = &s->first;
}

static void
stand_in_line(semaphore *s, struct place *p)
{
	p->served = false;
	p->in_line = true;
	p->next = NULL;
	*s->end = p;
	s->end = &p->next;
}

static struct place *
first_unserved(semaphore *s)
{
	struct place *p = s->first;
	while (p && p->served)
		p = p->next;
	return p;
}

void
semaphore_acquire(semaphore *s)
{
	struct place *p = own_place(s);
	pthread_mutex_lock(&s->mutex);
	if (s->free > 0) {
		s->free--;
	} else {
		stand_in_line(s, p);
		while (!p->served)
			pthread_cond_wait(&s->told, &s->mutex);
		move_up(s);
	}
	pthread_mutex_unlock(&s->mutex);
}

void
semaphore_release(semaphore *s)
{
	pthread_mutex_lock(&s->mutex);
	struct place *p = first_unserved(s);
	if (p)
		p->served = true;
	else
		s->free++;
	pthread_cond_broadcast(&s->told);
	pthread_mutex_unlock(&s->mutex);
}
