/* The ring of those that wait has only as many places as there are permits, and the third overwrites the first. */
/* class: order or progress */
#include "../semaphore.h"

#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

struct semaphore {
	pthread_mutex_t mutex;
	unsigned free, size, in, out;
	sem_t *line[];
};

semaphore *
semaphore_new(unsigned permits)
{
	semaphore *s = calloc(1, sizeof *s + permits * sizeof s->line[0]);
	pthread_mutex_init(&s->mutex, NULL);
	s->size = s->free = permits;
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
	sem_t *mine;
	pthread_mutex_lock(&s->mutex);
	if (s->free > 0) {
		s->free--;
		pthread_mutex_unlock(&s->mutex);
		return;
	}
	mine = malloc(sizeof *mine);
	sem_init(mine, 0, 0);
	s->line[s->in++ % s->size] = mine;
	pthread_mutex_unlock(&s->mutex);
	sem_wait(mine);
}

void
semaphore_release(semaphore *s)
{
	pthread_mutex_lock(&s->mutex);
	if (s->in == s->out)
		s->free++;
	else
		sem_post(s->line[s->out++ % s->size]);
	pthread_mutex_unlock(&s->mutex);
}
