/* Polls and sleeps. A ring of thread identities says who is next; each looks now and then whether it is at the front. */
#include "../semaphore.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <unistd.h>

enum { MOST = 64 };

struct semaphore {
	pthread_mutex_t mutex;
	unsigned free, first, n;
	pthread_t queue[MOST];
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

static bool
queue_up(semaphore *s)
{
	pthread_mutex_lock(&s->mutex);
	bool room = s->n < MOST;
	if (room)
		s->queue[(s->first + s->n++) % MOST] = pthread_self();
	pthread_mutex_unlock(&s->mutex);
	return room;
}

static bool
go(semaphore *s)
{
	pthread_mutex_lock(&s->mutex);
	bool mine = s->free > 0 && pthread_equal(s->queue[s->first], pthread_self());
	if (mine) {
		s->free--;
		s->first = (s->first + 1) % MOST;
		s->n--;
	}
	pthread_mutex_unlock(&s->mutex);
	return mine;
}

void
semaphore_acquire(semaphore *s)
{
	while (!queue_up(s))
		usleep(500);
	while (!go(s))
		usleep(500);
}

void
semaphore_release(semaphore *s)
{
	pthread_mutex_lock(&s->mutex);
	s->free++;
	pthread_mutex_unlock(&s->mutex);
}
