/* Tickets are bytes, and compared as numbers: ticket 255 is called before ticket 0, which comes after it. */
/* class: safety or order or progress */
#include "../semaphore.h"

#include <pthread.h>
#include <stdlib.h>

struct semaphore {
	pthread_mutex_t mutex;
	pthread_cond_t called;
	unsigned char ticket, below; /* the next one; those below are served */
};

semaphore *
semaphore_new(unsigned permits)
{
	semaphore *s = calloc(1, sizeof *s);
	pthread_mutex_init(&s->mutex, NULL);
	pthread_cond_init(&s->called, NULL);
	s->below = (unsigned char)permits;
	return s;
}

void
semaphore_free(semaphore *s)
{
	pthread_cond_destroy(&s->called);
	pthread_mutex_destroy(&s->mutex);
	free(s);
}

void
semaphore_acquire(semaphore *s)
{
	pthread_mutex_lock(&s->mutex);
	unsigned char mine = s->ticket++;
	while (mine >= s->below)
		pthread_cond_wait(&s->called, &s->mutex);
	pthread_mutex_unlock(&s->mutex);
}

void
semaphore_release(semaphore *s)
{
	pthread_mutex_lock(&s->mutex);
	s->below++;
	pthread_cond_broadcast(&s->called);
	pthread_mutex_unlock(&s->mutex);
}
