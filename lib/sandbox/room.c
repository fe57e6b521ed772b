/* What can be seen inside: a root of its own, with a few folders of the system that can only be read, and empty ones that can be written. */
#include "sandbox/private.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/mount.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define OUTSIDE "/outside"
#define NOTHING "/nothing"

enum { UNKNOWN_USER = 1000 };

const struct namespace_kind sandbox_namespaces[MOST_NAMESPACES] = {
	{CLONE_NEWUSER, SANDBOX_USER, "user"},
	{CLONE_NEWNS, SANDBOX_MOUNT, "mnt"},
	{CLONE_NEWNET, SANDBOX_NETWORK, "net"},
	{CLONE_NEWIPC, SANDBOX_IPC, "ipc"},
	{CLONE_NEWUTS, SANDBOX_UTS, "uts"},
};

/* --- users --- */

static bool
write_file(const char *path, const char *text)
{
	int fd = open(path, O_WRONLY | O_CLOEXEC);
	bool ok = fd >= 0 && write(fd, text, strlen(text)) == (ssize_t)strlen(text);
	if (fd >= 0)
		close(fd);
	return ok;
}

/* Inside nobody is root: a program that root runs has all rights. */
static bool
map_ids(uid_t user, gid_t group)
{
	char users[64], groups[64];
	snprintf(users, sizeof users, "%u %u 1", user ? user : UNKNOWN_USER, user);
	snprintf(groups, sizeof groups, "%u %u 1", group ? group : UNKNOWN_USER, group);
	if (!write_file("/proc/self/setgroups", "deny") && errno != ENOENT)
		return false;
	return write_file("/proc/self/uid_map", users) && write_file("/proc/self/gid_map", groups);
}

static bool
leave_namespace(const struct namespace_kind *n)
{
	uid_t user = geteuid();
	gid_t group = getegid();
	if (unshare(n->flag) < 0)
		return false;
	return n->flag != CLONE_NEWUSER || map_ids(user, group);
}

/* --- mounts --- */

/* More flags for what is mounted there, and below. */
static bool
restrict_mount(const char *path, uint64_t flags, bool below)
{
	struct mount_attr a = {.attr_set = flags};
	return syscall(SYS_mount_setattr, AT_FDCWD, path, below ? AT_RECURSIVE : 0, &a, sizeof a) == 0;
}

static bool
make_folders(char *path)
{
	for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
		*slash = 0;
		bool ok = mkdir(path, 0755) == 0 || errno == EEXIST;
		*slash = '/';
		if (!ok)
			return false;
	}
	return true;
}

/* Something to mount on, of the same kind. In a folder that is shown already it is there, and none can be made. */
static bool
make_place(const char *path, bool folder)
{
	char copy[PATH_MAX];
	struct stat st;
	if (stat(path, &st) == 0)
		return S_ISDIR(st.st_mode) == folder;
	snprintf(copy, sizeof copy, "%s", path);
	if (!make_folders(copy))
		return false;
	if (folder)
		return mkdir(path, 0755) == 0;
	int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0644);
	if (fd >= 0)
		close(fd);
	return fd >= 0;
}

static bool
copy_link(const char *from, const char *to)
{
	char target[PATH_MAX], copy[PATH_MAX];
	ssize_t n = readlink(from, target, sizeof target - 1);
	snprintf(copy, sizeof copy, "%s", to);
	if (n <= 0 || !make_folders(copy))
		return false;
	target[n] = 0;
	return symlink(target, to) == 0 || errno == EEXIST;
}

static bool
is_device(mode_t mode)
{
	return S_ISCHR(mode) || S_ISBLK(mode);
}

static bool
mount_folder(const char *path, const char *options)
{
	return make_place(path, true) && mount("tmpfs", path, "tmpfs", MS_NOSUID | MS_NODEV, options) == 0;
}

/* Behind something empty. What is shown of a folder all the same comes later, so it is sealed in the end. */
static bool
hide(const char *path, bool folder)
{
	if (folder)
		return mount_folder(path, "mode=755,size=1m");
	return make_place(NOTHING, false) && make_place(path, false) && mount(NOTHING, path, NULL, MS_BIND, NULL) == 0 && restrict_mount(path, MOUNT_ATTR_RDONLY, false);
}

/* What is missing outside is missing inside. */
static bool
show(const struct seen *p)
{
	char from[PATH_MAX + sizeof OUTSIDE];
	struct stat st;
	snprintf(from, sizeof from, OUTSIDE "%s", p->path);
	if (lstat(from, &st) < 0)
		return true;
	if (p->as == SEEN_NOT)
		return hide(p->path, S_ISDIR(st.st_mode));
	if (S_ISLNK(st.st_mode))
		return copy_link(from, p->path);
	if (!make_place(p->path, S_ISDIR(st.st_mode)) || mount(from, p->path, NULL, MS_BIND | MS_REC, NULL) < 0)
		return false;
	if (is_device(st.st_mode))
		return restrict_mount(p->path, MOUNT_ATTR_NOSUID, true);
	return restrict_mount(p->path, MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV | (p->as == SEEN_WRITABLE ? 0 : MOUNT_ATTR_RDONLY), true);
}

static bool
empty_folder(const char *path, int64_t size)
{
	char options[64];
	snprintf(options, sizeof options, "mode=1777,nr_inodes=10000,size=%lld", (long long)size);
	return mount_folder(path, options);
}

