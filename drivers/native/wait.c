/* Waiting for one of several descriptors. */
#include "drivers/native/cancel.h"
#include "drivers/native/descriptors.h"
#include "drivers/native/failed.h"
#include "drivers/native/misuse.h"
#include "drivers/native/primitives.h"
#include "drivers/native/real.h"
#include "drivers/native/schedule.h"
#include "drivers/native/signalfds.h"

#include <errno.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <sys/syscall.h>

#define EXPORT __attribute__((visibility("default")))

/* A system call that says what is ready, without waiting. */
struct question {
	long number;
	long args[6];
	struct pollfd *fds;
	nfds_t n;
};

static long
ask(const struct question *q)
{
	signalfds_show(schedule_self());
	return real_syscall(q->number, q->args[0], q->args[1], q->args[2], q->args[3], q->args[4], q->args[5]);
}

/* A deadline of 0 has always passed. */
static int
wait_for(const struct question *q, uint64_t deadline, const void *place)
{
	cancel_act("wait for descriptors", q->n ? (const void *)(intptr_t)q->fds->fd : NULL, place);
	for (nfds_t i = 0; i < q->n; i++)
		descriptor_used(q->fds[i].fd);
	for (;;) {
		long found = ask(q);
		if (found > 0)
			descriptor_seen();
		if (found != 0 || deadline == 0)
			return (int)found;
		enum woken woken = descriptor_await(q->fds, q->n, deadline, false);
		if (woken == INTERRUPTED)
			return failed(EINTR);
		if (woken == TIMED_OUT)
			deadline = 0; /* and looks once more */
	}
}

static uint64_t
after_milliseconds(int ms)
{
	uint64_t deadline = FOREVER;
	if (ms >= 0)
		deadline_after(&(struct timespec){ms / 1000, ms % 1000 * 1000000}, &deadline);
	return deadline;
}

/* The signals that are blocked while it waits; what was blocked before. */
static uint64_t
block_for_now(const sigset_t *mask)
{
	uint64_t before = signals_blocked();
	if (mask)
		signals_block_only(signals_bits(mask));
	return before;
}

static int
block_again(uint64_t before, int result)
{
	int error = errno;
	signals_block_only(before);
	errno = error;
	return result;
}

/* --- poll --- */

static int
poll_until(struct pollfd *fds, nfds_t n, uint64_t deadline, const void *place)
{
	struct question q = {.number = SYS_poll, .args = {(long)fds, (long)n, 0}, .fds = fds, .n = n};
	return wait_for(&q, deadline, place);
}

EXPORT int
poll(struct pollfd *fds, nfds_t n, int ms)
{
	if (!schedule_self())
		return (int)real_syscall(SYS_poll, (long)fds, (long)n, ms, 0, 0, 0);
	return poll_until(fds, n, after_milliseconds(ms), PLACE);
}

EXPORT int __poll_chk(struct pollfd *fds, nfds_t n, int ms, size_t room);
int
__poll_chk(struct pollfd *fds, nfds_t n, int ms, size_t room)
{
	if (room / sizeof *fds < n)
		misuse("polls more descriptors than the array holds", PLACE);
	if (!schedule_self())
		return (int)real_syscall(SYS_poll, (long)fds, (long)n, ms, 0, 0, 0);
	return poll_until(fds, n, after_milliseconds(ms), PLACE);
}

EXPORT int
ppoll(struct pollfd *fds, nfds_t n, const struct timespec *time, const sigset_t *mask)
{
	uint64_t deadline;
	if (!schedule_self())
		return (int)real_syscall(SYS_ppoll, (long)fds, (long)n, (long)time, (long)mask, 8, 0);
	if (!deadline_after(time, &deadline))
		return failed(EINVAL);
	uint64_t before = block_for_now(mask);
	return block_again(before, poll_until(fds, n, deadline, PLACE));
}

/* --- select --- */

/* The sets as select wants them again each time, and what it waits for. */
struct sets {
	fd_set *at[3], before[3];
	struct pollfd fds[FD_SETSIZE];
	nfds_t n;
};

