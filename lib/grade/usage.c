#include "grade/usage.h"

#include "base/text.h"
#include "base/vec.h"

#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* PATIENCE: in hundredths of a second. MOST_COUNTED: processes; who has more of them has hit another limit. */
enum { PATIENCE = 1000, MOST_COUNTED = 1 << 14 };

/* NAP: in nanoseconds, between two looks whether those that were killed are gone; NAPS of them at most. */
enum { NAP = 1000000, NAPS = 5000 };

struct family {
	struct arena arena;
	VEC(pid_t) members; /* that are to be looked at, or were */
	struct usage used;
};

/* Reads a file of /proc as a string, "" if there is none. */
static const char *
slurp(struct arena *a, const char *path)
{
	struct text t = {0};
	char part[1 << 12];
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	for (ssize_t n; fd >= 0 && (n = read(fd, part, sizeof part)) > 0;)
		text_add(&t, part, (size_t)n);
	if (fd >= 0)
		close(fd);
	return text_take(&t, a);
}

static void
add_own(struct family *f, pid_t pid)
{
	unsigned long user = 0, system = 0;
	long user_below = 0, system_below = 0, pages = 0;
	const char *stat = slurp(&f->arena, arena_printf(&f->arena, "/proc/%d/stat", (int)pid));
	const char *rest = strrchr(stat, ')'); /* the name before it may hold anything */
	if (!rest)
		return;
	sscanf(rest + 1, " %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu %ld %ld %*d %*d %*d %*d %*u %*u %ld", &user, &system, &user_below, &system_below, &pages);
	f->used.cpu += (int64_t)(user + system + (unsigned long)user_below + (unsigned long)system_below) * (1000000000 / sysconf(_SC_CLK_TCK));
	f->used.memory += pages * sysconf(_SC_PAGESIZE);
}

static void
add_children(struct family *f, const char *list)
{
	char *at = (char *)(uintptr_t)list;
	for (pid_t child; f->members.n < MOST_COUNTED && (child = (pid_t)strtol(at, &at, 10)) > 0;)
		vec_push(&f->arena, &f->members, child);
}

/* A child belongs to the thread that started it. */
static void
add_thread(struct family *f, pid_t pid, const char *thread)
{
	unsigned long long waited = 0;
	add_children(f, slurp(&f->arena, arena_printf(&f->arena, "/proc/%d/task/%s/children", (int)pid, thread)));
	if (sscanf(slurp(&f->arena, arena_printf(&f->arena, "/proc/%d/task/%s/schedstat", (int)pid, thread)), "%*u %llu", &waited) == 1)
		f->used.waited += (int64_t)waited;
}

static void
add_process(struct family *f, pid_t pid)
{
	DIR *threads = opendir(arena_printf(&f->arena, "/proc/%d/task", (int)pid));
	add_own(f, pid);
	for (const struct dirent *e; threads && (e = readdir(threads));)
		if (*e->d_name != '.')
			add_thread(f, pid, e->d_name);
	if (threads)
		closedir(threads);
}

struct usage
usage_of(pid_t pid)
{
	struct family f = {0};
	vec_push(&f.arena, &f.members, pid);
	for (size_t i = 0; i < f.members.n; i++)
		add_process(&f, f.members.at[i]);
	arena_free(&f.arena);
	return f.used;
}

static bool
runs_our_program(pid_t pid)
{
	char path[64], theirs[PATH_MAX], own[PATH_MAX];
	snprintf(path, sizeof path, "/proc/%d/exe", (int)pid);
	ssize_t n = readlink(path, theirs, sizeof theirs), m = readlink("/proc/self/exe", own, sizeof own);
	return n > 0 && n == m && memcmp(theirs, own, (size_t)n) == 0;
}

/* How many there are still, but for our own, which remove what is left and then end, unless somebody stopped them. */
static size_t
kill_strays(bool (*ours)(void *, pid_t), void *context)
{
	struct family f = {0};
	size_t n = 0;
	add_children(&f, slurp(&f.arena, arena_printf(&f.arena, "/proc/self/task/%d/children", (int)getpid())));
	for (size_t i = 0; i < f.members.n; i++) {
		pid_t child = f.members.at[i];
		if (ours(context, child) || waitpid(child, NULL, WNOHANG) == child)
			continue;
		bool removes = runs_our_program(child);
		kill(child, removes ? SIGCONT : SIGKILL);
		n += !removes;
	}
	arena_free(&f.arena);
	return n;
}

/* None is waited for alone: the first of a pid namespace is not gone before all others in there have been waited for, which may be strays too. */
void
usage_end_strays(bool (*ours)(void *, pid_t), void *context)
{
	for (int i = 0; i < NAPS && kill_strays(ours, context) > 0; i++)
		nanosleep(&(struct timespec){.tv_nsec = NAP}, NULL);
}

static bool
is_nobody(void *context, pid_t pid)
{
	return false;
}

static bool
has_children(void)
{
	siginfo_t info;
	return waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) == 0;
}

void
usage_end_all(void)
{
	const struct timespec moment = {.tv_nsec = 10000000};
	for (int i = 0; i < PATIENCE && has_children(); i++) {
		usage_end_strays(is_nobody, NULL);
		if (has_children())
			nanosleep(&moment, NULL);
	}
}
