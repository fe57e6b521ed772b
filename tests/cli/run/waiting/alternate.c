/*
 * Who waits does so in a signal's handler, on a stack that the thread has set aside for that, and of which it is told what the system
 * would say. The fault: the handler does not wait where there is no permit.
 */
#define _GNU_SOURCE
#include "permits.h"

#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdlib.h>

enum { SIZE = 1 << 16 };

struct permits {
	sem_t free;
};

static __thread struct {
	char *stack;
	permits *of;
} mine;

static int
is_on(const char *stack, const void *at)
{
	return (const char *)at >= stack && (const char *)at < stack + SIZE;
}

static void
expect(int condition)
{
	if (!condition)
		abort();
}

static void
in_handler(int number)
{
	char here;
	stack_t now, other = {.ss_sp = &here, .ss_size = SIZE};
	(void)number;
	sigaltstack(NULL, &now);
	expect(is_on(mine.stack, &here) && now.ss_sp == mine.stack && now.ss_flags == SS_ONSTACK);
	expect(sigaltstack(&other, NULL) == -1 && errno == EPERM);
#ifdef FAULTY
	sem_trywait(&mine.of->free);
#else
	while (sem_wait(&mine.of->free) != 0)
		;
#endif
}

/* A stack that is no such stack while a handler runs on it can be set anew there. */
static void
once_more(int number)
{
	stack_t now;
	(void)number;
	expect(is_on(mine.stack, &now) && sigaltstack(NULL, &now) == 0 && now.ss_flags == SS_DISABLE);
}

static void
set(int flags)
{
	stack_t stack = {.ss_sp = mine.stack, .ss_size = SIZE, .ss_flags = flags}, small = {.ss_sp = mine.stack, .ss_size = 16}, odd = stack;
	odd.ss_flags = 64;
	expect(sigaltstack(&small, NULL) == -1 && errno == ENOMEM);
	expect(sigaltstack(&odd, NULL) == -1 && errno == EINVAL);
	expect(sigaltstack(&stack, NULL) == 0);
}

static void
prepare(permits *p)
{
	stack_t before;
	mine.of = p;
	expect(sigaltstack(NULL, &before) == 0);
	if (!mine.stack) {
		expect(before.ss_flags == SS_DISABLE && before.ss_size == 0);
		mine.stack = malloc(SIZE);
	}
	set((int)(1u << 31));
	raise(SIGUSR2);
	set(0);
}

permits *
permits_new(unsigned n)
{
	permits *p = calloc(1, sizeof *p);
	struct sigaction waits = {.sa_handler = in_handler, .sa_flags = SA_ONSTACK}, again = {.sa_handler = once_more, .sa_flags = SA_ONSTACK};
	sem_init(&p->free, 0, n);
	sigaction(SIGUSR1, &waits, NULL);
	sigaction(SIGUSR2, &again, NULL);
	return p;
}

void
permits_free(permits *p)
{
	sem_destroy(&p->free);
	free(p);
}

void
permits_acquire(permits *p)
{
	prepare(p);
	raise(SIGUSR1);
}

void
permits_release(permits *p)
{
	sem_post(&p->free);
}