static void
keep(struct sets *s, int n, fd_set *reads, fd_set *writes, fd_set *exceptions)
{
	static const short events[3] = {POLLIN, POLLOUT, POLLPRI};
	fd_set *at[3] = {reads, writes, exceptions};
	s->n = 0;
	for (int k = 0; k < 3; k++) {
		s->at[k] = at[k];
		if (at[k])
			s->before[k] = *at[k];
	}
	for (int fd = 0; fd < n; fd++) {
		short wanted = 0;
		for (int k = 0; k < 3; k++)
			wanted = (short)(wanted | (at[k] && FD_ISSET(fd, at[k]) ? events[k] : 0));
		if (wanted)
			s->fds[s->n++] = (struct pollfd){.fd = fd, .events = wanted};
	}
}

static void
put_back(const struct sets *s)
{
	for (int k = 0; k < 3; k++)
		if (s->at[k])
			*s->at[k] = s->before[k];
}

static int
select_until(int n, fd_set *reads, fd_set *writes, fd_set *exceptions, uint64_t deadline, const void *place)
{
	struct sets s;
	struct timeval none = {0};
	if (n < 0 || n > FD_SETSIZE)
		return failed(EINVAL);
	keep(&s, n, reads, writes, exceptions);
	cancel_act("wait for descriptors", s.n ? (const void *)(intptr_t)s.fds->fd : NULL, place);
	for (nfds_t i = 0; i < s.n; i++)
		descriptor_used(s.fds[i].fd);
	for (;;) {
		put_back(&s);
		long found = real_syscall(SYS_select, n, (long)reads, (long)writes, (long)exceptions, (long)&none, 0);
		if (found > 0)
			descriptor_seen();
		if (found != 0 || deadline == 0)
			return (int)found;
		enum woken woken = descriptor_await(s.fds, s.n, deadline, false);
		if (woken == INTERRUPTED) {
			put_back(&s);
			return failed(EINTR);
		}
		if (woken == TIMED_OUT)
			deadline = 0;
	}
}

EXPORT int
select(int n, fd_set *restrict reads, fd_set *restrict writes, fd_set *restrict exceptions, struct timeval *restrict time)
{
	uint64_t deadline;
	struct timespec t = {0};
	if (!schedule_self())
		return (int)real_syscall(SYS_select, n, (long)reads, (long)writes, (long)exceptions, (long)time, 0);
	if (time)
		t = (struct timespec){time->tv_sec + time->tv_usec / 1000000, time->tv_usec % 1000000 * 1000};
	if (!deadline_after(time ? &t : NULL, &deadline))
		return failed(EINVAL);
	return select_until(n, reads, writes, exceptions, deadline, PLACE);
}

EXPORT int
pselect(int n, fd_set *restrict reads, fd_set *restrict writes, fd_set *restrict exceptions, const struct timespec *restrict time, const sigset_t *restrict mask)
{
	uint64_t deadline;
	if (!deadline_after(time, &deadline))
		return failed(EINVAL);
	if (!schedule_self())
		return select_until(n, reads, writes, exceptions, 0, PLACE);
	uint64_t before = block_for_now(mask);
	return block_again(before, select_until(n, reads, writes, exceptions, deadline, PLACE));
}

/* --- epoll --- */

static int
epoll_until(int fd, struct epoll_event *events, int n, uint64_t deadline, const void *place)
{
	struct pollfd p = {.fd = fd, .events = POLLIN};
	struct question q = {.number = SYS_epoll_wait, .args = {fd, (long)events, n, 0}, .fds = &p, .n = 1};
	return wait_for(&q, deadline, place);
}

EXPORT int
epoll_wait(int fd, struct epoll_event *events, int n, int ms)
{
	if (!schedule_self())
		return (int)real_syscall(SYS_epoll_wait, fd, (long)events, n, ms, 0, 0);
	return epoll_until(fd, events, n, after_milliseconds(ms), PLACE);
}

EXPORT int
epoll_pwait(int fd, struct epoll_event *events, int n, int ms, const sigset_t *mask)
{
	if (!schedule_self())
		return (int)real_syscall(SYS_epoll_pwait, fd, (long)events, n, ms, (long)mask, 8);
	uint64_t before = block_for_now(mask);
	return block_again(before, epoll_until(fd, events, n, after_milliseconds(ms), PLACE));
}

EXPORT int
epoll_ctl(int fd, int op, int about, struct epoll_event *event)
{
	struct deed d = {.action = "change descriptor set", .number = SYS_epoll_ctl, .fd = fd, .args = {op, about, (long)event}};
	return (int)descriptor_change(&d, PLACE);
}
