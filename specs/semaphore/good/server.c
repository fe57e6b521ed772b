/*
 * A thread hands the permits out. Acquire and release write into its mailbox; acquire then waits for the thread to give it a
 * permit.
 */
#include "../semaphore.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

struct request {
	struct request *next;
	bool granted;
};

struct semaphore {
	pthread_t clerk;
	pthread_mutex_t mutex;
	pthread_cond_t work, grants;
	unsigned free;
	bool closing;
	struct request *first, *last;
};

static void *
hand_out(void *arg)
{
	semaphore *s = arg;
	pthread_mutex_lock(&s->mutex);
	for (;;) {
		while (!s->closing && (!s->first || s->free == 0))
			pthread_cond_wait(&s->work, &s->mutex);
		if (s->closing)
			break;
		s->free--;
		s->first->granted = true;
		s->first = s->first->next;
		pthread_cond_broadcast(&s->grants);
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
	pthread_cond_init(&s->grants, NULL);
	s->free = permits;
	if (pthread_create(&s->clerk, NULL, hand_out, s) != 0)
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
	pthread_join(s->clerk, NULL);
	pthread_cond_destroy(&s->work);
	pthread_cond_destroy(&s->grants);
	pthread_mutex_destroy(&s->mutex);
	free(s);
}

void
semaphore_acquire(semaphore *s)
{
	struct request r = {.granted = false};
	pthread_mutex_lock(&s->mutex);
	if (s->first)
		s->last->next = &r;
	else
		s->first = &r;
	s->last = &r;
	pthread_cond_signal(&s->work);
	while (!r.granted)
		pthread_cond_wait(&s->grants, &s->mutex);
	pthread_mutex_unlock(&s->mutex);
}

void
semaphore_release(semaphore *s)
{
	pthread_mutex_lock(&s->mutex);
	s->free++;
	pthread_cond_signal(&s->work);
	pthread_mutex_unlock(&s->mutex);
}
