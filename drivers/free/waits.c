#include "drivers/free/waits.h"

#include "drivers/free/proc.h"

#include <fcntl.h>
#include <linux/futex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>

/* --- system calls --- */

/* In a sandbox whoever opens a file waits for a moment until that has been noted: it is not blocked. */
static enum waiting
opening(void)
{
	static int watched = -1;
	if (watched < 0)
		watched = getenv("SRTEST_SANDBOX") != NULL;
	return watched ? WAITING_NOT : WAITING_OUTSIDE;
}

static enum waiting
unless_null(unsigned long timeout)
{
	return timeout ? WAITING_TIMED : WAITING_OUTSIDE;
}

/* A timeout in milliseconds, where less than 0 is none. */
static enum waiting
unless_negative(unsigned long timeout)
{
	return (int)timeout >= 0 ? WAITING_TIMED : WAITING_OUTSIDE;
}

static enum waiting
futex(unsigned long op, unsigned long timeout)
{
	if (timeout)
		return WAITING_TIMED;
	return op & FUTEX_PRIVATE_FLAG ? WAITING_INSIDE : WAITING_OUTSIDE;
}

static enum waiting
waiting_in(long number, const unsigned long a[6])
{
	switch (number) {
	case SYS_futex:
		return futex(a[1], a[3]);
	case SYS_futex_waitv:
	case SYS_epoll_pwait2:
	case SYS_rt_sigtimedwait:
	case SYS_semtimedop:
		return unless_null(a[number == SYS_rt_sigtimedwait ? 2 : 3]);
	case SYS_ppoll:
		return unless_null(a[2]);
	case SYS_open:
	case SYS_openat:
		return opening();
	case SYS_select:
	case SYS_pselect6:
	case SYS_mq_timedsend:
	case SYS_mq_timedreceive:
	case SYS_recvmmsg:
	case SYS_io_getevents:
		return unless_null(a[4]);
	case SYS_poll:
		return unless_negative(a[2]);
	case SYS_epoll_wait:
	case SYS_epoll_pwait:
		return unless_negative(a[3]);
	case SYS_nanosleep:
	case SYS_clock_nanosleep:
	case SYS_restart_syscall:
		return WAITING_TIMED;
	case SYS_read:
	case SYS_readv:
	case SYS_pread64:
	case SYS_write:
	case SYS_writev:
	case SYS_pwrite64:
	case SYS_recvfrom:
	case SYS_recvmsg:
	case SYS_sendto:
	case SYS_sendmsg:
	case SYS_accept:
	case SYS_accept4:
	case SYS_connect:
	case SYS_splice:
	case SYS_tee:
	case SYS_pause:
	case SYS_rt_sigsuspend:
	case SYS_msgrcv:
	case SYS_msgsnd:
	case SYS_semop:
	case SYS_flock:
	case SYS_fcntl:
	case SYS_wait4:
	case SYS_waitid:
		return WAITING_OUTSIDE;
	}
	return WAITING_NOT;
}

/* Not even a signal could end it: it waits for a disk, or for a lock of the kernel that somebody at work holds. */
static bool
is_uninterruptible(pid_t thread)
{
	char path[64], text[512];
	snprintf(path, sizeof path, "/proc/self/task/%d/stat", (int)thread);
	const char *name_end = proc_read(path, text, sizeof text) ? strrchr(text, ')') : NULL;
	return name_end && strncmp(name_end, ") D", 3) == 0;
}

/* While the thread is on a processor, or wants to be, the file says "running" and not where it is blocked. */
enum waiting
waits_of(pid_t thread)
{
	char path[64], text[256];
	unsigned long a[6];
	long number;
	snprintf(path, sizeof path, "/proc/self/task/%d/syscall", (int)thread);
	if (!proc_read(path, text, sizeof text))
		return WAITING_NOT;
	if (sscanf(text, "%ld %lx %lx %lx %lx %lx %lx", &number, &a[0], &a[1], &a[2], &a[3], &a[4], &a[5]) != 7)
		return WAITING_NOT;
	enum waiting w = waiting_in(number, a);
	return w == WAITING_OUTSIDE && is_uninterruptible(thread) ? WAITING_NOT : w;
}

/* --- timers --- */

/* A descriptor of a timer that is set: its time to go is not 0. */
static bool
timer_descriptor(const char *fd)
{
	char path[64], text[512] = "";
	snprintf(path, sizeof path, "/proc/self/fd/%.16s", fd);
	ssize_t n = readlink(path, text, sizeof text - 1);
	if (n < 0 || !memmem(text, (size_t)n, "[timerfd]", 9))
		return false;
	snprintf(path, sizeof path, "/proc/self/fdinfo/%.16s", fd);
	if (!proc_read(path, text, sizeof text))
		return false;
	const char *value = strstr(text, "it_value: (");
	return !value || strncmp(value, "it_value: (0, 0)", 16) != 0;
}

static bool
any_timer_descriptor(void)
{
	struct folder folder;
	bool any = false;
	if (!folder_open(&folder, "/proc/self/fd"))
		return false;
	for (const char *name; !any && (name = folder_next(&folder));)
		any = timer_descriptor(name);
	folder_close(&folder);
	return any;
}

bool
waits_timer(void)
{
	char text[16];
	struct itimerval alarm;
	if (getitimer(ITIMER_REAL, &alarm) == 0 && (alarm.it_value.tv_sec || alarm.it_value.tv_usec))
		return true;
	return (proc_read("/proc/self/timers", text, sizeof text) && *text) || any_timer_descriptor();
}
