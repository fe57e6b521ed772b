/* Posts before the node is taken out of the line: its owner may have returned by then, and the node is gone. */
/* class: crash or progress or order or misuse or hang or safety */
#include "../semaphore.h"

#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdlib.h>

struct node {
	sem_t wake;
	struct node *next;
};
struct semaphore {
	pthread_mutex_t m;
	unsigned free;
	struct node *head, **end;
};

static void
nothing(int sig)
{
	(void)sig;
}

semaphore *
semaphore_new(unsigned permits)
{
	semaphore *s = calloc(1, sizeof *s);
	struct sigaction a = {.sa_handler = nothing};
	sigaction(SIGUSR1, &a, NULL);
	pthread_mutex_init(&s->m, NULL);
	s->free = permits;
	s->end = &s->head;
	return s;
}

void
semaphore_free(semaphore *s)
{
	pthread_mutex_destroy(&s->m);
	free(s);
}

void
semaphore_acquire(semaphore *s)
{
	struct node n = {.next = NULL};
	pthread_mutex_lock(&s->m);
	if (s->free > 0) {
		s->free--;
		pthread_mutex_unlock(&s->m);
		return;
	}
	sem_init(&n.wake, 0, 0);
	*s->end = &n;
	s->end = &n.next;
	pthread_mutex_unlock(&s->m);
	while (sem_wait(&n.wake) != 0 && errno == EINTR)
		;
	sem_destroy(&n.wake);
}

void
semaphore_release(semaphore *s)
{
	pthread_mutex_lock(&s->m);
	struct node *n = s->head;
	if (n) {
		sem_post(&n->wake);
		s->head = n->next;
		if (!s->head)
			s->end = &s->head;
	} else {
		s->free++;
	}
	pthread_mutex_unlock(&s->m);
}
