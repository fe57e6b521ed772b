/* The same with a set of descriptors, and a pipe. The fault: the set tells of a change only once, to one. */
#define _GNU_SOURCE
#include "permits.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <unistd.h>

struct permits {
	int ends[2], set;
};

permits *
permits_new(unsigned n)
{
	permits *p = malloc(sizeof *p);
	struct epoll_event event = {.events = EPOLLIN};
#ifdef FAULTY
	event.events |= EPOLLET;
#endif
	if (pipe2(p->ends, O_NONBLOCK) < 0)
		abort();
	p->set = epoll_create1(0);
	epoll_ctl(p->set, EPOLL_CTL_ADD, p->ends[0], &event);
	while (n-- > 0)
		write(p->ends[1], "", 1);
	return p;
}

void
permits_free(permits *p)
{
	close(p->set);
	close(p->ends[0]);
	close(p->ends[1]);
	free(p);
}

void
permits_acquire(permits *p)
{
	struct epoll_event event;
	char byte;
	do
		epoll_wait(p->set, &event, 1, -1);
	while (read(p->ends[0], &byte, 1) < 0);
}

void
permits_release(permits *p)
{
	write(p->ends[1], "", 1);
}
