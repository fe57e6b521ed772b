/*
 * The process that stays beside each one inside: the first of its pid namespace, with which all others in there end; and the one
 * that the kernel asks about calls which the filter does not decide alone. It lets them go on, for others refuse them; it only notes.
 */
#include "sandbox/private.h"

#include "base/descriptors.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/openat2.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

/* MOST_NOTED: attempts that one keeper tells of; MOST_SOUGHT: files that may not be there. MOST_KEPT: bytes that all of a sandbox may write. */
enum { MOST_NOTED = 32, MOST_SOUGHT = 512, MOST_KEPT = 1 << 20, PAGE = 4096 };

/* --- what is noted --- */

struct noted {
	size_t n, most;
	char *what[MOST_SOUGHT];
};

enum novelty { NEW, KNOWN, TOO_MANY };

static enum novelty
novelty_of(struct noted *noted, const char *what)
{
	for (size_t i = 0; i < noted->n; i++)
		if (strcmp(noted->what[i], what) == 0)
			return KNOWN;
	if (noted->n == noted->most || !(noted->what[noted->n] = strdup(what)))
		return TOO_MANY;
	noted->n++;
	return NEW;
}

static void
write_note(const struct sandbox *s, const char *if_there, const char *what)
{
	struct iovec parts[] = {{(void *)(uintptr_t)if_there, strlen(if_there) + 1}, {(void *)(uintptr_t)what, strlen(what) + 1}};
	if (writev(s->attempts, parts, 2) < 0)
		errno = 0; /* there is no more memory for it */
}

/* It counts if there is such a file outside, where one is named. What is not kept is told as such: nobody hides one attempt behind others. */
static void
note(const struct sandbox *s, const char *if_there, const char *what)
{
	static struct noted attempts = {.most = MOST_NOTED}, sought = {.most = MOST_SOUGHT};
	static bool full;
	struct stat st;
	enum novelty new = novelty_of(*if_there ? &sought : &attempts, what);
	if (new == KNOWN || full || fstat(s->attempts, &st) < 0)
		return;
	full = st.st_size > MOST_KEPT || (new == TOO_MANY && !*if_there);
	write_note(s, full ? "" : if_there, full || new == TOO_MANY ? "do more of what is not allowed than is told here" : what);
}

/* --- what a call is about --- */

/* By a file, for some containers refuse process_vm_readv. */
bool
keeper_fetch(pid_t pid, uint64_t address, void *to, size_t n)
{
	char path[64];
	snprintf(path, sizeof path, "/proc/%d/mem", (int)pid);
	int memory = open(path, O_RDONLY | O_CLOEXEC);
	bool there = memory >= 0 && pread(memory, to, n, (off_t)address) == (ssize_t)n;
	if (memory >= 0)
		close(memory);
	return there;
}

/* Page by page, for what follows the end of a string need not be there. */
bool
keeper_fetch_path(pid_t pid, uint64_t address, char path[PATH_MAX])
{
	for (size_t n = 0; n < PATH_MAX;) {
		size_t part = PAGE - (address + n) % PAGE;
		part = part < PATH_MAX - n ? part : PATH_MAX - n;
		if (!keeper_fetch(pid, address + n, path + n, part))
			return false;
		if (memchr(path + n, 0, part))
			return true;
		n += part;
	}
	return false;
}

/* The folder that the path is relative to. */
static bool
base_of(pid_t pid, int folder, char base[PATH_MAX])
{
	char link[64];
	if (folder == AT_FDCWD)
		snprintf(link, sizeof link, "/proc/%d/cwd", (int)pid);
	else
		snprintf(link, sizeof link, "/proc/%d/fd/%d", (int)pid, folder);
	ssize_t n = readlink(link, base, PATH_MAX - 1);
	if (n <= 0 || *base != '/')
		return false;
	base[n] = 0;
	return true;
}

