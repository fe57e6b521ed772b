#include "drivers/native/files.h"

#include "drivers/native/misuse.h"
#include "drivers/native/real.h"
#include "drivers/native/schedule.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

enum { MOST_KEPT = 1 << 20, MOST_KNOWN = 256, MOST_LINKS = 8, MODE = 07777 };

enum was { WAS_ABSENT, WAS_FILE, WAS_FOLDER, WAS_LINK, WAS_MOVED };

/* An entry: this, then the path, which ends with a zero, and then what was in it, or where it was. */
struct entry {
	uint32_t was, mode;
	uint64_t path, content; /* sizes */
};

static int journal = -1;
static size_t written; /* in this test */
static uint64_t known[MOST_KNOWN]; /* hashes of paths that are in it */
static size_t nknown;

/* --- threads --- */

/* In /proc they are those of the host, and which there are depends on what it did before. */
static bool
names_threads(const char *path)
{
	static const char root[] = "/proc/", thread[] = "thread-self", self[] = "self";
	const char *at = path + strlen(root);
	if (strncmp(path, root, strlen(root)) != 0)
		return false;
	if (strncmp(at, thread, strlen(thread)) == 0)
		return true;
	at += strncmp(at, self, strlen(self)) == 0 ? strlen(self) : strspn(at, "0123456789");
	return strncmp(at, "/task", 5) == 0;
}

void
files_look(const char *path, const void *place)
{
	if (path && schedule_self() && names_threads(path))
		unseen("threads in /proc", place);
}

/* --- the journal --- */

static bool
write_all(int fd, const void *from, size_t n)
{
	for (const char *at = from; n > 0;) {
		long done = real_syscall(SYS_write, fd, (long)at, (long)n, 0, 0, 0);
		if (done <= 0)
			return false;
		at += done;
		n -= (size_t)done;
	}
	return true;
}

/* An entry is there as a whole, or not at all. */
static void
add(enum was was, uint32_t mode, const char *path, const void *content, size_t n)
{
	struct entry e = {was, mode, strlen(path) + 1, n};
	if (journal >= 0 && write_all(journal, &e, sizeof e) && write_all(journal, path, e.path) && write_all(journal, content, n)) {
		written += sizeof e + e.path + n;
		return;
	}
	real_syscall(SYS_ftruncate, journal, (long)written, 0, 0, 0, 0);
	real_syscall(SYS_lseek, journal, (long)written, SEEK_SET, 0, 0, 0);
}

static bool
is_known(const char *path)
{
	uint64_t hash = XXH3_64bits(path, strlen(path));
	for (size_t i = 0; i < nknown; i++)
		if (known[i] == hash)
			return true;
	if (nknown < MOST_KNOWN)
		known[nknown++] = hash;
	return false;
}

/* --- how it is --- */

/* All of a file that is not larger than it should be; NULL: it cannot be read. */
static char *
read_file(const char *path, size_t size)
{
	int fd = (int)real_syscall(SYS_openat, AT_FDCWD, (long)path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK, 0, 0, 0);
	char *content = fd < 0 ? NULL : real.malloc(size + 1);
	size_t n = 0;
	for (long got = 1; content && n <= size && got > 0; n += got > 0 ? (size_t)got : 0)
		got = real_syscall(SYS_read, fd, (long)(content + n), (long)(size + 1 - n), 0, 0, 0);
	if (fd >= 0)
		real_syscall(SYS_close, fd, 0, 0, 0, 0, 0);
	if (n == size)
		return content;
	real.free(content);
	return NULL;
}

static void
add_file(const char *path, const struct stat *st)
{
	char *content = st->st_size <= MOST_KEPT ? read_file(path, (size_t)st->st_size) : NULL;
	if (content)
		add(WAS_FILE, st->st_mode & MODE, path, content, (size_t)st->st_size);
	real.free(content);
}

/* From a folder, unless it says from where itself. False: it is too long, or nobody knows where the folder is. */
static bool
absolute(int folder, const char *path, char out[PATH_MAX])
{
	char name[32];
	long n = 0;
	snprintf(name, sizeof name, "/proc/self/fd/%d", folder);
	if (*path != '/' && folder == AT_FDCWD)
		n = real_syscall(SYS_getcwd, (long)out, PATH_MAX, 0, 0, 0, 0) - 1;
	else if (*path != '/')
		n = real_syscall(SYS_readlink, (long)name, (long)out, PATH_MAX, 0, 0, 0);
	if (n < 0 || (size_t)n + strlen(path) + 2 > PATH_MAX)
		return false;
	out[n] = '/';
	strcpy(out + n + (*path != '/'), path);
	return true;
}

/* What the system shows as files is none of the implementation's doing. */
static bool
is_systems(const char *path)
{
	return strncmp(path, "/proc/", 6) == 0 || strncmp(path, "/sys/", 5) == 0 || (strncmp(path, "/dev/", 5) == 0 && strncmp(path, "/dev/shm/", 9) != 0);
}

/* Where a link leads; false: nowhere that can be said. */
static bool
follow(const char *path, char to[PATH_MAX])
{
	char target[PATH_MAX], folder[PATH_MAX];
	long n = real_syscall(SYS_readlink, (long)path, (long)target, PATH_MAX - 1, 0, 0, 0);
	if (n < 0)
		return false;
	target[n] = '\0';
	strcpy(folder, path);
	*(strrchr(folder, '/') + 1) = '\0';
	if (*target != '/' && strlen(folder) + (size_t)n >= PATH_MAX)
		return false;
	strcpy(to, *target == '/' ? "" : folder);
	strcat(to, target);
	return true;
}

