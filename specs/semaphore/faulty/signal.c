/* Wakes one of those that hold tickets, and it may not be its turn: signal where broadcast is needed. */
/* class: progress */
#include "../semaphore.h"

#include <pthread.h>
#include <stdlib.h>

struct semaphore {
	pthread_mutex_t mutex;
	pthread_cond_t served;
	unsigned long drawn, serving;
};

semaphore *
semaphore_new(unsigned permits)
{
	semaphore *s = malloc(sizeof *s);
	pthread_mutex_init(&s->mutex, NULL);
	pthread_cond_init(&s->served, NULL);
	s->drawn = 0;
	s->serving = permits;
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
	while (ticket >= s->serving)
		pthread_cond_wait(&s->served, &s->mutex);
	pthread_mutex_unlock(&s->mutex);
}

void
semaphore_release(semaphore *s)
{
	pthread_mutex_lock(&s->mutex);
	s->serving++;
	pthread_cond_signal(&s->served);
	pthread_mutex_unlock(&s->mutex);
}