/* Adds the names of `path`, and goes back where one is "..". */
static void
follow(char *to, size_t size, const char *path)
{
	while (*path) {
		size_t slashes = strspn(path, "/"), n = strcspn(path + slashes, "/"), have = strlen(to);
		const char *name = path + slashes;
		path = name + n;
		if (n == 0 || (n == 1 && *name == '.'))
			continue;
		if (n == 2 && strncmp(name, "..", 2) == 0)
			*(strrchr(to, '/') ? strrchr(to, '/') : to) = 0;
		else
			snprintf(to + have, size - have, "/%.*s", (int)n, name);
	}
}

/* Where a call's path leads, as far as names say. False: nowhere. */
static bool
path_of(const struct seccomp_notif *r, const struct watched_call *w, char full[2 * PATH_MAX])
{
	char path[PATH_MAX], base[PATH_MAX];
	pid_t pid = (pid_t)r->pid;
	int folder = w->folder < 0 ? AT_FDCWD : (int)r->data.args[w->folder];
	bool open = w->path < 0 || (w->kind == WATCHED_TIMES && r->data.args[w->path] == 0);
	*full = 0;
	if (open)
		return base_of(pid, folder, full);
	if (!keeper_fetch_path(pid, r->data.args[w->path], path) || !*path)
		return false;
	if (rights_names_descriptor(path, &folder))
		return base_of(pid, folder, full);
	if (*path != '/' && !base_of(pid, folder, base))
		return false;
	follow(full, 2 * PATH_MAX, *path == '/' ? "" : base);
	follow(full, 2 * PATH_MAX, path);
	if (!*full)
		strcpy(full, "/");
	return true;
}

static uint64_t
flags_of(const struct seccomp_notif *r, const struct watched_call *w)
{
	struct open_how how = {0};
	if (w->kind == WATCHED_OPEN)
		return r->data.args[w->how];
	return keeper_fetch((pid_t)r->pid, r->data.args[w->how], &how, sizeof how) ? how.flags : 0;
}

/* --- answers --- */

/* Paths are told as what they may be: a part of a line. */
static void
note_path(const struct sandbox *s, const char *if_there, const char *does, const char *path)
{
	struct arena a = {0};
	note(s, if_there, arena_printf(&a, does, arena_printable(&a, path)));
	arena_free(&a);
}

static bool
finds(const struct watched_call *w, uint64_t flags)
{
	switch (w->kind) {
	case WATCHED_CHANGE:
	case WATCHED_MODE:
	case WATCHED_TIMES:
	case WATCHED_OWNER:
	case WATCHED_ATTRIBUTES:
		return true;
	case WATCHED_OPEN:
	case WATCHED_OPEN_HOW:
		return !(flags & O_CREAT);
	case WATCHED_MAKE:
	case WATCHED_FOLDER:
	case WATCHED_SOCKET:
		return false;
	}
	return false;
}

/* Whoever asks may exchange it meanwhile: nothing is decided here. */
static void
look_at_path(const struct sandbox *s, const struct seccomp_notif *r, const struct watched_call *w)
{
	char full[2 * PATH_MAX];
	bool opens = w->kind == WATCHED_OPEN || w->kind == WATCHED_OPEN_HOW;
	uint64_t flags = opens ? flags_of(r, w) : 0;
	bool writes = !opens || (flags & O_ACCMODE) != O_RDONLY || flags & (O_CREAT | O_TRUNC);
	if (!path_of(r, w, full))
		return;
	const char *does = !opens ? w->does : writes ? "open %s for writing" : "open %s for reading";
	bool there = access(full, F_OK) == 0;
	bool allowed = sandbox_allows(s, full, writes) || (w->kind == WATCHED_FOLDER && there);
	if (finds(w, flags) && !there && (!allowed || sandbox_hides(s, full)))
		note_path(s, full, does, full); /* a compiler looks for headers in many places */
	else if (!allowed)
		note_path(s, "", does, full);
}

static void
note_socket(const struct sandbox *s, int family)
{
	char what[64];
	snprintf(what, sizeof what, "open a socket of family %d", family);
	note(s, "", family == AF_INET || family == AF_INET6 ? "reach a network" : family == AF_UNIX ? "reach others by a socket" : what);
}

