/*
 * Who waits has a thread wait for it, on a stack of its own: one that it is given, where it finds what it is to do by where it stands; or one
 * that is larger than stacks are, and is used. Each leaves in another way. The fault: a thread that is given its stack does not wait.
 */
#define _GNU_SOURCE
#include "permits.h"

#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { STACK = 1 << 18, HEAD = 4096, LARGE = 32 << 20, USED = 20 << 20 };

struct permits {
	pthread_mutex_t mutex;
	pthread_cond_t changed;
	unsigned free, calls;
};

/* At the start of the memory that a stack is in. Way 0: the thread exits, 1: it waits until it is cancelled, 2: it returns. */
struct head {
	permits *of;
	unsigned way;
	int cleaned;
};

static void
expect(int condition)
{
	if (!condition)
		abort();
}

static struct head *
mine(void)
{
	char here;
	return (struct head *)((uintptr_t)&here & ~(uintptr_t)(STACK - 1));
}

/* The thread knows where it stands. */
static void
look(size_t size)
{
	char here, *from;
	size_t is;
	pthread_attr_t attr;
	expect(pthread_getattr_np(pthread_self(), &attr) == 0 && pthread_attr_getstack(&attr, (void **)&from, &is) == 0);
	expect(is == size && &here >= from && &here < from + is);
	pthread_attr_destroy(&attr);
}

static void
clean(void *head)
{
	((struct head *)head)->cleaned = 1;
}

static void
take(permits *p)
{
	pthread_mutex_lock(&p->mutex);
	while (p->free == 0)
		pthread_cond_wait(&p->changed, &p->mutex);
	p->free--;
	pthread_mutex_unlock(&p->mutex);
}

static void *
wait_on_given(void *nothing)
{
	struct head *h = mine();
	pthread_cleanup_push(clean, h);
	look(STACK - HEAD);
	while (h->way == 1)
		pause();
#ifndef FAULTY
	take(h->of);
#endif
	if (h->way == 0)
		pthread_exit(h);
	pthread_cleanup_pop(1);
	return nothing;
}

static void *
wait_on_large(void *p)
{
	volatile char used[USED];
	memset((char *)used, 1, 100);
	used[USED - 1] = 1;
	look(LARGE);
	take(p);
	return (void *)(intptr_t)used[50];
}

static void
take_on_given(permits *p, unsigned way)
{
	void *left;
	pthread_t t;
	pthread_attr_t attr;
	char *stack = aligned_alloc(STACK, STACK);
	struct head *h = (struct head *)stack;
	*h = (struct head){.of = p, .way = way};
	pthread_attr_init(&attr);
	expect(pthread_attr_setstack(&attr, stack + HEAD, STACK - HEAD) == 0 && pthread_create(&t, &attr, wait_on_given, NULL) == 0);
	pthread_attr_destroy(&attr);
	if (way == 1)
		pthread_cancel(t);
	pthread_join(t, &left);
	expect(left == (way == 0 ? (void *)h : way == 1 ? PTHREAD_CANCELED : NULL) && h->cleaned);
	free(stack);
}

static void
take_on_large(permits *p)
{
	void *left;
	pthread_t t;
	pthread_attr_t attr;
	pthread_attr_init(&attr);
	expect(pthread_attr_setstacksize(&attr, LARGE) == 0 && pthread_create(&t, &attr, wait_on_large, p) == 0);
	pthread_attr_destroy(&attr);
	pthread_join(t, &left);
	expect(left == (void *)1);
}

permits *
permits_new(unsigned n)
{
	permits *p = calloc(1, sizeof *p);
	pthread_mutex_init(&p->mutex, NULL);
	pthread_cond_init(&p->changed, NULL);
	p->free = n;
	return p;
}

void
permits_free(permits *p)
{
	pthread_mutex_destroy(&p->mutex);
	pthread_cond_destroy(&p->changed);
	free(p);
}

void
permits_acquire(permits *p)
{
	pthread_mutex_lock(&p->mutex);
	unsigned way = p->calls++ % 3;
	pthread_mutex_unlock(&p->mutex);
	if (way == 1) {
		take_on_given(p, 1);
		take_on_large(p);
	} else {
		take_on_given(p, way);
	}
}

void
permits_release(permits *p)
{
	pthread_mutex_lock(&p->mutex);
	p->free++;
	pthread_cond_broadcast(&p->changed);
	pthread_mutex_unlock(&p->mutex);
}
