/* Signals after the unlock the condition of a waiter, which may have woken by itself, seen its permit, and returned. */
/* class: misuse or crash or progress or order */
#include "../semaphore.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

struct node {
	pthread_cond_t wake;
	bool granted;
	struct node *prev, *next;
};
struct semaphore {
	pthread_mutex_t m;
	unsigned free, waiting;
	struct node *head, *tail;
};

semaphore *
semaphore_new(unsigned permits)
{
	semaphore *s = calloc(1, sizeof *s);
	pthread_mutex_init(&s->m, NULL);
	s->free = permits;
	return s;
}

void
semaphore_free(semaphore *s)
{
	pthread_mutex_destroy(&s->m);
	free(s);
}

static void
append(semaphore *s, struct node *n)
{
	n->granted = false;
	n->next = NULL;
	n->prev = s->tail;
	if (s->tail)
		s->tail->next = n;
	else
		s->head = n;
	s->tail = n;
	s->waiting++;
}

static void
take_out(semaphore *s, struct node *n)
{
	if (n->prev)
		n->prev->next = n->next;
	else
		s->head = n->next;
	if (n->next)
		n->next->prev = n->prev;
	else
		s->tail = n->prev;
	s->waiting--;
}

void
semaphore_acquire(semaphore *s)
{
	pthread_mutex_lock(&s->m);
	if (s->free > 0) {
		s->free--;
	} else {
		struct node n;
		pthread_cond_init(&n.wake, NULL);
		append(s, &n);
		while (!n.granted)
			pthread_cond_wait(&n.wake, &s->m);
		pthread_cond_destroy(&n.wake);
	}
	pthread_mutex_unlock(&s->m);
}

void
semaphore_release(semaphore *s)
{
	pthread_mutex_lock(&s->m);
	struct node *n = s->head;
	if (n) {
		take_out(s, n);
		n->granted = true;
		pthread_mutex_unlock(&s->m);
		pthread_cond_signal(&n->wake);
		return;
	} else {
		s->free++;
	}
	pthread_mutex_unlock(&s->m);
}
