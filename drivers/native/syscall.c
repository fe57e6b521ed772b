/* System calls that are made by number. */
#include "drivers/native/descriptors.h"
#include "drivers/native/futex.h"
#include "drivers/native/mapping.h"
#include "drivers/native/misuse.h"
#include "drivers/native/real.h"
#include "drivers/native/schedule.h"
#include "drivers/native/self.h"
#include "drivers/native/syscalls.h"

#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/file.h>
#include <sys/epoll.h>
#include <sys/prctl.h>
#include <sys/select.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

#define EXPORT __attribute__((visibility("default")))

enum { MOST_ARGS = 6 };

/* Neither waits, nor asks who or when it is, nor ends anything. */
static const short passing[] = {
	SYS_brk, SYS_madvise, SYS_mlock, SYS_munlock, SYS_mincore, SYS_membarrier, SYS_getrandom,
	SYS_getpid, SYS_getppid, SYS_getuid, SYS_geteuid, SYS_getgid, SYS_getegid, SYS_uname, SYS_sysinfo, SYS_getcpu, SYS_getrlimit, SYS_prlimit64,
	SYS_getrusage, SYS_sched_getaffinity, SYS_sched_setaffinity, SYS_sched_getparam, SYS_sched_getscheduler, SYS_sched_setscheduler, SYS_sched_getattr,
	SYS_sched_setattr,
	SYS_sched_get_priority_max, SYS_sched_get_priority_min, SYS_getpriority, SYS_setpriority, SYS_ioprio_set, SYS_ioprio_get,
	SYS_stat, SYS_fstat, SYS_lstat, SYS_newfstatat, SYS_statx, SYS_lseek, SYS_pread64, SYS_pwrite64, SYS_access,
	SYS_faccessat, SYS_ftruncate, SYS_getcwd, SYS_chdir, SYS_readlink,
	SYS_getdents64, SYS_fsync, SYS_fdatasync, SYS_memfd_create, SYS_pipe, SYS_pipe2, SYS_socketpair, SYS_eventfd, SYS_eventfd2, SYS_epoll_create,
	SYS_epoll_create1, SYS_dup, SYS_getsockname, SYS_getsockopt, SYS_arch_prctl, SYS_set_robust_list, SYS_get_robust_list, SYS_rseq,
};

static bool
passes(long number)
{
	for (size_t i = 0; i < sizeof passing / sizeof *passing; i++)
		if (passing[i] == number)
			return true;
	return false;
}

/* Those that the C library has a function for, in front of which the host has its own. */
static bool
has_function(long number, const long a[MOST_ARGS], long *result)
{
	switch (number) {
	case SYS_gettid:
		*result = self_number();
		return true;
	case SYS_prctl:
		*result = prctl((int)a[0], a[1], a[2], a[3], a[4]);
		return true;
	case SYS_signalfd4:
		*result = signalfd((int)a[0], (void *)a[1], (int)a[3]);
		return true;
	case SYS_sched_yield:
		*result = sched_yield();
		return true;
	case SYS_read:
		*result = read((int)a[0], (void *)a[1], (size_t)a[2]);
		return true;
	case SYS_write:
		*result = write((int)a[0], (void *)a[1], (size_t)a[2]);
		return true;
	case SYS_readv:
		*result = readv((int)a[0], (void *)a[1], (int)a[2]);
		return true;
	case SYS_writev:
		*result = writev((int)a[0], (void *)a[1], (int)a[2]);
		return true;
	case SYS_sendto:
		*result = sendto((int)a[0], (void *)a[1], (size_t)a[2], (int)a[3], (void *)a[4], (socklen_t)a[5]);
		return true;
	case SYS_recvfrom:
		*result = recvfrom((int)a[0], (void *)a[1], (size_t)a[2], (int)a[3], (void *)a[4], (void *)a[5]);
		return true;
	case SYS_close:
		*result = close((int)a[0]);
		return true;
	case SYS_dup2:
		*result = dup2((int)a[0], (int)a[1]);
		return true;
	case SYS_dup3:
		*result = dup3((int)a[0], (int)a[1], (int)a[2]);
		return true;
	case SYS_fcntl:
		*result = fcntl((int)a[0], (int)a[1], a[2]);
		return true;
	case SYS_flock:
		*result = flock((int)a[0], (int)a[1]);
		return true;
	case SYS_shutdown:
		*result = shutdown((int)a[0], (int)a[1]);
		return true;
	case SYS_poll:
		*result = poll((void *)a[0], (nfds_t)a[1], (int)a[2]);
		return true;
	case SYS_ppoll:
		*result = ppoll((void *)a[0], (nfds_t)a[1], (void *)a[2], NULL);
		return true;
	case SYS_select:
		*result = select((int)a[0], (void *)a[1], (void *)a[2], (void *)a[3], (void *)a[4]);
		return true;
	case SYS_epoll_wait:
		*result = epoll_wait((int)a[0], (void *)a[1], (int)a[2], (int)a[3]);
		return true;
	case SYS_epoll_ctl:
		*result = epoll_ctl((int)a[0], (int)a[1], (int)a[2], (void *)a[3]);
		return true;
	case SYS_kill:
		*result = kill((pid_t)a[0], (int)a[1]);
		return true;
	case SYS_tgkill:
		*result = tgkill((pid_t)a[0], (pid_t)a[1], (int)a[2]);
		return true;
	case SYS_nanosleep:
		*result = nanosleep((void *)a[0], (void *)a[1]);
		return true;
	case SYS_clock_gettime:
		*result = clock_gettime((clockid_t)a[0], (void *)a[1]);
		return true;
	case SYS_gettimeofday:
		*result = gettimeofday((void *)a[0], NULL);
		return true;
	case SYS_time:
		*result = time((void *)a[0]);
		return true;
	case SYS_exit_group:
		_exit((int)a[0]);
	case SYS_fork:
	case SYS_vfork:
		*result = fork();
		return true;
	case SYS_execve:
		*result = execve((void *)a[0], (void *)a[1], (void *)a[2]);
		return true;
	}
	return false;
}

