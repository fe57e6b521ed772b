/* Relies on the semaphores of POSIX to be fair, which nobody promises. */
/* class: order */
#include "../semaphore.h"

#include <semaphore.h>
#include <stdlib.h>

struct semaphore {
	sem_t sem;
};

semaphore *
semaphore_new(unsigned permits)
{
	semaphore *s = malloc(sizeof *s);
	sem_init(&s->sem, 0, permits);
	return s;
}

void
semaphore_free(semaphore *s)
{
	sem_destroy(&s->sem);
	free(s);
}

void
semaphore_acquire(semaphore *s)
{
	while (sem_wait(&s->sem) != 0)
		;
}

void
semaphore_release(semaphore *s)
{
	sem_post(&s->sem);
}
