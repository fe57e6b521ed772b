/* Two queues of blocked calls, to which items are handed over, and nodes that are kept for the next ones; a spin lock around all. */
#include "../channel.h"

#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdlib.h>

struct sudog {
	sem_t wake;
	int item, ok;
	struct sudog *next;
};

struct list {
	struct sudog *first, **end;
};

struct channel {
	volatile int lock;
	int cap, n, head, closed;
	struct list senders, receivers;
	struct sudog *spare;
	int *q;
};

static void
lock(channel *c)
{
	while (__sync_lock_test_and_set(&c->lock, 1))
		sched_yield();
}

static void
unlock(channel *c)
{
	__sync_lock_release(&c->lock);
}

static void
clear(struct list *l)
{
	l->first = NULL;
	l->end = &l->first;
}

static void
put(struct list *l, struct sudog *s)
{
	s->next = NULL;
	*l->end = s;
	l->end = &s->next;
}

static struct sudog *
take(struct list *l)
{
	struct sudog *s = l->first;
	if (s && !(l->first = s->next))
		l->end = &l->first;
	return s;
}

static struct sudog *
get(channel *c, int item)
{
	struct sudog *s = c->spare;
	if (s)
		c->spare = s->next;
	else {
		s = malloc(sizeof *s);
		sem_init(&s->wake, 0, 0);
	}
	s->item = item;
	s->ok = 0;
	return s;
}

static void
back(channel *c, struct sudog *s)
{
	s->next = c->spare;
	c->spare = s;
}

channel *
channel_new(int cap)
{
	channel *c = calloc(1, sizeof *c);
	c->cap = cap;
	c->q = calloc(cap, sizeof(int));
	clear(&c->senders);
	clear(&c->receivers);
	return c;
}

void
channel_free(channel *c)
{
	for (struct sudog *s = c->spare, *n; s; s = n) {
		n = s->next;
		sem_destroy(&s->wake);
		free(s);
	}
	free(c->q);
	free(c);
}

static void
push(channel *c, int item)
{
	c->q[(c->head + c->n++) % c->cap] = item;
}

enum channel_status
channel_send(channel *c, int item)
{
	lock(c);
	if (c->closed) {
		unlock(c);
		return CHANNEL_CLOSED;
	}
	struct sudog *r = take(&c->receivers);
	if (r) {
		r->item = item;
		r->ok = 1;
		sem_post(&r->wake);
		unlock(c);
		return CHANNEL_OK;
	}
	if (c->n < c->cap) {
		push(c, item);
		unlock(c);
		return CHANNEL_OK;
	}
	struct sudog *me = get(c, item);
	put(&c->senders, me);
	unlock(c);
	while (sem_wait(&me->wake))
		;
	lock(c);
	int ok = me->ok;
	back(c, me);
	unlock(c);
	return ok ? CHANNEL_OK : CHANNEL_CLOSED;
}

enum channel_status
channel_recv(channel *c, int *item)
{
	lock(c);
	if (c->n) {
		*item = c->q[c->head];
		c->head = (c->head + 1) % c->cap;
		c->n--;
		struct sudog *s = take(&c->senders);
		if (s) {
			push(c, s->item);
			s->ok = 1;
			sem_post(&s->wake);
		}
		unlock(c);
		return CHANNEL_OK;
	}
	if (c->closed) {
		unlock(c);
		*item = 0;
		return CHANNEL_CLOSED;
	}
	struct sudog *me = get(c, 0);
	put(&c->receivers, me);
	unlock(c);
	while (sem_wait(&me->wake))
		;
	lock(c);
	int ok = me->ok;
	*item = me->item;
	back(c, me);
	unlock(c);
	return ok ? CHANNEL_OK : CHANNEL_CLOSED;
}

enum channel_status
channel_close(channel *c)
{
	lock(c);
	int was = c->closed;
	c->closed = 1;
	for (struct sudog *s; (s = take(&c->senders)) || (s = take(&c->receivers));)
		sem_post(&s->wake);
	unlock(c);
	return was ? CHANNEL_CLOSED : CHANNEL_OK;
}
