/* Nothing is allocated: the semaphores come from a static table, and a thread waits in its thread-local node. */
#include "../semaphore.h"

#include <pthread.h>
#include <semaphore.h>
#include <stdbool.h>

enum { MOST = 8 };

struct node {
	sem_t wake;
	bool ready;
	struct node *next;
};

struct semaphore {
	bool used;
	unsigned free;
	struct node *waiting;
};

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static semaphore table[MOST];
static _Thread_local struct node mine;

semaphore *
semaphore_new(unsigned permits)
{
	semaphore *s = table;
	pthread_mutex_lock(&mutex);
	while (s < table + MOST && s->used)
		s++;
	if (s < table + MOST)
		*s = (semaphore){.used = true, .free = permits};
	pthread_mutex_unlock(&mutex);
	return s < table + MOST ? s : NULL;
}

void
semaphore_free(semaphore *s)
{
	pthread_mutex_lock(&mutex);
	s->used = false;
	pthread_mutex_unlock(&mutex);
}

static void
wait_at_the_end(struct node **at)
{
	if (!mine.ready)
		mine.ready = sem_init(&mine.wake, 0, 0) == 0;
	while (*at)
		at = &(*at)->next;
	mine.next = NULL;
	*at = &mine;
	pthread_mutex_unlock(&mutex);
	while (sem_wait(&mine.wake) != 0)
		;
}

void
semaphore_acquire(semaphore *s)
{
	pthread_mutex_lock(&mutex);
	if (s->free == 0) {
		wait_at_the_end(&s->waiting);
		return;
	}
	s->free--;
	pthread_mutex_unlock(&mutex);
}

void
semaphore_release(semaphore *s)
{
	pthread_mutex_lock(&mutex);
	struct node *n = s->waiting;
	if (n) {
		s->waiting = n->next;
		sem_post(&n->wake);
	} else {
		s->free++;
	}
	pthread_mutex_unlock(&mutex);
}
