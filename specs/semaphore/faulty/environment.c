/* The next ticket is kept in the environment, and drawn outside of the lock. */
/* class: order or progress */
#include "../semaphore.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct semaphore {
	pthread_mutex_t mutex;
	pthread_cond_t served;
	unsigned permits, serving;
};

semaphore *
semaphore_new(unsigned permits)
{
	semaphore *s = calloc(1, sizeof *s);
	pthread_mutex_init(&s->mutex, NULL);
	pthread_cond_init(&s->served, NULL);
	s->permits = permits;
	setenv("NEXT_TICKET", "0", 1);
	return s;
}

void
semaphore_free(semaphore *s)
{
	unsetenv("NEXT_TICKET");
	pthread_cond_destroy(&s->served);
	pthread_mutex_destroy(&s->mutex);
	free(s);
}

static unsigned
draw_ticket(void)
{
	char next[16];
	unsigned mine = (unsigned)strtoul(getenv("NEXT_TICKET"), NULL, 10);
	snprintf(next, sizeof next, "%u", mine + 1);
	setenv("NEXT_TICKET", next, 1);
	return mine;
}

void
semaphore_acquire(semaphore *s)
{
	unsigned mine = draw_ticket();
	pthread_mutex_lock(&s->mutex);
	while (s->serving != mine || s->permits == 0)
		pthread_cond_wait(&s->served, &s->mutex);
	s->serving++;
	s->permits--;
	pthread_cond_broadcast(&s->served);
	pthread_mutex_unlock(&s->mutex);
}

void
semaphore_release(semaphore *s)
{
	pthread_mutex_lock(&s->mutex);
	s->permits++;
	pthread_cond_broadcast(&s->served);
	pthread_mutex_unlock(&s->mutex);
}
