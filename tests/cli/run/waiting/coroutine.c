/*
 * A coroutine that hands out permits, made as portable libraries make them: a signal's handler on a stack of its own keeps where it is, and
 * is gone on with by a jump, from any thread. The fault: it forgets those that wait behind the first.
 */
#define _GNU_SOURCE
#include "permits.h"

#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>

enum { SIZE = 1 << 17 };
enum wish { ACQUIRE, RELEASE };

struct waiter {
	pthread_cond_t told;
	int may;
	struct waiter *next;
};

struct permits {
	pthread_mutex_t mutex;
	sigjmp_buf inside, outside;
	char *stack;
	enum wish wish;
	struct waiter *who;
	unsigned free;
};

static permits *volatile made;

static void
let_go(struct waiter **first)
{
	struct waiter *w = *first;
#ifdef FAULTY
	*first = NULL;
#else
	*first = w->next;
#endif
	w->may = 1;
	pthread_cond_signal(&w->told);
}

static void
add(struct waiter **first, struct waiter *w)
{
	w->next = NULL;
	while (*first)
		first = &(*first)->next;
	*first = w;
}

static void
serve(permits *p)
{
	struct waiter *first = NULL;
	for (;;) {
		if (p->wish == ACQUIRE && p->free > 0) {
			p->free--;
			p->who->may = 1;
		} else if (p->wish == ACQUIRE)
			add(&first, p->who);
		else if (first)
			let_go(&first);
		else
			p->free++;
		if (sigsetjmp(p->inside, 0) == 0)
			siglongjmp(p->outside, 1);
	}
}

static void
begin(int number)
{
	permits *p = made;
	(void)number;
	if (sigsetjmp(p->inside, 0) != 0)
		serve(p);
}

permits *
permits_new(unsigned n)
{
	permits *p = calloc(1, sizeof *p);
	stack_t stack = {.ss_sp = p->stack = malloc(SIZE), .ss_size = SIZE}, none = {.ss_flags = SS_DISABLE};
	struct sigaction action = {.sa_handler = begin, .sa_flags = SA_ONSTACK}, before;
	pthread_mutex_init(&p->mutex, NULL);
	p->free = n;
	made = p;
	sigaltstack(&stack, NULL);
	sigaction(SIGUSR1, &action, &before);
	raise(SIGUSR1);
	sigaction(SIGUSR1, &before, NULL);
	sigaltstack(&none, NULL);
	return p;
}

void
permits_free(permits *p)
{
	pthread_mutex_destroy(&p->mutex);
	free(p->stack);
	free(p);
}

static void
ask(permits *p, enum wish wish, struct waiter *who)
{
	p->wish = wish;
	p->who = who;
	if (sigsetjmp(p->outside, 0) == 0)
		siglongjmp(p->inside, 1);
}

void
permits_acquire(permits *p)
{
	struct waiter w = {.may = 0};
	pthread_cond_init(&w.told, NULL);
	pthread_mutex_lock(&p->mutex);
	ask(p, ACQUIRE, &w);
	while (!w.may)
		pthread_cond_wait(&w.told, &p->mutex);
	pthread_mutex_unlock(&p->mutex);
	pthread_cond_destroy(&w.told);
}

void
permits_release(permits *p)
{
	pthread_mutex_lock(&p->mutex);
	ask(p, RELEASE, NULL);
	pthread_mutex_unlock(&p->mutex);
}
