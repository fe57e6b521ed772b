/* Reading from descriptors, writing to them, making and closing them. */
#include "drivers/native/contents.h"
#include "drivers/native/descriptors.h"
#include "drivers/native/filelocks.h"
#include "drivers/native/misuse.h"
#include "drivers/native/real.h"
#include "drivers/native/shown.h"
#include "drivers/native/signalfds.h"
#include "drivers/native/signals.h"
#include "drivers/native/timer.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#define EXPORT __attribute__((visibility("default")))

/* --- reading --- */

static long
take_now(long number, int fd, bool now, const long args[5], const void *place)
{
	struct deed d = {"read from descriptor", number, fd, now ? 0 : POLLIN, {args[0], args[1], args[2], args[3], args[4]}};
	return descriptor_do(&d, place);
}

static long
take(long number, int fd, const long args[5], const void *place)
{
	return take_now(number, fd, false, args, place);
}

EXPORT ssize_t
read(int fd, void *to, size_t n)
{
	return take(SYS_read, fd, (long[5]){(long)to, (long)n}, PLACE);
}

EXPORT ssize_t __read_chk(int fd, void *to, size_t n, size_t room);
ssize_t
__read_chk(int fd, void *to, size_t n, size_t room)
{
	if (n > room)
		misuse("reads more than the buffer holds", PLACE);
	return take(SYS_read, fd, (long[5]){(long)to, (long)n}, PLACE);
}

EXPORT ssize_t
readv(int fd, const struct iovec *to, int n)
{
	return take(SYS_readv, fd, (long[5]){(long)to, n}, PLACE);
}

/* A socket that is read with MSG_WAITALL gives less only at the end of the stream. */
static ssize_t
receive(int fd, void *to, size_t n, int flags, struct sockaddr *from, socklen_t *size, const void *place)
{
	size_t got = 0;
	for (;;) {
		long part = take_now(SYS_recvfrom, fd, flags & MSG_DONTWAIT, (long[5]){(long)to + (long)got, (long)(n - got), flags & ~MSG_WAITALL, (long)from, (long)size}, place);
		if (part < 0)
			return got ? (ssize_t)got : part;
		got += (size_t)part;
		if (part == 0 || got == n || !(flags & MSG_WAITALL) || (flags & (MSG_DONTWAIT | MSG_PEEK)))
			return (ssize_t)got;
	}
}

EXPORT ssize_t
recv(int fd, void *to, size_t n, int flags)
{
	return receive(fd, to, n, flags, NULL, NULL, PLACE);
}

EXPORT ssize_t __recv_chk(int fd, void *to, size_t n, size_t room, int flags);
ssize_t
__recv_chk(int fd, void *to, size_t n, size_t room, int flags)
{
	if (n > room)
		misuse("receives more than the buffer holds", PLACE);
	return receive(fd, to, n, flags, NULL, NULL, PLACE);
}

EXPORT ssize_t
recvfrom(int fd, void *restrict to, size_t n, int flags, struct sockaddr *restrict from, socklen_t *restrict size)
{
	return receive(fd, to, n, flags, from, size, PLACE);
}

EXPORT ssize_t
recvmsg(int fd, struct msghdr *to, int flags)
{
	return take_now(SYS_recvmsg, fd, flags & MSG_DONTWAIT, (long[5]){(long)to, flags}, PLACE);
}

EXPORT int
eventfd_read(int fd, eventfd_t *value)
{
	long n = take(SYS_read, fd, (long[5]){(long)value, sizeof *value}, PLACE);
	return n == sizeof *value ? 0 : -1;
}

/* --- writing --- */

static long
give_now(long number, int fd, bool now, bool quiet, const long args[5], const void *place)
{
	struct deed d = {"write to descriptor", number, fd, now ? 0 : POLLOUT, {args[0], args[1], args[2], args[3], args[4]}};
	long n = descriptor_do(&d, place);
	int error = errno;
	if (n < 0 && error == EPIPE && schedule_self() && !quiet)
		signals_send_to(schedule_self(), SIGPIPE, (siginfo_t){.si_code = SI_USER}, place);
	schedule_point();
	errno = error;
	return n;
}

