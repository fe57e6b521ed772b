/*
 * Who waits is called so: each thread has a name, which it gives itself, has from its maker or is given by another. The fault: who lets somebody
 * go on forgets to say so.
 */
#define _GNU_SOURCE
#include "permits.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

struct permits {
	pthread_mutex_t mutex;
	pthread_cond_t changed;
	unsigned free, calls;
};

static __thread char mine[16];

static void
expect(int condition)
{
	if (!condition)
		abort();
}

static void
look(const char *name)
{
	char is[16], short_is[8];
	expect(pthread_getname_np(pthread_self(), is, sizeof is) == 0 && strcmp(is, name) == 0);
	expect(prctl(PR_GET_NAME, is) == 0 && strcmp(is, name) == 0);
	expect(pthread_getname_np(pthread_self(), short_is, sizeof short_is) != 0);
}

/* Each call of a client is on its thread. */
static void
be_called(permits *p)
{
	if (!*mine) {
		snprintf(mine, sizeof mine, "client %u", p->calls++);
		expect(pthread_setname_np(pthread_self(), "longer than names are") != 0);
		expect(p->calls % 2 ? pthread_setname_np(pthread_self(), mine) == 0 : syscall(SYS_prctl, PR_SET_NAME, mine) == 0);
	}
	look(mine);
}

static void *
help(void *name)
{
	look(name);
	prctl(PR_SET_NAME, "a helper with a long name");
	look("a helper with a");
	return NULL;
}

static void *
wait_to_be_joined(void *p)
{
	pthread_mutex_lock(&((permits *)p)->mutex);
	pthread_mutex_unlock(&((permits *)p)->mutex);
	look("named");
	return NULL;
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
	be_called(p);
	while (p->free == 0)
		pthread_cond_wait(&p->changed, &p->mutex);
	p->free--;
	look(mine);
	pthread_mutex_unlock(&p->mutex);
}

void
permits_release(permits *p)
{
	pthread_t helper, other;
	pthread_mutex_lock(&p->mutex);
	be_called(p);
	pthread_create(&helper, NULL, help, mine);
	pthread_create(&other, NULL, wait_to_be_joined, p);
	pthread_setname_np(other, "named");
	p->free++;
#ifndef FAULTY
	pthread_cond_broadcast(&p->changed);
#endif
	pthread_mutex_unlock(&p->mutex);
	pthread_join(helper, NULL);
	pthread_join(other, NULL);
	look(mine);
}
