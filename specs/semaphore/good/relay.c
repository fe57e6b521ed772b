/*
 * A relay of mutexes and conditions: the next in line waits alone for a permit, at one condition; those behind it wait for
 * their turn to be next, at another, and are told each time.
 */
#include "../semaphore.h"

#include <pthread.h>
#include <stdlib.h>

struct semaphore {
	pthread_mutex_t mutex;
	pthread_cond_t permit, turn;
	unsigned free;
	unsigned long last, next;
};

semaphore *
semaphore_new(unsigned permits)
{
	semaphore *s = calloc(1, sizeof *s);
	pthread_mutex_init(&s->mutex, NULL);
	pthread_cond_init(&s->permit, NULL);
	pthread_cond_init(&s->turn, NULL);
	s->free = permits;
	return s;
}

void
semaphore_free(semaphore *s)
{
	pthread_cond_destroy(&s->permit);
	pthread_cond_destroy(&s->turn);
	pthread_mutex_destroy(&s->mutex);
	free(s);
}

void
semaphore_acquire(semaphore *s)
{
	pthread_mutex_lock(&s->mutex);
	unsigned long me = s->last++;
	while (s->next != me)
		pthread_cond_wait(&s->turn, &s->mutex);
	while (s->free == 0)
		pthread_cond_wait(&s->permit, &s->mutex);
	s->free--;
	s->next++;
	pthread_mutex_unlock(&s->mutex);
	pthread_cond_broadcast(&s->turn);
}

void
semaphore_release(semaphore *s)
{
	pthread_mutex_lock(&s->mutex);
	s->free++;
	pthread_mutex_unlock(&s->mutex);
	pthread_cond_signal(&s->permit);
}
