#include "drivers/native/descriptors.h"

#include "drivers/native/cancel.h"
#include "drivers/native/contents.h"
#include "drivers/native/misuse.h"
#include "drivers/native/queues.h"
#include "drivers/native/race.h"
#include "drivers/native/real.h"
#include "drivers/native/signalfds.h"
#include "drivers/native/signals.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { STANDARD = 3, MOST = 1024, LOOKED_AT = 128 };

/* Why a task waits: its tag points here. */
struct awaited {
	struct pollfd *fds;
	nfds_t n;
};

static int kept; /* descriptors below this one were open before the tests */
static bool touched;
static int standard[STANDARD]; /* the same as the first ones */
static bool replaced; /* one of those is not what it was */

static bool
ready(const struct task *t, const struct awaited *a)
{
	signalfds_show(t);
	return real_syscall(SYS_poll, (long)a->fds, (long)a->n, 0, 0, 0, 0) != 0;
}

static const struct awaited *
awaited_by(const struct task *t)
{
	return t->state == TASK_BLOCKED && t->wait == WAIT_DESCRIPTOR ? (const void *)(uintptr_t)t->tag : NULL;
}

static void
wake_if_ready(struct task *t, void *arg)
{
	(void)arg;
	if (awaited_by(t) && ready(t, awaited_by(t)))
		schedule_wake(t);
}

void
descriptor_changed(void)
{
	int error = errno;
	schedule_each(wake_if_ready, NULL);
	errno = error;
}

enum woken
descriptor_await(struct pollfd *fds, nfds_t n, uint64_t deadline, bool restarts)
{
	struct awaited a = {fds, n};
	if (n == 0)
		return signals_block(WAIT_SLEEP, NULL, 0, deadline, restarts);
	return signals_block(WAIT_DESCRIPTOR, (const void *)(intptr_t)fds->fd, (uint64_t)(uintptr_t)&a, deadline, restarts);
}

struct sought {
	int fd;
	bool found;
};

static void
look(struct task *t, void *arg)
{
	const struct awaited *a = awaited_by(t);
	struct sought *s = arg;
	for (nfds_t i = 0; a && i < a->n; i++)
		s->found = s->found || a->fds[i].fd == s->fd;
}

bool
descriptor_awaited(int fd)
{
	struct sought s = {.fd = fd};
	schedule_each(look, &s);
	return s.found;
}

/* --- what comes before what --- */

/* Addresses where nothing is: what was put into a pipe, and taken out of it; of all pipes, and of what is no pipe. */
enum { EVERYWHERE = 16, ELSEWHERE = 32, PIPES = 48, PUT = 0, TAKEN = 8 };

static const void *
flow(uintptr_t where, uintptr_t what)
{
	return (const void *)(where + what);
}

/* Asked before a close, after which nobody knows. Both ends of a pipe have one number; those of a socket share nothing that can be seen. */
static uintptr_t
whereabouts(int fd)
{
	struct stat st;
	bool pipe = race_watched() && real_syscall(SYS_fstat, fd, (long)&st, 0, 0, 0, 0) == 0 && S_ISFIFO(st.st_mode);
	return pipe ? PIPES + (uintptr_t)st.st_ino * 16 : ELSEWHERE;
}

static bool
takes(const struct deed *d)
{
	return d->number == SYS_read || d->number == SYS_readv || d->number == SYS_recvfrom || d->number == SYS_recvmsg;
}

static void
give(uintptr_t where, uintptr_t what)
{
	race_give(flow(where, what));
	race_give(flow(EVERYWHERE, PUT));
}

void
descriptor_given(int fd)
{
	give(whereabouts(fd), PUT);
}

void
descriptor_seen(void)
{
	race_take(flow(EVERYWHERE, PUT));
}

/* What is taken was put before, and where there is no room now something was taken before. At its end, a stream was closed. */
static void
order(const struct deed *d, uintptr_t where, long n)
{
	if (n < 0)
		return;
	if (n == 0)
		descriptor_seen();
	race_take(flow(where, takes(d) ? PUT : TAKEN));
	give(where, takes(d) ? TAKEN : PUT);
}

static void
note(const struct deed *d, long n)
{
	int error = errno;
	contents_changed(d, n);
	if (n >= 0)
		descriptor_changed();
	errno = error;
}

