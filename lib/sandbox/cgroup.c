/* A control group for all that is inside: limits on what they take together, where the system lets us make one. */
#include "sandbox/private.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* NAPS of a hundredth of a second: those who are being killed are in it for a moment still. */
enum { NAPS = 500 };

/* --- where groups are --- */

/* Where our own group of this controller is in its hierarchy; "" stands for the one that has them all. */
static bool
our_group(const char *controller, char *path, size_t size)
{
	char line[PATH_MAX];
	bool found = false;
	FILE *f = fopen("/proc/self/cgroup", "re");
	while (f && !found && fgets(line, sizeof line, f)) {
		line[strcspn(line, "\n")] = 0;
		char *names = strchr(line, ':'), *where = names ? strchr(names + 1, ':') : NULL;
		if (!where)
			continue;
		*where++ = 0;
		for (char *name = names + 1; name && !found; name = strchr(name, ',') ? strchr(name, ',') + 1 : NULL)
			found = strlen(controller) == strcspn(name, ",") && strncmp(name, controller, strlen(controller)) == 0;
		if (found)
			snprintf(path, size, "%s", where);
	}
	if (f)
		fclose(f);
	return found;
}

static bool
has_option(const char *options, const char *name)
{
	size_t n = strlen(name);
	for (const char *at = options; at; at = strchr(at, ',') ? strchr(at, ',') + 1 : NULL)
		if (strcspn(at, ",\n") == n && strncmp(at, name, n) == 0)
			return true;
	return false;
}

/* Where the hierarchy is mounted, and what of it is seen there. */
static bool
mounted(const char *controller, char *root, char *where)
{
	char line[3 * PATH_MAX], type[32], options[512];
	bool found = false;
	FILE *f = fopen("/proc/self/mountinfo", "re");
	while (f && !found && fgets(line, sizeof line, f)) {
		const char *dash = strstr(line, " - ");
		if (!dash || sscanf(dash, " - %31s %*s %511s", type, options) != 2 || sscanf(line, "%*d %*d %*s %4095s %4095s", root, where) != 2)
			continue;
		found = *controller ? strcmp(type, "cgroup") == 0 && has_option(options, controller) : strcmp(type, "cgroup2") == 0;
	}
	if (f)
		fclose(f);
	return found;
}

/* The folder of our own group. */
static bool
find(const char *controller, char *folder, size_t size)
{
	static char path[PATH_MAX], root[PATH_MAX], where[PATH_MAX];
	if (!our_group(controller, path, sizeof path) || !mounted(controller, root, where))
		return false;
	size_t n = strcmp(root, "/") == 0 ? 0 : strlen(root);
	bool below = strncmp(path, root, n) == 0;
	return snprintf(folder, size, "%s%s", where, below && strcmp(path, "/") != 0 ? path + n : "") < (int)size;
}

/* --- making one --- */

static bool
put(const char *folder, const char *file, const char *value)
{
	char path[PATH_MAX];
	snprintf(path, sizeof path, "%s/%s", folder, file);
	int fd = open(path, O_WRONLY | O_CLOEXEC);
	bool ok = fd >= 0 && write(fd, value, strlen(value)) == (ssize_t)strlen(value);
	if (fd >= 0)
		close(fd);
	return ok;
}

static bool
put_number(const char *folder, const char *file, int64_t number)
{
	char value[32];
	snprintf(value, sizeof value, "%lld", (long long)number);
	return number <= 0 || put(folder, file, value);
}

static bool
set_limits(const struct sandbox *s, const char *controller, const char *folder)
{
	const struct sandbox_options *o = &s->options;
	if (strcmp(controller, "cpu") == 0)
		return true; /* each group has as large a share as the others, however many are in it */
	if (strcmp(controller, "pids") == 0)
		return put_number(folder, "pids.max", o->processes);
	if (strcmp(controller, "memory") == 0)
		return put_number(folder, "memory.limit_in_bytes", o->memory);
	if (o->memory > 0 && !put(folder, "memory.swap.max", "0"))
		errno = 0; /* there is no swap */
	return put(folder, "pids.max", "max") && put(folder, "memory.max", "max") && put_number(folder, "pids.max", o->processes) &&
		put_number(folder, "memory.max", o->memory);
}

static bool
make_in(struct sandbox *s, const char *controller, const char *outer)
{
	static unsigned number;
	static char path[2 * PATH_MAX];
	struct sandbox_group *g = &s->groups[s->ngroups];
	snprintf(path, sizeof path, "%s/srtest-%d-%u", outer, (int)getpid(), number++);
	if (mkdir(path, 0755) < 0)
		return false;
	g->path = arena_strdup(&s->arena, path);
	snprintf(path, sizeof path, "%s/cgroup.procs", g->path);
	if (set_limits(s, controller, g->path) && (g->members = sandbox_moved(open(path, O_WRONLY | O_CLOEXEC))) >= 0) {
		s->ngroups++;
		return true;
	}
	int error = errno;
	rmdir(g->path);
	errno = error;
	return false;
}

