#include "grade/usage.h"

#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* PATIENCE: in hundredths of a second. DEPTH: processes below a process below a process; nobody who means well goes that deep. */
enum { DEPTH = 16, WORDS = 1 << 14, PATIENCE = 1000 };

/* NAP: in nanoseconds, between two looks whether those that were killed are gone; NAPS of them at most. */
enum { NAP = 1000000, NAPS = 5000 };

/* Reads a file of /proc as a string, "" if there is none. */
static void
slurp(char *to, size_t size, const char *format, int pid)
{
	char path[64];
	snprintf(path, sizeof path, format, pid, pid);
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t n = fd < 0 ? 0 : read(fd, to, size - 1);
	to[n > 0 ? n : 0] = 0;
	if (fd >= 0)
		close(fd);
}

static void
add_own(struct usage *u, pid_t pid)
{
	char stat[1024];
	unsigned long user = 0, system = 0;
	long user_below = 0, system_below = 0, pages = 0;
	slurp(stat, sizeof stat, "/proc/%d/stat", pid);
	const char *rest = strrchr(stat, ')'); /* the name before it may hold anything */
	if (!rest)
		return;
	sscanf(rest + 1, " %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu %ld %ld %*d %*d %*d %*d %*u %*u %ld", &user, &system, &user_below, &system_below, &pages);
	u->cpu += (int64_t)(user + system + (unsigned long)user_below + (unsigned long)system_below) * (1000000000 / sysconf(_SC_CLK_TCK));
	u->memory += pages * sysconf(_SC_PAGESIZE);
}

/* The next number in the list of children; 0: there is none. */
static pid_t
next_child(char **at)
{
	return (pid_t)strtol(*at, at, 10);
}

static void
add_all(struct usage *u, pid_t pid, int depth)
{
	char children[WORDS], *at = children;
	add_own(u, pid);
	slurp(children, sizeof children, "/proc/%d/task/%d/children", pid);
	for (pid_t child; depth < DEPTH && (child = next_child(&at)) > 0;)
		add_all(u, child, depth + 1);
}

struct usage
usage_of(pid_t pid)
{
	struct usage u = {0};
	add_all(&u, pid, 0);
	return u;
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
	char children[WORDS], *at = children;
	size_t n = 0;
	slurp(children, sizeof children, "/proc/%d/task/%d/children", getpid());
	for (pid_t child; (child = next_child(&at)) > 0;) {
		if (ours(context, child) || waitpid(child, NULL, WNOHANG) == child)
			continue;
		bool removes = runs_our_program(child);
		kill(child, removes ? SIGCONT : SIGKILL);
		n += !removes;
	}
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
