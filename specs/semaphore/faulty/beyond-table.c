/* Who waits takes a place in a table, which has too few of them; nobody looks where it ends. */
/* class: memory */
#include "../semaphore.h"

#include <pthread.h>
#include <semaphore.h>
#include <stdbool.h>

enum { PLACES = 2, ALL = 8 };

struct semaphore {
	pthread_mutex_t mutex;
	unsigned free, first, last;
};

static semaphore it;
static sem_t woken[ALL];
static unsigned taken[PLACES];

semaphore *
semaphore_new(unsigned permits)
{
	it = (semaphore){.free = permits};
	pthread_mutex_init(&it.mutex, NULL);
	for (int i = 0; i < ALL; i++)
		sem_init(&woken[i], 0, 0);
	return &it;
}

void
semaphore_free(semaphore *s)
{
	for (int i = 0; i < ALL; i++)
		sem_destroy(&woken[i]);
	pthread_mutex_destroy(&s->mutex);
}

void
semaphore_acquire(semaphore *s)
{
	unsigned i = 0;
	pthread_mutex_lock(&s->mutex);
	if (s->free > 0) {
		s->free--;
		pthread_mutex_unlock(&s->mutex);
		return;
	}
	while (taken[i])
		i++;
	taken[i] = ++s->last;
	pthread_mutex_unlock(&s->mutex);
	sem_wait(&woken[i]);
}

void
semaphore_release(semaphore *s)
{
	unsigned i = 0;
	pthread_mutex_lock(&s->mutex);
	if (s->first == s->last) {
		s->free++;
	} else {
		s->first++;
		while (taken[i] != s->first)
			i++;
		taken[i] = 0;
		sem_post(&woken[i]);
	}
	pthread_mutex_unlock(&s->mutex);
}
