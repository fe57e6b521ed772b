/* Who releases leaves a mark of its own, and a thread collects them: who comes round again before that leaves only one, and a permit is lost. */
/* class: progress */
#include "../semaphore.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

enum { THREADS = 16 };

struct semaphore {
	pthread_t collector;
	pthread_mutex_t mutex;
	pthread_cond_t work, served;
	bool marks[THREADS];
	bool closing;
	unsigned long drawn, serving;
};

static atomic_uint threads;
static _Thread_local unsigned number; /* of the thread, from 1; 0: it has none yet */

static void
collect(semaphore *s)
{
	for (int i = 0; i < THREADS; i++) {
		s->serving += s->marks[i];
		s->marks[i] = 0;
	}
	pthread_cond_broadcast(&s->served);
}

static void *
work(void *arg)
{
	semaphore *s = arg;
	pthread_mutex_lock(&s->mutex);
	while (!s->closing) {
		collect(s);
		pthread_cond_wait(&s->work, &s->mutex);
	}
	pthread_mutex_unlock(&s->mutex);
	return NULL;
}

semaphore *
semaphore_new(unsigned permits)
{
	semaphore *s = calloc(1, sizeof *s);
	pthread_mutex_init(&s->mutex, NULL);
	pthread_cond_init(&s->work, NULL);
	pthread_cond_init(&s->served, NULL);
	s->serving = permits;
	if (pthread_create(&s->collector, NULL, work, s) != 0)
		abort();
	return s;
}

void
semaphore_free(semaphore *s)
{
	pthread_mutex_lock(&s->mutex);
	s->closing = true;
	pthread_cond_signal(&s->work);
	pthread_mutex_unlock(&s->mutex);
	pthread_join(s->collector, NULL);
	pthread_cond_destroy(&s->served);
	pthread_cond_destroy(&s->work);
	pthread_mutex_destroy(&s->mutex);
	free(s);
}

void
semaphore_acquire(semaphore *s)
{
	pthread_mutex_lock(&s->mutex);
	unsigned long ticket = s->drawn++;
	while (ticket >= s->serving)
		pthread_cond_wait(&s->served, &s->mutex);
	pthread_mutex_unlock(&s->mutex);
}

void
semaphore_release(semaphore *s)
{
	if (!number)
		number = atomic_fetch_add(&threads, 1) + 1;
	pthread_mutex_lock(&s->mutex);
	s->marks[number % THREADS] = true;
	pthread_cond_signal(&s->work);
	pthread_mutex_unlock(&s->mutex);
}