/* An empty root; the old one is seen in a folder of it. */
static bool
enter_root(void)
{
	static const char *const place = "/tmp";
	if (mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) < 0 || mount("tmpfs", place, "tmpfs", MS_NOSUID | MS_NODEV, "mode=755,size=1m") < 0)
		return false;
	if (chdir(place) < 0 || mkdir("." OUTSIDE, 0755) < 0)
		return false;
	return syscall(SYS_pivot_root, ".", "." OUTSIDE) == 0 && chdir("/") == 0;
}

/* The outer /proc stays below: a user namespace may mount a new one only where it sees one already. */
static bool
show_proc(void)
{
	return make_place("/proc", true) && mount(OUTSIDE "/proc", "/proc", NULL, MS_BIND | MS_REC, NULL) == 0;
}

static bool
seal(const struct seen *p)
{
	struct stat st;
	return p->as != SEEN_NOT || stat(p->path, &st) < 0 || !S_ISDIR(st.st_mode) || restrict_mount(p->path, MOUNT_ATTR_RDONLY, false);
}

static bool
build_root(const struct sandbox *s)
{
	if (!enter_root() || !show_proc() || !empty_folder("/tmp", sandbox_room(s)) || !empty_folder("/dev/shm", sandbox_room(s)))
		return false;
	for (size_t i = 0; i < s->paths.n; i++)
		if (!show(&s->paths.at[i]))
			return false;
	for (size_t i = 0; i < s->paths.n; i++)
		if (!seal(&s->paths.at[i]))
			return false;
	return umount2(OUTSIDE, MNT_DETACH) == 0 && restrict_mount("/", MOUNT_ATTR_RDONLY, false);
}

/* --- temporary files --- */

static bool
lies_in(const char *path, const char *folder)
{
	size_t n = strlen(folder);
	return strncmp(path, folder, n) == 0 && (path[n] == '/' || path[n] == 0);
}

/* Is it, or something that it lies in, shown as it is outside? */
static bool
is_shown(const struct sandbox *s, const char *folder)
{
	for (size_t i = 0; i < s->paths.n; i++)
		if (s->paths.at[i].as != SEEN_NOT && lies_in(folder, s->paths.at[i].path))
			return true;
	return false;
}

/* An empty folder in its place, in which is shown what was shown in it. */
static bool
renew(const struct sandbox *s, const char *folder)
{
	char before[PATH_MAX];
	snprintf(before, sizeof before, OUTSIDE "%s", folder);
	if (is_shown(s, folder))
		return true;
	if (!make_place(before, true) || mount(folder, before, NULL, MS_BIND | MS_REC, NULL) < 0 || !empty_folder(folder, sandbox_room(s)))
		return false;
	for (size_t i = 0; i < s->paths.n; i++)
		if (lies_in(s->paths.at[i].path, folder) && !show(&s->paths.at[i]))
			return false;
	for (size_t i = 0; i < s->paths.n; i++)
		if (lies_in(s->paths.at[i].path, folder) && !seal(&s->paths.at[i]))
			return false;
	return true;
}

bool
room_renew(const struct sandbox *s)
{
	return mount("tmpfs", OUTSIDE, "tmpfs", MS_NOSUID | MS_NODEV, "mode=700,size=1m") == 0 && renew(s, "/tmp") && renew(s, "/dev/shm") &&
		umount2(OUTSIDE, MNT_DETACH) == 0;
}

/* --- processes --- */

/* Of processes only: the rest of it is about the machine, and some of that could be written by who is root outside. */
bool
room_mount_proc(void)
{
	return mount("proc", "/proc", "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC, "subset=pid") == 0;
}

/* What such a process says: 0, or an errno. */
static int
answer_of(pid_t pid)
{
	int status = 0;
	if (pid < 0 || waitpid(pid, &status, 0) < 0)
		return errno;
	return WIFEXITED(status) ? WEXITSTATUS(status) : EINTR;
}

/* Tried by a process that does nothing else. */
static int
try_pid_namespace(void)
{
	pid_t pid = (pid_t)syscall(SYS_clone, CLONE_NEWPID | CLONE_NEWNS | SIGCHLD, 0, 0, 0, 0);
	if (pid == 0)
		_exit(room_mount_proc() ? 0 : errno);
	return answer_of(pid);
}

/* The same: from a root that is half built nobody comes back. */
static int
try_root(const struct sandbox *s)
{
	pid_t pid = fork();
	if (pid == 0) {
		errno = 0;
		_exit(unshare(CLONE_NEWNS) == 0 && build_root(s) ? 0 : errno ? errno : EPERM);
	}
	return answer_of(pid);
}

void
room_build(struct sandbox *s)
{
	for (size_t i = 0; i < MOST_NAMESPACES; i++) {
		const struct namespace_kind *n = &sandbox_namespaces[i];
		s->error[n->layer] = n->flag == CLONE_NEWNS ? try_root(s) : 0;
		errno = 0;
		if (sandbox_has(s, n->layer) && !(leave_namespace(n) && (n->flag != CLONE_NEWNS || build_root(s))))
			s->error[n->layer] = errno ? errno : EPERM;
	}
	s->error[SANDBOX_PID] = sandbox_has(s, SANDBOX_MOUNT) ? try_pid_namespace() : s->error[SANDBOX_MOUNT];
}