/* It goes on: others refuse it. */
static struct seccomp_notif_resp
go_on(void)
{
	return (struct seccomp_notif_resp){.flags = SECCOMP_USER_NOTIF_FLAG_CONTINUE};
}

static struct seccomp_notif_resp
answer(const struct sandbox *s, int calls, const struct seccomp_notif *r)
{
	for (size_t i = 0; i < sandbox_nwatched; i++) {
		const struct watched_call *w = &sandbox_watched[i];
		if (w->number != r->data.nr)
			continue;
		if (w->kind == WATCHED_SOCKET) {
			note_socket(s, (int)r->data.args[0]);
			return (struct seccomp_notif_resp){.error = -EACCES};
		}
		look_at_path(s, r, w);
		return rights_are_ours(s, w->kind) ? (struct seccomp_notif_resp){.error = -rights_change(s, calls, r, w)} : go_on();
	}
	return go_on();
}

/* True while there is somebody left who could ask. */
static bool
serve(const struct sandbox *s, int calls)
{
	struct pollfd p = {.fd = calls, .events = POLLIN};
	struct seccomp_notif r = {0};
	if (poll(&p, 1, -1) < 0)
		return errno == EINTR;
	if (!(p.revents & POLLIN))
		return false;
	if (ioctl(calls, SECCOMP_IOCTL_NOTIF_RECV, &r) < 0)
		return errno == EINTR || errno == ENOENT; /* who asked is gone */
	struct seccomp_notif_resp a = answer(s, calls, &r);
	a.id = r.id;
	if (ioctl(calls, SECCOMP_IOCTL_NOTIF_SEND, &a) < 0)
		errno = 0; /* the same */
	return true;
}

/* --- the process --- */

bool
keeper_give(int to_keeper, int fd)
{
	union {
		struct cmsghdr header;
		char bytes[CMSG_SPACE(sizeof fd)];
	} room = {0};
	char nothing = 0;
	struct iovec byte = {&nothing, 1};
	struct msghdr m = {.msg_iov = &byte, .msg_iovlen = 1, .msg_control = &room, .msg_controllen = sizeof room};
	room.header = (struct cmsghdr){.cmsg_level = SOL_SOCKET, .cmsg_type = SCM_RIGHTS, .cmsg_len = CMSG_LEN(sizeof fd)};
	memcpy(CMSG_DATA(&room.header), &fd, sizeof fd);
	return sendmsg(to_keeper, &m, MSG_NOSIGNAL) == 1;
}

/* -1: who would give it is gone. */
static int
take(int from)
{
	union {
		struct cmsghdr header;
		char bytes[CMSG_SPACE(sizeof(int))];
	} room = {0};
	char byte;
	int fd = -1;
	struct iovec to = {&byte, 1};
	struct msghdr m = {.msg_iov = &to, .msg_iovlen = 1, .msg_control = &room, .msg_controllen = sizeof room};
	ssize_t n;
	while ((n = recvmsg(from, &m, MSG_CMSG_CLOEXEC)) < 0 && errno == EINTR)
		;
	if (n == 1 && m.msg_controllen >= CMSG_LEN(sizeof fd))
		memcpy(&fd, CMSG_DATA(&room.header), sizeof fd);
	return fd;
}

/* Nobody inside can look into it: it is a copy of who started it. */
static void
settle(const struct sandbox *s)
{
	struct pollfd parent = {.fd = s->self, .events = POLLIN};
	sigset_t none;
	prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (poll(&parent, 1, 0) > 0)
		_exit(1);
	setpgid(0, 0);
	for (int i = 1; i < NSIG; i++)
		signal(i, SIG_IGN); /* SIGCHLD: orphans go without a word */
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
}

void
keeper_run(const struct sandbox *s, int from_inside)
{
	settle(s);
	descriptors_close_others((int[]){from_inside, s->attempts, s->self}, 3);
	int calls = take(from_inside);
	close(from_inside);
	while (calls >= 0 && serve(s, calls))
		;
	for (;;)
		pause();
}
