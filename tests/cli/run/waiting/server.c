/*
 * A thread that alone knows how many are free, and is asked through a pipe; who asks waits for an answer in a pipe of their own.
 * The fault: of two questions that it reads at once, it answers one.
 */
#include "permits.h"

#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

enum { STOP = -1, RELEASE = -2 };

struct permits {
	int ends[2];
	unsigned free;
	pthread_t server;
};

static int waiting[64], first, last; /* who waits for an answer */

static void
answer(permits *p)
{
	while (p->free > 0 && first < last) {
		p->free--;
		write(waiting[first++], "", 1);
	}
	if (first == last)
		first = last = 0;
}

static void *
serve(void *arg)
{
	permits *p = arg;
	int question[2];
	for (;;) {
#ifdef FAULTY
		if (read(p->ends[0], question, sizeof question) <= 0)
			return NULL;
#else
		if (read(p->ends[0], question, sizeof *question) <= 0)
			return NULL;
#endif
		if (question[0] == STOP)
			return NULL;
		if (question[0] == RELEASE)
			p->free++;
		else
			waiting[last++] = question[0];
		answer(p);
	}
}

static void
ask(permits *p, int question)
{
	write(p->ends[1], &question, sizeof question);
}

permits *
permits_new(unsigned n)
{
	permits *p = malloc(sizeof *p);
	if (pipe(p->ends) < 0)
		abort();
	p->free = n;
	pthread_create(&p->server, NULL, serve, p);
	return p;
}

void
permits_free(permits *p)
{
	ask(p, STOP);
	pthread_join(p->server, NULL);
	close(p->ends[0]);
	close(p->ends[1]);
	free(p);
}

void
permits_acquire(permits *p)
{
	int own[2];
	char byte;
	if (pipe(own) < 0)
		abort();
	ask(p, own[1]);
	read(own[0], &byte, 1);
	close(own[0]);
	close(own[1]);
}

void
permits_release(permits *p)
{
	ask(p, RELEASE);
}
