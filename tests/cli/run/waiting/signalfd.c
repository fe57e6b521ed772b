/*
 * Permits are signals that are pending, and are read from a descriptor: by who waits in reading, or for the descriptor. A signal for one thread only
 * that thread finds there. The fault: signals that are not counted.
 */
#define _GNU_SOURCE
#include "permits.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/signalfd.h>
#include <unistd.h>

#ifdef FAULTY
#define PERMIT SIGUSR1
#else
#define PERMIT (SIGRTMIN + 1)
#endif

struct permits {
	int fd, now, set; /* the second does not wait */
	pthread_mutex_t mutex;
	unsigned calls;
};

static void
expect(int condition)
{
	if (!condition)
		abort();
}

static int
is_ready(int fd)
{
	struct pollfd p = {.fd = fd, .events = POLLIN};
	return poll(&p, 1, 0) == 1;
}

static void
give(permits *p)
{
	expect(sigqueue(getpid(), PERMIT, (union sigval){.sival_int = 7}) == 0);
}

permits *
permits_new(unsigned n)
{
	permits *p = calloc(1, sizeof *p);
	sigset_t set;
	sigemptyset(&set);
	sigaddset(&set, PERMIT);
	pthread_mutex_init(&p->mutex, NULL);
	p->fd = signalfd(-1, &set, 0);
	expect(signalfd(p->fd, &set, 0) == p->fd);
	p->now = signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC);
	p->set = epoll_create1(0);
	expect(epoll_ctl(p->set, EPOLL_CTL_ADD, p->now, &(struct epoll_event){.events = EPOLLIN}) == 0);
	sigaddset(&set, SIGUSR2);
	pthread_sigmask(SIG_BLOCK, &set, NULL);
	expect(!is_ready(p->fd));
	while (n--)
		give(p);
	return p;
}

void
permits_free(permits *p)
{
	close(p->fd);
	close(p->now);
	close(p->set);
	pthread_mutex_destroy(&p->mutex);
	free(p);
}

static void
wait_in_poll(permits *p, int fd)
{
	struct pollfd d = {.fd = fd, .events = POLLIN};
	expect(poll(&d, 1, -1) == 1 && d.revents == POLLIN);
}

static void
wait_in_set(permits *p)
{
	struct epoll_event e;
	expect(epoll_wait(p->set, &e, 1, -1) == 1 && e.events == EPOLLIN);
}

void
permits_acquire(permits *p)
{
	struct signalfd_siginfo info;
	pthread_mutex_lock(&p->mutex);
	unsigned way = p->calls++ % 3;
	pthread_mutex_unlock(&p->mutex);
	ssize_t n = -1;
	while (n < 0) {
		if (way == 1)
			wait_in_poll(p, p->now);
		if (way == 2)
			wait_in_set(p);
		n = read(way == 0 ? p->fd : p->now, &info, sizeof info);
		expect(n >= 0 || (way != 0 && errno == EAGAIN));
	}
	expect(n == sizeof info && info.ssi_signo == (unsigned)PERMIT && info.ssi_int == 7 && info.ssi_pid == (unsigned)getpid());
}

static void *
look(void *fd)
{
	expect(!is_ready(*(int *)fd));
	return NULL;
}

/* A signal for this thread. */
static void
signal_oneself(void)
{
	struct signalfd_siginfo info[2];
	pthread_t other;
	sigset_t set;
	sigemptyset(&set);
	sigaddset(&set, SIGUSR2);
	int fd = signalfd(-1, &set, 0);
	raise(SIGUSR2);
	pthread_create(&other, NULL, look, &fd);
	pthread_join(other, NULL);
	expect(is_ready(fd) && read(fd, info, sizeof info) == sizeof *info && info->ssi_signo == SIGUSR2 && !is_ready(fd));
	close(fd);
}

void
permits_release(permits *p)
{
	signal_oneself();
	give(p);
}
