/* A node that joins the line for the second time still points to the one that was behind it then. */
/* class: hang or progress or order */
#include "../semaphore.h"

#include <pthread.h>
#include <semaphore.h>
#include <stdbool.h>
#include <stdlib.h>

struct node {
	sem_t wake;
	bool ready;
	struct node *next;
};

struct semaphore {
	pthread_mutex_t mutex;
	unsigned free;
	struct node *waiting;
};

static _Thread_local struct node mine;

semaphore *
semaphore_new(unsigned permits)
{
	semaphore *s = calloc(1, sizeof *s);
	pthread_mutex_init(&s->mutex, NULL);
	s->free = permits;
	return s;
}

void
semaphore_free(semaphore *s)
{
	pthread_mutex_destroy(&s->mutex);
	free(s);
}

static void
join(struct node **at)
{
	if (!mine.ready)
		mine.ready = sem_init(&mine.wake, 0, 0) == 0;
	while (*at)
		at = &(*at)->next;
	*at = &mine;
}

void
semaphore_acquire(semaphore *s)
{
	pthread_mutex_lock(&s->mutex);
	bool waits = s->free == 0;
	if (waits)
		join(&s->waiting);
	else
		s->free--;
	pthread_mutex_unlock(&s->mutex);
	while (waits && sem_wait(&mine.wake) != 0)
		;
}

void
semaphore_release(semaphore *s)
{
	pthread_mutex_lock(&s->mutex);
	struct node *n = s->waiting;
	if (n) {
		s->waiting = n->next;
		sem_post(&n->wake);
	} else {
		s->free++;
	}
	pthread_mutex_unlock(&s->mutex);
}
