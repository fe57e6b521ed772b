#include "drivers/native/filelocks.h"

#include "drivers/native/cancel.h"
#include "drivers/native/descriptors.h"
#include "drivers/native/failed.h"
#include "drivers/native/misuse.h"
#include "drivers/native/race.h"
#include "drivers/native/real.h"
#include "drivers/native/signals.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#define EXPORT __attribute__((visibility("default")))

/* What is asked of the system, without waiting. */
struct wish {
	long number;
	int fd;
	long args[2];
};

/* All that wait for a lock wait for this: whoever is woken asks again. */
static const char locks;

/* --- what comes before what --- */

/* An address where nothing is, the same for all that open a file; NULL: races are not looked for. */
static const void *
file_of(int fd)
{
	enum { FILES = 64, APART = 16 };
	struct stat st;
	bool known = race_watched() && real_syscall(SYS_fstat, fd, (long)&st, 0, 0, 0, 0) == 0;
	return known ? (const void *)(uintptr_t)(FILES + (uintptr_t)st.st_ino * APART) : NULL;
}

static void
order(int fd)
{
	int error = errno;
	const void *file = file_of(fd);
	if (file) {
		race_take(file);
		race_give(file);
	}
	errno = error;
}

/* --- waiting --- */

void
file_locks_closing(int fd)
{
	const void *file = schedule_self() ? file_of(fd) : NULL;
	if (file)
		race_give(file);
}

void
file_locks_closed(void)
{
	schedule_wake_all(WAIT_FILE_LOCK, &locks);
}

/* Has an open file of this process, which this number stands for, a lock? */
static bool
has_lock(int fd)
{
	char name[40], text[1024];
	snprintf(name, sizeof name, "/proc/self/fdinfo/%d", fd);
	int info = (int)real_syscall(SYS_openat, AT_FDCWD, (long)name, O_RDONLY | O_CLOEXEC, 0, 0, 0);
	long n = info < 0 ? -1 : real_syscall(SYS_read, info, (long)text, sizeof text - 1, 0, 0, 0);
	if (info >= 0)
		real_syscall(SYS_close, info, 0, 0, 0, 0, 0);
	text[n < 0 ? 0 : n] = '\0';
	return strstr(text, "\nlock:");
}

/* Who waits for a lock that no open file here has waits for another process. */
static void
must_be_ours(int fd, const void *place)
{
	enum { GAP = 256 }; /* so many numbers that stand for nothing come behind the last that does */
	struct stat st, other;
	real_syscall(SYS_fstat, fd, (long)&st, 0, 0, 0, 0);
	for (int i = 0, closed = 0; closed < GAP; i++) {
		bool open = real_syscall(SYS_fstat, i, (long)&other, 0, 0, 0, 0) == 0;
		closed = open ? 0 : closed + 1;
		if (open && other.st_ino == st.st_ino && other.st_dev == st.st_dev && has_lock(i))
			return;
	}
	unseen("a lock of a file that another process has locked", place);
}

static int
ask(const struct wish *w)
{
	int result = (int)real_syscall(w->number, w->fd, w->args[0], w->args[1], 0, 0, 0);
	if (result == 0)
		order(w->fd);
	return result;
}

/* A lock of another kind that the file has goes when it is asked for this one, so others may go on whether or not it is given. */
static int
wait_for(const struct wish *w, const void *place)
{
	order(w->fd);
	int result = ask(w);
	file_locks_closed();
	while (result < 0 && (errno == EAGAIN || errno == EACCES)) {
		must_be_ours(w->fd, place);
		if (signals_block(WAIT_FILE_LOCK, &locks, 0, FOREVER, true) != WOKEN)
			return failed(EINTR);
		result = ask(w);
	}
	return result;
}

static int
try_once(const struct wish *w)
{
	order(w->fd);
	int result = ask(w), error = errno;
	file_locks_closed();
	errno = error;
	return result;
}

/* --- in front of the C library's --- */

EXPORT int
flock(int fd, int operation)
{
	if (!schedule_self())
		return (int)real_syscall(SYS_flock, fd, operation, 0, 0, 0, 0);
	schedule_act((operation & ~LOCK_NB) == LOCK_UN ? "unlock file" : "lock file", (const void *)(intptr_t)fd, PLACE);
	descriptor_used(fd);
	struct wish w = {.number = SYS_flock, .fd = fd, .args = {operation | LOCK_NB}};
	return operation & LOCK_NB ? try_once(&w) : wait_for(&w, PLACE);
}

int
file_lock_control(int fd, int command, void *lock, const void *place)
{
	const struct flock *f = lock;
	struct wish w = {.number = SYS_fcntl, .fd = fd, .args = {command == F_OFD_SETLKW ? F_OFD_SETLK : command, (long)lock}};
	const char *action = command == F_OFD_GETLK ? "look at file lock" : f->l_type == F_UNLCK ? "unlock file" : "lock file";
	if (command == F_OFD_SETLKW)
		cancel_act(action, (const void *)(intptr_t)fd, place);
	else
		schedule_act(action, (const void *)(intptr_t)fd, place);
	descriptor_used(fd);
	return command == F_OFD_SETLKW ? wait_for(&w, place) : try_once(&w);
}

/* Of the whole process: no other thread of it is kept out, and nothing is ordered. */
static int
lock_for_process(int fd, int command, off_t size, const void *place)
{
	struct flock lock = {.l_type = command == F_ULOCK ? F_UNLCK : F_WRLCK, .l_whence = SEEK_CUR, .l_len = size};
	cancel_act(command == F_ULOCK ? "unlock file for process" : "lock file for process", (const void *)(intptr_t)fd, place);
	descriptor_used(fd);
	switch (command) {
	case F_TEST:
		if (real_syscall(SYS_fcntl, fd, F_GETLK, (long)&lock, 0, 0, 0) < 0)
			return -1;
		return lock.l_type == F_UNLCK || lock.l_pid == getpid() ? 0 : failed(EACCES);
	case F_ULOCK:
	case F_TLOCK:
		return (int)real_syscall(SYS_fcntl, fd, F_SETLK, (long)&lock, 0, 0, 0);
	case F_LOCK:
		return (int)real_syscall(SYS_fcntl, fd, F_SETLKW, (long)&lock, 0, 0, 0);
	}
	return failed(EINVAL);
}

EXPORT int
lockf(int fd, int command, off_t size)
{
	return lock_for_process(fd, command, size, PLACE);
}

EXPORT int
lockf64(int fd, int command, off64_t size)
{
	return lock_for_process(fd, command, size, PLACE);
}