/* In our own group; or beside it, since in one that has processes none can be limited where there is one hierarchy for all. */
static bool
make(struct sandbox *s, const char *controller)
{
	static char outer[PATH_MAX];
	errno = ENOENT;
	if (!find(controller, outer, sizeof outer))
		return false;
	if (make_in(s, controller, outer))
		return true;
	if (*controller || !strrchr(outer, '/'))
		return false;
	*strrchr(outer, '/') = 0;
	return make_in(s, controller, outer);
}

/* One for all controllers, or one for each. */
static int
make_all(struct sandbox *s)
{
	if (make(s, ""))
		return 0;
	if (make(s, "pids") && make(s, "memory")) {
		make(s, "cpu"); /* nobody's limit depends on it */
		return 0;
	}
	int error = errno;
	cgroup_remove(s);
	cgroup_close(s);
	return error ? error : EPERM;
}

void
cgroup_open(struct sandbox *s)
{
	for (size_t i = 0; i < MOST_GROUPS; i++)
		s->groups[i].members = -1;
	s->error[SANDBOX_CGROUP] = make_all(s);
}

bool
cgroup_join(const struct sandbox *s)
{
	for (size_t i = 0; i < s->ngroups; i++)
		if (write(s->groups[i].members, "0", 1) != 1)
			return false;
	return true;
}

/* --- its end --- */

/* What it is called by from inside another root: the folder that it is in, and its name. */
static int
open_outer(const char *path, const char **name)
{
	char folder[PATH_MAX];
	const char *slash = strrchr(path, '/');
	snprintf(folder, sizeof folder, "%.*s", (int)(slash - path), path);
	*name = slash + 1;
	return open(folder, O_PATH | O_DIRECTORY | O_CLOEXEC);
}

void
cgroup_reach(struct sandbox *s)
{
	for (size_t i = 0; i < s->ngroups; i++)
		s->groups[i].outer = open_outer(s->groups[i].path, &s->groups[i].name);
}

/* Nobody else ends them, where there is no pid namespace and their keeper was killed. */
static void
kill_members(int outer, const char *name)
{
	char path[PATH_MAX];
	int pid;
	snprintf(path, sizeof path, "%s/cgroup.procs", name);
	int fd = openat(outer, path, O_RDONLY | O_CLOEXEC);
	FILE *f = fd < 0 ? NULL : fdopen(fd, "r");
	while (f && fscanf(f, "%d", &pid) == 1)
		if (pid > 0)
			kill(pid, SIGKILL);
	if (f)
		fclose(f);
}

static void
remove_group(int outer, const char *name)
{
	const struct timespec nap = {.tv_nsec = 10000000};
	for (int i = 0; i < NAPS && unlinkat(outer, name, AT_REMOVEDIR) < 0 && errno == EBUSY; i++) {
		kill_members(outer, name);
		nanosleep(&nap, NULL);
	}
}

void
cgroup_remove_reached(const struct sandbox *s)
{
	for (size_t i = 0; i < s->ngroups; i++)
		remove_group(s->groups[i].outer, s->groups[i].name);
}

void
cgroup_remove(const struct sandbox *s)
{
	for (size_t i = 0; i < s->ngroups; i++)
		remove_group(AT_FDCWD, s->groups[i].path);
}

void
cgroup_close(struct sandbox *s)
{
	for (size_t i = 0; i < s->ngroups; i++) {
		struct sandbox_group *g = &s->groups[i];
		if (g->members >= 0)
			close(g->members);
		g->members = -1;
	}
	s->ngroups = 0;
}

/* --- what was hit --- */

/* A number in a file of lines with a name and a number each; or of a number only. */
static long long
counted(const char *folder, const char *file, const char *name)
{
	char path[PATH_MAX], line[128];
	long long number = 0;
	snprintf(path, sizeof path, "%s/%s", folder, file);
	FILE *f = fopen(path, "re");
	while (f && fgets(line, sizeof line, f)) {
		size_t n = strlen(name);
		if (strncmp(line, name, n) == 0 && line[n] == ' ')
			number = atoll(line + n);
	}
	if (f)
		fclose(f);
	return number;
}

const char *
sandbox_limit(const struct sandbox *s)
{
	for (size_t i = 0; i < s->ngroups; i++) {
		const char *path = s->groups[i].path;
		if (counted(path, "memory.events", "oom_kill") || counted(path, "memory.oom_control", "oom_kill"))
			return "memory";
		if (counted(path, "pids.events", "max"))
			return "processes";
	}
	return NULL;
}
