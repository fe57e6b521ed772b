/* Polls, and sleeps twice as long after each look: tickets say who is next. */
#include "../semaphore.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <time.h>

enum { NANOSECONDS = 1000000000 };

struct semaphore {
	pthread_mutex_t mutex;
	unsigned free, next, served;
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

static unsigned
take_ticket(semaphore *s)
{
	pthread_mutex_lock(&s->mutex);
	unsigned ticket = s->next++;
	pthread_mutex_unlock(&s->mutex);
	return ticket;
}

static bool
go(semaphore *s, unsigned ticket)
{
	pthread_mutex_lock(&s->mutex);
	bool mine = s->free > 0 && s->served == ticket;
	if (mine) {
		s->free--;
		s->served++;
	}
	pthread_mutex_unlock(&s->mutex);
	return mine;
}

void
semaphore_acquire(semaphore *s)
{
	unsigned ticket = take_ticket(s);
	for (long delay = 1000; !go(s, ticket); delay *= 2)
		nanosleep(&(struct timespec){.tv_sec = delay / NANOSECONDS, .tv_nsec = delay % NANOSECONDS}, NULL);
}

void
semaphore_release(semaphore *s)
{
	pthread_mutex_lock(&s->mutex);
	s->free++;
	pthread_mutex_unlock(&s->mutex);
}
