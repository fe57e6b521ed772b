/* Those who wait are in a ring of links, whose static head is part of no waiter; a waiter is found from its link, and room for it is cut from a pool. */
#include "../semaphore.h"

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

struct link {
	struct link *next, *before;
};

/* The conditions that follow it are as many as there is room for. */
struct waiter {
	bool woken;
	struct link link;
	pthread_cond_t conditions[1];
};

struct semaphore {
	pthread_mutex_t mutex;
	unsigned free;
};

enum { WAITERS = 16, ROOM = sizeof(struct waiter) + sizeof(pthread_cond_t) };
#define WAITER(of) ((struct waiter *)(void *)((char *)(of) - offsetof(struct waiter, link)))

static semaphore it;
static struct link head;
static _Alignas(64) char pool[WAITERS * ROOM];
static struct waiter *spare[WAITERS];
static size_t nspare;

semaphore *
semaphore_new(unsigned permits)
{
	it.free = permits;
	pthread_mutex_init(&it.mutex, NULL);
	head.next = head.before = &head;
	for (nspare = 0; nspare < WAITERS; nspare++)
		spare[nspare] = (void *)(pool + nspare * ROOM);
	return &it;
}

void
semaphore_free(semaphore *s)
{
	pthread_mutex_destroy(&s->mutex);
}

void
semaphore_acquire(semaphore *s)
{
	pthread_mutex_lock(&s->mutex);
	if (s->free > 0 && WAITER(head.next)->link.next == &head) {
		s->free--;
	} else {
		struct waiter *w = spare[--nspare];
		w->woken = false;
		pthread_cond_init(&w->conditions[1], NULL);
		w->link = (struct link){&head, head.before};
		head.before = head.before->next = &w->link;
		while (!w->woken)
			pthread_cond_wait(&w->conditions[1], &s->mutex);
		pthread_cond_destroy(&w->conditions[1]);
		spare[nspare++] = w;
	}
	pthread_mutex_unlock(&s->mutex);
}

void
semaphore_release(semaphore *s)
{
	pthread_mutex_lock(&s->mutex);
	if (head.next == &head) {
		s->free++;
	} else {
		struct waiter *w = WAITER(head.next);
		head.next = w->link.next;
		w->link.next->before = &head;
		w->woken = true;
		pthread_cond_signal(&w->conditions[1]);
	}
	pthread_mutex_unlock(&s->mutex);
}
