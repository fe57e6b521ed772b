/* Who was woken takes its permit without another look, though a newcomer may have taken it (if where while is needed). */
/* class: safety or order */
#include "../semaphore.h"

#include <pthread.h>
#include <stdlib.h>

struct semaphore {
	pthread_mutex_t mutex;
	pthread_cond_t available;
	int free;
};

semaphore *
semaphore_new(unsigned permits)
{
	semaphore *s = calloc(1, sizeof *s);
	pthread_mutex_init(&s->mutex, NULL);
	pthread_cond_init(&s->available, NULL);
	s->free = (int)permits;
	return s;
}

void
semaphore_free(semaphore *s)
{
	pthread_cond_destroy(&s->available);
	pthread_mutex_destroy(&s->mutex);
	free(s);
}

void
semaphore_acquire(semaphore *s)
{
	pthread_mutex_lock(&s->mutex);
	if (s->free <= 0)
		pthread_cond_wait(&s->available, &s->mutex);
	s->free--;
	pthread_mutex_unlock(&s->mutex);
}

void
semaphore_release(semaphore *s)
{
	pthread_mutex_lock(&s->mutex);
	s->free++;
	pthread_cond_signal(&s->available);
	pthread_mutex_unlock(&s->mutex);
}
