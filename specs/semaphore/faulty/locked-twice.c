/* Waits within a function that locks the mutex once more, as it is recursive: the wait gives it back only once. */
/* class: progress */
#define _GNU_SOURCE
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
	pthread_mutexattr_t recursive;
	pthread_mutexattr_init(&recursive);
	pthread_mutexattr_settype(&recursive, PTHREAD_MUTEX_RECURSIVE);
	pthread_mutex_init(&s->mutex, &recursive);
	pthread_mutexattr_destroy(&recursive);
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

static void
wait_for(semaphore *s, unsigned long ticket)
{
	pthread_mutex_lock(&s->mutex);
	while (ticket >= s->serving)
		pthread_cond_wait(&s->served, &s->mutex);
	pthread_mutex_unlock(&s->mutex);
}

void
semaphore_acquire(semaphore *s)
{
	pthread_mutex_lock(&s->mutex);
	wait_for(s, s->drawn++);
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