static long
call(const struct deed *d)
{
	if (signalfd_is(d->fd) && d->number == SYS_read)
		return signalfd_take(d->fd, (void *)d->args[0], (size_t)d->args[1]);
	if (signalfd_is(d->fd) && d->number != SYS_close)
		unseen("a descriptor for signals, but by read", schedule_self()->place);
	return real_syscall(d->number, d->fd, d->args[0], d->args[1], d->args[2], d->args[3], d->args[4]);
}

/* Nobody else runs meanwhile, so nobody sees that the descriptor does not wait for a moment. */
static long
attempt(const struct deed *d, bool *waits)
{
	long flags = real_syscall(SYS_fcntl, d->fd, F_GETFL, 0, 0, 0, 0);
	*waits = d->events && flags >= 0 && !(flags & O_NONBLOCK);
	if (*waits)
		real_syscall(SYS_fcntl, d->fd, F_SETFL, flags | O_NONBLOCK, 0, 0, 0);
	long n = call(d);
	int error = errno;
	if (*waits)
		real_syscall(SYS_fcntl, d->fd, F_SETFL, flags, 0, 0, 0);
	errno = error;
	return n;
}

long
descriptor_do(const struct deed *d, const void *place)
{
	struct pollfd p = {.fd = d->fd, .events = d->events};
	bool waits;
	if (!schedule_self())
		return call(d);
	cancel_act(d->action, (const void *)(intptr_t)d->fd, place);
	descriptor_used(d->fd);
	for (;;) {
		uintptr_t where = whereabouts(d->fd);
		long n = attempt(d, &waits);
		order(d, where, n);
		note(d, n);
		if (n >= 0 || errno != EAGAIN || !waits)
			return n;
		if (descriptor_await(&p, 1, FOREVER, true) != WOKEN) {
			errno = EINTR;
			return -1;
		}
	}
}

long
descriptor_change(const struct deed *d, const void *place)
{
	if (!schedule_self())
		return call(d);
	schedule_act(d->action, (const void *)(intptr_t)d->fd, place);
	descriptor_used(d->fd);
	uintptr_t where = whereabouts(d->fd);
	long n = call(d);
	order(d, where, n);
	note(d, n);
	return n;
}

/* --- between tests --- */

void
descriptor_used(int fd)
{
	if (queue_is(fd))
		unseen("a message queue as a descriptor", schedule_self() ? schedule_self()->place : NULL);
	if (schedule_self())
		contents_used(fd);
	if (schedule_self() && fd >= STANDARD && fd < kept)
		touched = true;
}

void
descriptor_replaced(int fd)
{
	replaced = replaced || (schedule_self() && fd >= 0 && fd < STANDARD);
}

/* Fills the gaps below the highest that is open, so that one number tells old from new. */
void
descriptors_remember(void)
{
	int highest = STANDARD;
	for (int fd = 0; fd < STANDARD; fd++)
		standard[fd] = (int)real_syscall(SYS_fcntl, fd, F_DUPFD_CLOEXEC, STANDARD, 0, 0, 0);
	for (int fd = 0; fd < MOST; fd++)
		if (real_syscall(SYS_fcntl, fd, F_GETFD, 0, 0, 0, 0) >= 0)
			highest = fd;
	while ((kept = open("/dev/null", O_RDWR | O_CLOEXEC)) >= 0 && kept < highest)
		;
	real_syscall(SYS_close, kept, 0, 0, 0, 0, 0);
}

/* The lowest number that is free is taken first, so there are none beyond so many that are all free. */
size_t
descriptors_left(void)
{
	struct pollfd fds[LOOKED_AT];
	size_t left = 0, before;
	int from = kept;
	do {
		before = left;
		for (int i = 0; i < LOOKED_AT; i++)
			fds[i] = (struct pollfd){.fd = from + i};
		if (real_syscall(SYS_poll, (long)fds, LOOKED_AT, 0, 0, 0, 0) < 0)
			break;
		for (int i = 0; i < LOOKED_AT; i++)
			left += !(fds[i].revents & POLLNVAL);
		from += LOOKED_AT;
	} while (left > before);
	return left;
}

bool
descriptors_reset(void)
{
	bool clean = !touched;
	for (int fd = 0; fd < STANDARD && replaced; fd++)
		if (standard[fd] >= 0)
			real_syscall(SYS_dup2, standard[fd], fd, 0, 0, 0, 0);
	touched = replaced = false;
	contents_reset();
	if (real_syscall(SYS_close_range, kept, UINT_MAX, 0, 0, 0, 0) < 0)
		for (int fd = kept; fd < MOST; fd++) /* kernels and containers that are older know no range */
			real_syscall(SYS_close, fd, 0, 0, 0, 0, 0);
	return clean;
}
