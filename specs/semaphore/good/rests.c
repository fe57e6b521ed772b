/* Who has got a permit rests before the call returns, some for longer than others, who call later and are back sooner. */
#include "../semaphore.h"

#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

struct semaphore {
	pthread_mutex_t mutex;
	pthread_cond_t turned;
	unsigned free, next, served;
};

semaphore *
semaphore_new(unsigned permits)
{
	semaphore *s = calloc(1, sizeof *s);
	pthread_mutex_init(&s->mutex, NULL);
	pthread_cond_init(&s->turned, NULL);
	s->free = permits;
	return s;
}

void
semaphore_free(semaphore *s)
{
	pthread_cond_destroy(&s->turned);
	pthread_mutex_destroy(&s->mutex);
	free(s);
}

void
semaphore_acquire(semaphore *s)
{
	pthread_mutex_lock(&s->mutex);
	unsigned ticket = s->next++;
	while (s->served != ticket || s->free == 0)
		pthread_cond_wait(&s->turned, &s->mutex);
	s->served++;
	s->free--;
	pthread_cond_broadcast(&s->turned);
	pthread_mutex_unlock(&s->mutex);
	sleep(ticket % 3 * 4);
}

void
semaphore_release(semaphore *s)
{
	pthread_mutex_lock(&s->mutex);
	s->free++;
	pthread_cond_broadcast(&s->turned);
	pthread_mutex_unlock(&s->mutex);
}
