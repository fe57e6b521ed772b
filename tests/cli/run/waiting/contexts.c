/*
 * A coroutine that hands out permits, by contexts, each of which has signals that it blocks: it blocks two of them itself, its callers block
 * neither; and where one ends, its caller goes on with its own. A handler says which are blocked when it has returned. The fault: who waits
 * does not wait for the signal that says that it may go on.
 */
#define _GNU_SOURCE
#include "permits.h"

#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>

enum { SIZE = 1 << 16 };

struct waiter {
	pthread_t thread;
	volatile sig_atomic_t may;
	struct waiter *next;
};

struct permits {
	pthread_mutex_t mutex;
	ucontext_t inside, outside;
	char *stack;
	int acquires;
	struct waiter *who;
	unsigned free;
};

static __thread struct waiter *mine;

static void
expect(int condition)
{
	if (!condition)
		abort();
}

static int
blocks(int number)
{
	sigset_t now;
	pthread_sigmask(SIG_BLOCK, NULL, &now);
	return sigismember(&now, number);
}

static void
change(int how, int number)
{
	sigset_t set;
	sigemptyset(&set);
	sigaddset(&set, number);
	pthread_sigmask(how, &set, NULL);
}

static void
let_go(int number)
{
	if (mine)
		mine->may = 1;
}

/* It blocks the signal from when it has returned. */
static void
block_behind(int number, siginfo_t *info, void *context)
{
	ucontext_t *c = context;
	expect(!sigismember(&c->uc_sigmask, SIGURG));
	sigaddset(&c->uc_sigmask, SIGURG);
}

static void
serve(permits *p)
{
	struct waiter *first = NULL, **end = &first, *w;
	change(SIG_BLOCK, SIGUSR1);
	change(SIG_BLOCK, SIGUSR2);
	for (;;) {
		expect(blocks(SIGUSR1) && blocks(SIGUSR2));
		if (p->acquires && p->free > 0) {
			p->free--;
			p->who->may = 1;
		} else if (p->acquires) {
			p->who->next = NULL;
			*end = p->who;
			end = &p->who->next;
		} else if ((w = first)) {
			first = w->next;
			end = first ? end : &first;
			pthread_kill(w->thread, SIGUSR1);
		} else {
			p->free++;
		}
		swapcontext(&p->inside, &p->outside);
	}
}

static void
begin(unsigned high, unsigned low, int third, int fourth, int fifth, int sixth, int seventh, int eighth)
{
	expect(third == 3 && sixth == 6 && seventh == 7 && eighth == 8 && blocks(SIGTERM));
	serve((permits *)((uintptr_t)high << 32 | low));
}

static void
end_at_once(void)
{
	expect(blocks(SIGHUP) && !blocks(SIGTERM));
	change(SIG_BLOCK, SIGTERM);
}

/* A context that ends. */
static void
go_there_and_back(permits *p)
{
	ucontext_t there, back;
	char stack[SIZE];
	getcontext(&there);
	sigaddset(&there.uc_sigmask, SIGHUP);
	there.uc_stack.ss_sp = stack;
	there.uc_stack.ss_size = sizeof stack;
	there.uc_link = &back;
	makecontext(&there, end_at_once, 0);
	swapcontext(&back, &there);
	expect(!blocks(SIGHUP) && !blocks(SIGTERM));
}

permits *
permits_new(unsigned n)
{
	permits *p = calloc(1, sizeof *p);
	struct sigaction a = {.sa_handler = let_go};
	sigaction(SIGUSR1, &a, NULL);
	a.sa_sigaction = block_behind;
	a.sa_flags = SA_SIGINFO;
	sigaction(SIGUSR2, &a, NULL);
	pthread_mutex_init(&p->mutex, NULL);
	p->free = n;
	p->stack = malloc(SIZE);
	getcontext(&p->inside);
	sigaddset(&p->inside.uc_sigmask, SIGTERM);
	p->inside.uc_stack.ss_sp = p->stack;
	p->inside.uc_stack.ss_size = SIZE;
	p->inside.uc_link = NULL;
	makecontext(&p->inside, (void (*)(void))begin, 8, (unsigned)((uintptr_t)p >> 32), (unsigned)(uintptr_t)p, 3, 4, 5, 6, 7, 8);
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
ask(permits *p, int acquires, struct waiter *w)
{
	pthread_mutex_lock(&p->mutex);
	p->acquires = acquires;
	p->who = w;
	swapcontext(&p->outside, &p->inside);
	pthread_mutex_unlock(&p->mutex);
	expect(!blocks(SIGUSR2) && !blocks(SIGTERM));
}

void
permits_acquire(permits *p)
{
	struct waiter w = {.thread = pthread_self()};
	sigset_t open;
	change(SIG_BLOCK, SIGUSR1);
	mine = &w;
	ask(p, 1, &w);
	expect(blocks(SIGUSR1));
#ifndef FAULTY
	pthread_sigmask(SIG_BLOCK, NULL, &open);
	sigdelset(&open, SIGUSR1);
	while (!w.may)
		sigsuspend(&open);
#endif
	mine = NULL;
	change(SIG_UNBLOCK, SIGUSR1);
}

void
permits_release(permits *p)
{
	go_there_and_back(p);
	ask(p, 0, NULL);
	raise(SIGUSR2);
	expect(blocks(SIGURG));
	change(SIG_UNBLOCK, SIGURG);
}
