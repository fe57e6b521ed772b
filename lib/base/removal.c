#include "base/removal.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { TURNS = 100000 };

/* It may have been made so that nobody looks into it; as a link it is none of ours. */
static int
open_folder(int in, const char *name)
{
	char path[64];
	int place = openat(in, name, O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	if (place < 0)
		return -1;
	snprintf(path, sizeof path, "/proc/self/fd/%d", place);
	fchmodat(AT_FDCWD, path, 0700, 0);
	int fd = openat(place, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	close(place);
	return fd;
}

static bool
is_folder(int in, const char *name)
{
	struct stat st;
	return fstatat(in, name, &st, AT_SYMLINK_NOFOLLOW) == 0 && S_ISDIR(st.st_mode);
}

struct removal {
	int top;
	unsigned lifted;
	bool progress;
};

/* Folders in a folder are first moved to the top: however deep they lie, neither paths nor the stack grow. */
static void
lift(struct removal *r, int in, const char *name)
{
	char lifted[32];
	int fd = open_folder(in, name);
	if (fd >= 0)
		close(fd); /* it was opened up, without which it cannot be moved */
	snprintf(lifted, sizeof lifted, ".lifted-%u", r->lifted++);
	if (renameat(in, name, r->top, lifted) == 0)
		r->progress = true;
}

static bool
is_entry(const struct dirent *e)
{
	return strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0;
}

static void
empty(struct removal *r, int fd)
{
	DIR *d = fdopendir(fd);
	const struct dirent *e;
	while (d && (e = readdir(d)))
		if (is_entry(e) && is_folder(fd, e->d_name))
			lift(r, fd, e->d_name);
		else if (is_entry(e))
			unlinkat(fd, e->d_name, 0);
	if (d)
		closedir(d);
	else
		close(fd);
}

static void
remove_entry(struct removal *r, const char *name)
{
	int inner = is_folder(r->top, name) ? open_folder(r->top, name) : -1;
	if (inner >= 0)
		empty(r, inner);
	if (unlinkat(r->top, name, inner >= 0 ? AT_REMOVEDIR : 0) == 0)
		r->progress = true;
}

/* One turn over what lies at the top. False if nothing can be removed any more. */
static bool
empty_top(struct removal *r)
{
	int fd = openat(r->top, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	DIR *d = fd < 0 ? NULL : fdopendir(fd);
	const struct dirent *e;
	r->progress = false;
	while (d && (e = readdir(d)))
		if (is_entry(e))
			remove_entry(r, e->d_name);
	if (d)
		closedir(d);
	return r->progress;
}

static void
empty_all(const char *path)
{
	struct removal r = {.top = open_folder(AT_FDCWD, path)};
	for (int turn = 0; r.top >= 0 && turn < TURNS && empty_top(&r); turn++)
		;
	if (r.top >= 0)
		close(r.top);
}

bool
removal_try(const char *path)
{
	empty_all(path);
	return rmdir(path) == 0 || errno == ENOENT;
}
