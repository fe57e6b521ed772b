#include "build/family.h"

#include "base/vec.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* NAP: in nanoseconds, between two looks whether those that were killed are gone; NAPS of them at most. */
enum { NAP = 1000000, NAPS = 5000 };

struct member {
	pid_t pid, parent;
	bool ours;
};

struct family {
	struct arena arena;
	VEC(struct member) at;
};

/* The parent stands after the name in parentheses, which may itself hold some, and after the state. */
static pid_t
parent_of(pid_t pid)
{
	char path[64], stat[512];
	snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
	int fd = open(path, O_RDONLY | O_CLOEXEC), parent = 0;
	ssize_t n = fd < 0 ? -1 : read(fd, stat, sizeof stat - 1);
	if (fd >= 0)
		close(fd);
	if (n <= 0)
		return 0;
	stat[n] = 0;
	const char *end = strrchr(stat, ')');
	return end && sscanf(end, ") %*c %d", &parent) == 1 ? parent : 0;
}

static void
read_all(struct family *f)
{
	DIR *dir = opendir("/proc");
	const struct dirent *e;
	while (dir && (e = readdir(dir))) {
		pid_t pid = atoi(e->d_name);
		if (pid > 0)
			vec_push(&f->arena, &f->at, (struct member){.pid = pid, .parent = parent_of(pid)});
	}
	if (dir)
		closedir(dir);
}

static bool
is_ours(const struct family *f, pid_t pid)
{
	for (size_t i = 0; i < f->at.n; i++)
		if (f->at.at[i].pid == pid)
			return f->at.at[i].ours;
	return false;
}

/* Returns how many there are. */
static size_t
mark(struct family *f)
{
	size_t n = 0;
	pid_t self = getpid();
	for (bool more = true; more;) {
		more = false;
		for (size_t i = 0; i < f->at.n; i++) {
			struct member *m = &f->at.at[i];
			if (m->ours || (m->parent != self && !is_ours(f, m->parent)))
				continue;
			m->ours = more = true;
			n++;
		}
	}
	return n;
}

size_t
family_size(void)
{
	struct family f = {0};
	read_all(&f);
	size_t n = mark(&f);
	arena_free(&f.arena);
	return n;
}

static void
kill_all(void)
{
	struct family f = {0};
	read_all(&f);
	mark(&f);
	for (size_t i = 0; i < f.at.n; i++)
		if (f.at.at[i].ours)
			kill(f.at.at[i].pid, SIGKILL);
	arena_free(&f.arena);
}

void
family_end(void)
{
	for (int i = 0; i < NAPS; i++) {
		pid_t reaped;
		while ((reaped = waitpid(-1, NULL, WNOHANG)) > 0)
			;
		if (reaped < 0 && errno == ECHILD)
			return;
		kill_all();
		nanosleep(&(struct timespec){.tv_nsec = NAP}, NULL);
	}
}

size_t
family_threads_of_user(void)
{
	DIR *dir = opendir("/proc");
	const struct dirent *e;
	size_t n = 0;
	while (dir && (e = readdir(dir))) {
		struct stat st;
		char path[300];
		snprintf(path, sizeof path, "%s/task", e->d_name);
		if (atoi(e->d_name) > 0 && fstatat(dirfd(dir), path, &st, 0) == 0 && st.st_uid == getuid() && st.st_nlink > 2)
			n += st.st_nlink - 2;
	}
	if (dir)
		closedir(dir);
	return n;
}
