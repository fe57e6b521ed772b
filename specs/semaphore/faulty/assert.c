/* Asserts that no more calls wait than there are permits. */
/* class: crash */
#include "../semaphore.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct semaphore {
	pthread_mutex_t mutex;
	pthread_cond_t served;
	unsigned permits, waiting;
	unsigned long drawn, serving;
};

semaphore *
semaphore_new(unsigned permits)
{
	semaphore *s = calloc(1, sizeof *s);
	pthread_mutex_init(&s->mutex, NULL);
	pthread_cond_init(&s->served, NULL);
	s->serving = s->permits = permits;
	return s;
}

void
semaphore_free(semaphore *s)
{
	pthread_cond_destroy(&s->served);
	pthread_mutex_destroy(&s->mutex);
	free(s);
}

void
semaphore_acquire(semaphore *s)
{
	pthread_mutex_lock(&s->mutex);
	unsigned long ticket = s->drawn++;
	while (ticket >= s->serving) {
		s->waiting++;
		assert(s->waiting <= s->permits);
		pthread_cond_wait(&s->served, &s->mutex);
		s->waiting--;
	}
	pthread_mutex_unlock(&s->mutex);
}

void
semaphore_release(semaphore *s)
{
	pthread_mutex_lock(&s->mutex);
	s->serving++;
	pthread_cond_broadcast(&s->served);
	pthread_mutex_unlock(&s->mutex);
}
