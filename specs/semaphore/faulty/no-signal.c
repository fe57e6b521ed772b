/* A release that finds more than one call in line wakes none of them, and keeps the permit. */
/* class: progress */
#include "../semaphore.h"

#include <semaphore.h>
#include <stdlib.h>

enum { MOST = 32 };

struct semaphore {
	sem_t mutex;
	unsigned free, waiting, oldest;
	sem_t line[MOST];
};

semaphore *
semaphore_new(unsigned permits)
{
	semaphore *s = calloc(1, sizeof *s);
	sem_init(&s->mutex, 0, 1);
	for (int i = 0; i < MOST; i++)
		sem_init(&s->line[i], 0, 0);
	s->free = permits;
	return s;
}

void
semaphore_free(semaphore *s)
{
	sem_destroy(&s->mutex);
	for (int i = 0; i < MOST; i++)
		sem_destroy(&s->line[i]);
	free(s);
}

void
semaphore_acquire(semaphore *s)
{
	sem_wait(&s->mutex);
	if (s->free > 0) {
		s->free--;
		sem_post(&s->mutex);
		return;
	}
	sem_t *mine = &s->line[(s->oldest + s->waiting++) % MOST];
	sem_post(&s->mutex);
	sem_wait(mine);
}

void
semaphore_release(semaphore *s)
{
	sem_wait(&s->mutex);
	if (s->waiting == 1) {
		s->waiting = 0;
		sem_post(&s->line[s->oldest++ % MOST]);
	} else {
		s->free++;
	}
	sem_post(&s->mutex);
}
