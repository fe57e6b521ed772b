/* Counts those that wait below zero, and compares wrongly: one call more than there are permits gets in. */
/* class: safety */
#include "../semaphore.h"

#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

enum { MOST = 64 };

struct semaphore {
	pthread_mutex_t mutex;
	int count; /* below zero: so many wait */
	unsigned in, out;
	sem_t *line[MOST];
};

semaphore *
semaphore_new(unsigned permits)
{
	semaphore *s = calloc(1, sizeof *s);
	pthread_mutex_init(&s->mutex, NULL);
	s->count = (int)permits;
	return s;
}

void
semaphore_free(semaphore *s)
{
	pthread_mutex_destroy(&s->mutex);
	free(s);
}

void
semaphore_acquire(semaphore *s)
{
	sem_t mine;
	pthread_mutex_lock(&s->mutex);
	if (s->count-- >= 0) {
		pthread_mutex_unlock(&s->mutex);
		return;
	}
	sem_init(&mine, 0, 0);
	s->line[s->in++ % MOST] = &mine;
	pthread_mutex_unlock(&s->mutex);
	sem_wait(&mine);
	sem_destroy(&mine);
}

void
semaphore_release(semaphore *s)
{
	pthread_mutex_lock(&s->mutex);
	s->count++;
	if (s->in != s->out)
		sem_post(s->line[s->out++ % MOST]);
	pthread_mutex_unlock(&s->mutex);
}