static void
keep(const char *path, int links)
{
	char target[PATH_MAX];
	struct stat st;
	if (is_systems(path) || is_known(path))
		return;
	if (real_syscall(SYS_newfstatat, AT_FDCWD, (long)path, (long)&st, AT_SYMLINK_NOFOLLOW, 0, 0) < 0) {
		add(WAS_ABSENT, 0, path, NULL, 0);
	} else if (S_ISREG(st.st_mode)) {
		add_file(path, &st);
	} else if (S_ISDIR(st.st_mode)) {
		add(WAS_FOLDER, st.st_mode & MODE, path, NULL, 0);
	} else if (S_ISLNK(st.st_mode) && links < MOST_LINKS && follow(path, target)) {
		add(WAS_LINK, 0, path, target, strlen(target) + 1);
		keep(target, links + 1);
	}
}

void
files_note(int folder, const char *path)
{
	char whole[PATH_MAX];
	int error = errno;
	if (schedule_self() && path && *path && absolute(folder, path, whole))
		keep(whole, 0);
	errno = error;
}

void
files_made(const char *path)
{
	char whole[PATH_MAX];
	int error = errno;
	if (schedule_self() && absolute(AT_FDCWD, path, whole) && !is_systems(whole) && !is_known(whole))
		add(WAS_ABSENT, 0, whole, NULL, 0);
	errno = error;
}

void
files_moved(int from_folder, const char *from, int to_folder, const char *to)
{
	char old[PATH_MAX], new[PATH_MAX];
	int error = errno;
	if (schedule_self() && absolute(from_folder, from, old) && absolute(to_folder, to, new) && !is_systems(old) && !is_systems(new))
		add(WAS_MOVED, 0, new, old, strlen(old) + 1);
	errno = error;
}

/* --- as it was --- */

static void
take_away(const char *path)
{
	if (real_syscall(SYS_unlink, (long)path, 0, 0, 0, 0, 0) < 0)
		real_syscall(SYS_rmdir, (long)path, 0, 0, 0, 0, 0);
}

/* Most often it is: then its times stay, too. */
static bool
is_same(const char *path, const struct entry *e, const char *content)
{
	struct stat st;
	if (real_syscall(SYS_newfstatat, AT_FDCWD, (long)path, (long)&st, AT_SYMLINK_NOFOLLOW, 0, 0) < 0 || !S_ISREG(st.st_mode))
		return false;
	if ((st.st_mode & MODE) != e->mode || (uint64_t)st.st_size != e->content)
		return false;
	char *now = read_file(path, e->content);
	bool same = now && memcmp(now, content, e->content) == 0;
	real.free(now);
	return same;
}

static void
write_file(const char *path, const struct entry *e, const char *content)
{
	if (is_same(path, e, content))
		return;
	int fd = (int)real_syscall(SYS_openat, AT_FDCWD, (long)path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK, 0600, 0, 0);
	if (fd < 0)
		return;
	write_all(fd, content, e->content);
	real_syscall(SYS_fchmod, fd, e->mode, 0, 0, 0, 0);
	real_syscall(SYS_close, fd, 0, 0, 0, 0, 0);
}

/* What cannot be put back now cannot be by anybody else either. */
static void
put_back(const struct entry *e, const char *path, const char *content)
{
	switch ((enum was)e->was) {
	case WAS_ABSENT:
		take_away(path);
		break;
	case WAS_FILE:
		write_file(path, e, content);
		break;
	case WAS_FOLDER:
		real_syscall(SYS_mkdir, (long)path, e->mode, 0, 0, 0, 0);
		real_syscall(SYS_chmod, (long)path, e->mode, 0, 0, 0, 0);
		break;
	case WAS_LINK:
		take_away(path);
		real_syscall(SYS_symlink, (long)content, (long)path, 0, 0, 0, 0);
		break;
	case WAS_MOVED:
		real_syscall(SYS_rename, (long)path, (long)content, 0, 0, 0, 0);
		break;
	}
}

/* Entries from `at` on, the last one first: they build on each other. */
static void
put_all_back(const char *at, const char *end)
{
	struct entry e;
	if ((size_t)(end - at) < sizeof e)
		return;
	memcpy(&e, at, sizeof e);
	at += sizeof e;
	if (e.path == 0 || e.path > PATH_MAX || e.content > MOST_KEPT || e.path + e.content > (size_t)(end - at))
		return;
	put_all_back(at + e.path + e.content, end);
	put_back(&e, at, at + e.path);
}

static void
read_journal(size_t size)
{
	char *all = real.malloc(size);
	if (all && real_syscall(SYS_pread64, journal, (long)all, (long)size, 0, 0, 0) == (long)size)
		put_all_back(all, all + size);
	real.free(all);
	real_syscall(SYS_ftruncate, journal, 0, 0, 0, 0, 0);
	real_syscall(SYS_lseek, journal, 0, SEEK_SET, 0, 0, 0);
}

void
files_adopt(int fd)
{
	struct stat st;
	journal = fd < 0 ? memfd_create("journal", MFD_CLOEXEC) : fd;
	if (journal >= 0 && real_syscall(SYS_fstat, journal, (long)&st, 0, 0, 0, 0) == 0 && st.st_size > 0)
		read_journal((size_t)st.st_size);
}

void
files_reset(void)
{
	if (written > 0)
		read_journal(written);
	written = nknown = 0;
}
