/* Who waits polls a number in the environment, with nothing around it: the C library locks that itself. */
#include "../semaphore.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

struct semaphore {
	pthread_mutex_t releases;
	atomic_uint next;
};

static unsigned
served(void)
{
	return (unsigned)strtoul(getenv("SERVED"), NULL, 10);
}

static void
serve(unsigned up_to)
{
	char number[16];
	snprintf(number, sizeof number, "%u", up_to);
	setenv("SERVED", number, 1);
}

semaphore *
semaphore_new(unsigned permits)
{
	semaphore *s = calloc(1, sizeof *s);
	pthread_mutex_init(&s->releases, NULL);
	serve(permits);
	return s;
}

void
semaphore_free(semaphore *s)
{
	pthread_mutex_destroy(&s->releases);
	free(s);
}

void
semaphore_acquire(semaphore *s)
{
	unsigned mine = s->next++;
	while ((int)(served() - mine) <= 0)
		sched_yield();
}

void
semaphore_release(semaphore *s)
{
	pthread_mutex_lock(&s->releases);
	serve(served() + 1);
	pthread_mutex_unlock(&s->releases);
}
