#include "build/folder.h"

#include "base/descriptors.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* TRIES: a compiler that is being ended may still write for a moment; one every hundredth of a second. */
enum { TRIES = 500, TURNS = 100000 };

/* --- the keeper, a process that outlives ours for as long as it takes to remove the folder --- */

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

static void
remove_folder(const char *path)
{
	const struct timespec moment = {.tv_nsec = 10000000};
	for (int i = 0; i < TRIES; i++) {
		empty_all(path);
		if (rmdir(path) == 0 || errno == ENOENT)
			return;
		nanosleep(&moment, NULL);
	}
}

/* Signals are blocked: what is sent to the whole group, from the keyboard say, is not for the keeper. */
static void __attribute__((noreturn))
keep(struct folder *f, int life, int answer)
{
	char byte;
	int status = mkdtemp(f->path) ? 0 : errno;
	setsid();
	descriptors_close_others((int[]){life, answer}, 2); /* a reader of our output must not wait for the keeper */
	if (status != 0)
		f->path[0] = 0;
	if (write(answer, &status, sizeof status) != sizeof status || write(answer, f->path, sizeof f->path) != sizeof f->path)
		status = EPIPE;
	close(answer);
	while (f->path[0] && read(life, &byte, 1) < 0 && errno == EINTR)
		;
	if (f->path[0] && chdir("/") == 0)
		remove_folder(f->path);
	_exit(status != 0);
}

/* --- our side --- */

static bool
read_all(int fd, void *to, size_t n)
{
	for (size_t have = 0; have < n;) {
		ssize_t got = read(fd, (char *)to + have, n - have);
		if (got == 0 || (got < 0 && errno != EINTR))
			return false;
		have += got > 0 ? (size_t)got : 0;
	}
	return true;
}

static void
start_keeper(struct folder *f, const int life[2], const int answer[2])
{
	sigset_t all, before;
	sigfillset(&all);
	sigprocmask(SIG_SETMASK, &all, &before);
	f->keeper = fork();
	if (f->keeper == 0) {
		close(life[1]);
		keep(f, life[0], answer[1]);
	}
	sigprocmask(SIG_SETMASK, &before, NULL);
}

/* Where temporary files go, as an absolute path: a pattern for mkdtemp. */
static bool
pattern(char *path)
{
	const char *where = getenv("TMPDIR");
	char *real = realpath(where && *where ? where : "/tmp", NULL);
	bool ok = real && snprintf(path, PATH_MAX, "%s/srtest-XXXXXX", real) < PATH_MAX;
	free(real);
	return ok;
}

bool
folder_make(struct folder *f, struct diags *d)
{
	int life[2], answer[2], status = 0;
	memset(f, 0, sizeof *f);
	if (!pattern(f->path))
		return diag_error(d, (struct span){0}, "there is no folder for temporary files: TMPDIR names none");
	if (pipe2(life, O_CLOEXEC) < 0)
		return diag_error(d, (struct span){0}, "a pipe cannot be had: %s", strerror(errno));
	if (pipe2(answer, O_CLOEXEC) < 0) {
		close(life[0]);
		close(life[1]);
		return diag_error(d, (struct span){0}, "a pipe cannot be had: %s", strerror(errno));
	}
	start_keeper(f, life, answer);
	close(life[0]);
	close(answer[1]);
	f->life = life[1];
	bool told = f->keeper > 0 && read_all(answer[0], &status, sizeof status) && read_all(answer[0], f->path, sizeof f->path);
	close(answer[0]);
	if (told && status == 0)
		return true;
	folder_remove(f);
	return diag_error(d, (struct span){0}, "a temporary folder cannot be made: %s", told ? strerror(status) : "a process cannot be started");
}

void
folder_remove(struct folder *f)
{
	close(f->life);
	while (f->keeper > 0 && waitpid(f->keeper, NULL, 0) < 0 && errno == EINTR)
		;
}