static long
give(long number, int fd, const long args[5], const void *place)
{
	return give_now(number, fd, false, false, args, place);
}

static bool
waits(int fd)
{
	long flags = real_syscall(SYS_fcntl, fd, F_GETFL, 0, 0, 0, 0);
	return flags >= 0 && !(flags & O_NONBLOCK);
}

/* What does not fit in one go is written in pieces, as whoever waits for room writes it. */
static ssize_t
write_all(int fd, const char *from, size_t n, const void *place)
{
	size_t done = 0;
	show_copy(from, n);
	for (;;) {
		long part = give(SYS_write, fd, (long[5]){(long)from + (long)done, (long)(n - done)}, place);
		if (part < 0)
			return done ? (ssize_t)done : part;
		done += (size_t)part;
		if (part == 0 || done == n || !schedule_self() || !waits(fd))
			return (ssize_t)done;
	}
}

EXPORT ssize_t
write(int fd, const void *from, size_t n)
{
	return write_all(fd, from, n, PLACE);
}

/* What is gathered for a pipe that waits must arrive whole: it is put together first. */
EXPORT ssize_t
writev(int fd, const struct iovec *from, int n)
{
	size_t size = 0, at = 0;
	if (!schedule_self() || !waits(fd) || n < 0 || n > IOV_MAX)
		return give(SYS_writev, fd, (long[5]){(long)from, n}, PLACE);
	for (int i = 0; i < n; i++)
		size += from[i].iov_len;
	char *all = real.malloc(size + 1);
	if (!all) {
		errno = ENOMEM;
		return -1;
	}
	for (int i = 0; i < n; at += from[i++].iov_len)
		memcpy(all + at, from[i].iov_base, from[i].iov_len);
	ssize_t written = write_all(fd, all, size, PLACE);
	int error = errno;
	real.free(all);
	errno = error;
	return written;
}

static ssize_t
transmit(int fd, const void *from, size_t n, int flags, const struct sockaddr *to, socklen_t size, const void *place)
{
	size_t done = 0;
	show_copy(from, n);
	for (;;) {
		long part = give_now(SYS_sendto, fd, flags & MSG_DONTWAIT, flags & MSG_NOSIGNAL, (long[5]){(long)from + (long)done, (long)(n - done), flags, (long)to, size}, place);
		if (part < 0)
			return done ? (ssize_t)done : part;
		done += (size_t)part;
		if (part == 0 || done == n || (flags & MSG_DONTWAIT) || !schedule_self() || !waits(fd))
			return (ssize_t)done;
	}
}

EXPORT ssize_t
send(int fd, const void *from, size_t n, int flags)
{
	return transmit(fd, from, n, flags, NULL, 0, PLACE);
}

EXPORT ssize_t
sendto(int fd, const void *from, size_t n, int flags, const struct sockaddr *to, socklen_t size)
{
	return transmit(fd, from, n, flags, to, size, PLACE);
}

EXPORT ssize_t
sendmsg(int fd, const struct msghdr *from, int flags)
{
	return give_now(SYS_sendmsg, fd, flags & MSG_DONTWAIT, flags & MSG_NOSIGNAL, (long[5]){(long)from, flags}, PLACE);
}

EXPORT int
eventfd_write(int fd, eventfd_t value)
{
	long n = give(SYS_write, fd, (long[5]){(long)&value, sizeof value}, PLACE);
	return n == sizeof value ? 0 : -1;
}

static int
print(int fd, const char *format, va_list values, const void *place)
{
	char *s;
	int n = vasprintf(&s, format, values);
	if (n < 0)
		return n;
	ssize_t written = write_all(fd, s, (size_t)n, place);
	free(s);
	return written < 0 ? -1 : n;
}

EXPORT int
vdprintf(int fd, const char *format, va_list values)
{
	return print(fd, format, values, PLACE);
}

EXPORT int
dprintf(int fd, const char *format, ...)
{
	va_list values;
	va_start(values, format);
	int n = print(fd, format, values, PLACE);
	va_end(values);
	return n;
}