/* The same of those that change what the name of a file stands for. */
static bool
has_function_for_names(long number, const long a[MOST_ARGS], long *result)
{
	switch (number) {
	case SYS_open:
		*result = open((const char *)a[0], (int)a[1], (mode_t)a[2]);
		return true;
	case SYS_openat:
		*result = openat((int)a[0], (const char *)a[1], (int)a[2], (mode_t)a[3]);
		return true;
	case SYS_creat:
		*result = creat((const char *)a[0], (mode_t)a[1]);
		return true;
	case SYS_truncate:
		*result = truncate((const char *)a[0], a[1]);
		return true;
	case SYS_unlink:
		*result = unlink((const char *)a[0]);
		return true;
	case SYS_unlinkat:
		*result = unlinkat((int)a[0], (const char *)a[1], (int)a[2]);
		return true;
	case SYS_rename:
		*result = rename((const char *)a[0], (const char *)a[1]);
		return true;
	case SYS_mkdir:
		*result = mkdir((const char *)a[0], (mode_t)a[1]);
		return true;
	case SYS_rmdir:
		*result = rmdir((const char *)a[0]);
		return true;
	}
	return false;
}

static long
refuse(const char *what, long number, const void *place)
{
	char text[64];
	snprintf(text, sizeof text, "%s %ld", what, number);
	unseen(text, place);
	return -1;
}

static long
dispatch(long number, const long a[MOST_ARGS], const void *place)
{
	long result;
	if (number == SYS_futex) {
		struct futex_call c = {(void *)a[0], (int)a[1], (uint32_t)a[2], a[3], (void *)a[4], (uint32_t)a[5]};
		return futex_known(c.op) ? futex(&c, place) : refuse("futex operation", c.op, place);
	}
	if (mapping_is(number))
		return mapping_call(number, a, place);
	if (number == SYS_clone)
		unseen("threads that it makes by the system call clone", place);
	if (passes(number))
		return real_syscall(number, a[0], a[1], a[2], a[3], a[4], a[5]);
	return has_function(number, a, &result) || has_function_for_names(number, a, &result) ? result : refuse("system call", number, place);
}

long
syscall_made(long number, const long a[MOST_ARGS], const void *place)
{
	return schedule_self() ? dispatch(number, a, place) : real_syscall(number, a[0], a[1], a[2], a[3], a[4], a[5]);
}

EXPORT long
syscall(long number, ...)
{
	long a[MOST_ARGS];
	va_list rest;
	va_start(rest, number);
	for (size_t i = 0; i < MOST_ARGS; i++)
		a[i] = va_arg(rest, long);
	va_end(rest);
	return syscall_made(number, a, PLACE);
}
