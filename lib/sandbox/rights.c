/*
 * Rights and times of files, where there is no room of its own. All that is ours can be reached by its name then, Landlock lets such calls
 * through, and whoever makes one can exchange what a name means after it was looked at. So the keeper makes them itself, for a descriptor.
 */
#include "sandbox/private.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { MODE = 07777 };

bool
rights_are_ours(const struct sandbox *s, enum watched_kind kind)
{
	return !sandbox_has(s, SANDBOX_MOUNT) && (kind == WATCHED_MODE || kind == WATCHED_TIMES || kind == WATCHED_OWNER || kind == WATCHED_ATTRIBUTES);
}

/* --- the file --- */

static int
open_of(pid_t pid, const char *what)
{
	char path[64];
	snprintf(path, sizeof path, "/proc/%d/%s", (int)pid, what);
	return open(path, O_PATH | O_CLOEXEC);
}

static int
open_descriptor(pid_t pid, int fd)
{
	char what[32];
	snprintf(what, sizeof what, "fd/%d", fd);
	return open_of(pid, what);
}

/* So a C library may say what it wants to change. */
bool
rights_names_descriptor(const char *path, int *fd)
{
	static const char *const folders[] = {"/proc/self/fd/", "/dev/fd/"};
	for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
		size_t n = strlen(folders[i]);
		char *end;
		if (strncmp(path, folders[i], n) != 0)
			continue;
		*fd = (int)strtol(path + n, &end, 10);
		return end > path + n && *end == 0;
	}
	return false;
}

/* -1: it cannot be opened, or leads through what means another thing to us. */
static int
open_path(pid_t pid, int folder, const char *path, bool follows)
{
	struct open_how how = {.flags = O_PATH | O_CLOEXEC | (follows ? 0 : O_NOFOLLOW), .resolve = RESOLVE_NO_MAGICLINKS};
	int descriptor;
	if (follows && rights_names_descriptor(path, &descriptor))
		return open_descriptor(pid, descriptor);
	int base = folder == AT_FDCWD ? open_of(pid, "cwd") : open_descriptor(pid, folder);
	int fd = (int)syscall(SYS_openat2, base, path, &how, sizeof how);
	if (base >= 0)
		close(base);
	return fd;
}

static int
open_target(const struct seccomp_notif *r, const struct watched_call *w)
{
	char path[PATH_MAX];
	int folder = w->folder < 0 ? AT_FDCWD : (int)r->data.args[w->folder];
	bool follows = r->data.nr != SYS_utimensat || !(r->data.args[3] & AT_SYMLINK_NOFOLLOW);
	if (w->path < 0 || (w->kind == WATCHED_TIMES && r->data.args[w->path] == 0))
		return open_descriptor((pid_t)r->pid, folder);
	if (!keeper_fetch_path((pid_t)r->pid, r->data.args[w->path], path))
		return errno = EFAULT, -1;
	return open_path((pid_t)r->pid, folder, path, follows);
}

/* Where it is now does not matter any more: it was there, and is what was opened. */
static bool
is_allowed(const struct sandbox *s, int fd)
{
	char link[64], path[PATH_MAX];
	snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
	ssize_t n = readlink(link, path, sizeof path - 1);
	path[n > 0 ? n : 0] = 0;
	return n > 0 && *path == '/' && sandbox_allows(s, path, true);
}

/* --- what becomes of it --- */

/* As utimensat wants them. NULL: now. False: there are none at that address. */
static bool
times_of(const struct seccomp_notif *r, uint64_t address, struct timespec room[2], const struct timespec **times)
{
	long long numbers[4] = {0};
	bool short_form = r->data.nr == SYS_utime;
	*times = address ? room : NULL;
	if (!address)
		return true;
	if (!keeper_fetch((pid_t)r->pid, address, numbers, short_form ? 2 * sizeof *numbers : sizeof numbers))
		return false;
	for (int i = 0; i < 2; i++) {
		bool precise = r->data.nr == SYS_utimensat;
		room[i] = (struct timespec){short_form ? numbers[i] : numbers[2 * i], short_form ? 0 : precise ? numbers[2 * i + 1] : numbers[2 * i + 1] * 1000};
	}
	return true;
}

static int
change(int fd, const struct seccomp_notif *r, const struct watched_call *w)
{
	char link[64];
	struct timespec room[2];
	const struct timespec *times;
	snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
	if (w->kind == WATCHED_MODE)
		return chmod(link, (mode_t)(r->data.args[w->how] & MODE)) < 0 ? errno : 0;
	if (!times_of(r, r->data.args[w->how], room, &times))
		return EFAULT;
	return utimensat(AT_FDCWD, link, times, 0) < 0 ? errno : 0;
}

int
rights_change(const struct sandbox *s, int calls, const struct seccomp_notif *r, const struct watched_call *w)
{
	if (w->kind == WATCHED_OWNER || w->kind == WATCHED_ATTRIBUTES)
		return w->kind == WATCHED_OWNER ? EPERM : EOPNOTSUPP; /* who copies files does without */
	int fd = open_target(r, w);
	if (fd < 0)
		return errno == ELOOP ? EPERM : errno;
	uint64_t id = r->id; /* who asked may be gone, and its number another's */
	bool asks = ioctl(calls, SECCOMP_IOCTL_NOTIF_ID_VALID, &id) == 0;
	int error = asks && is_allowed(s, fd) ? change(fd, r, w) : EPERM;
	close(fd);
	return error;
}