EXPORT int __dprintf_chk(int fd, int flag, const char *format, ...);
int
__dprintf_chk(int fd, int flag, const char *format, ...)
{
	va_list values;
	(void)flag;
	va_start(values, format);
	int n = print(fd, format, values, PLACE);
	va_end(values);
	return n;
}

/* --- making, sharing, closing --- */

static long
change(const char *action, long number, int fd, const long args[3], const void *place)
{
	struct deed d = {.action = action, .number = number, .fd = fd, .args = {args[0], args[1], args[2]}};
	return descriptor_change(&d, place);
}

static void
must_not_be_awaited(int fd, const void *place)
{
	if (schedule_self() && descriptor_awaited(fd))
		misuse("closes a descriptor in which someone waits", place);
}

EXPORT int
pipe2(int fds[2], int flags)
{
	int result = (int)real_syscall(SYS_pipe2, (long)fds, flags, 0, 0, 0, 0);
	if (result == 0)
		contents_made(fds[0], fds[1], flags, 0);
	return result;
}

EXPORT int
pipe(int fds[2])
{
	return pipe2(fds, 0);
}

EXPORT int
eventfd(unsigned count, int flags)
{
	int fd = (int)real_syscall(SYS_eventfd2, (long)count, flags, 0, 0, 0, 0);
	if (fd >= 0)
		contents_made(fd, fd, flags, count);
	return fd;
}

EXPORT int
close(int fd)
{
	must_not_be_awaited(fd, PLACE);
	descriptor_replaced(fd);
	file_locks_closing(fd);
	int result = (int)change("close descriptor", SYS_close, fd, (long[3]){0}, PLACE), error = errno;
	file_locks_closed();
	if (result == 0) {
		timers_closed(fd);
		signalfds_closed(fd);
	}
	schedule_point();
	errno = error;
	return result;
}

EXPORT int
shutdown(int fd, int how)
{
	int result = (int)change("shut down descriptor", SYS_shutdown, fd, (long[3]){how}, PLACE), error = errno;
	schedule_point();
	errno = error;
	return result;
}

/* It is known by one number. */
static void
must_not_be_for_signals(int fd, const void *place)
{
	if (signalfd_is(fd))
		unseen("another number of a descriptor for signals", place);
}

EXPORT int
dup(int fd)
{
	must_not_be_for_signals(fd, PLACE);
	return (int)real_syscall(SYS_dup, fd, 0, 0, 0, 0, 0);
}

static int
replace(long number, int fd, int to, int flags, const void *place)
{
	must_not_be_awaited(to, place);
	must_not_be_for_signals(fd, place);
	must_not_be_for_signals(to, place);
	descriptor_used(to);
	descriptor_replaced(to);
	file_locks_closing(to);
	int result = (int)change("replace descriptor", number, fd, (long[3]){to, flags}, place), error = errno;
	file_locks_closed();
	errno = error;
	return result;
}

EXPORT int
dup2(int fd, int to)
{
	if (fd == to)
		return (int)real_syscall(SYS_dup2, fd, to, 0, 0, 0, 0);
	return replace(SYS_dup2, fd, to, 0, PLACE);
}

EXPORT int
dup3(int fd, int to, int flags)
{
	return replace(SYS_dup3, fd, to, flags, PLACE);
}

static int
control(int fd, int command, long arg, const void *place)
{
	if ((command == F_OFD_SETLKW || command == F_OFD_SETLK || command == F_OFD_GETLK) && schedule_self())
		return file_lock_control(fd, command, (void *)arg, place);
	if (command == F_DUPFD || command == F_DUPFD_CLOEXEC)
		must_not_be_for_signals(fd, place);
	descriptor_used(fd);
	return (int)real_syscall(SYS_fcntl, fd, command, arg, 0, 0, 0);
}

EXPORT int
fcntl(int fd, int command, ...)
{
	va_list rest;
	va_start(rest, command);
	long arg = va_arg(rest, long);
	va_end(rest);
	return control(fd, command, arg, PLACE);
}

EXPORT int
fcntl64(int fd, int command, ...)
{
	va_list rest;
	va_start(rest, command);
	long arg = va_arg(rest, long);
	va_end(rest);
	return control(fd, command, arg, PLACE);
}
