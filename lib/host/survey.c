#include "host/survey.h"

#include <ctype.h>
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct stat_line {
	char state;
	int parent, group;
	unsigned long long user, system;
	long long pages;
};

static bool
read_stat(const char *path, struct stat_line *s)
{
	char line[1024];
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return false;
	ssize_t n = read(fd, line, sizeof line - 1);
	close(fd);
	line[n > 0 ? n : 0] = 0;
	const char *name_end = strrchr(line, ')'); /* the name may hold anything */
	return name_end && sscanf(name_end + 1, " %c %d %d %*d %*d %*d %*u %*u %*u %*u %*u %llu %llu %*d %*d %*d %*d %*d %*d %*u %*u %lld", &s->state, &s->parent,
		&s->group, &s->user, &s->system, &s->pages) == 6;
}

/* Calls fn with each number that is a name in the folder, until it says false. */
static void
each_number(const char *folder, bool (*fn)(pid_t, void *), void *arg)
{
	DIR *d = opendir(folder);
	for (struct dirent *e; d && (e = readdir(d));)
		if (isdigit((unsigned char)*e->d_name) && !fn((pid_t)atoi(e->d_name), arg))
			break;
	if (d)
		closedir(d);
}

struct look {
	struct survey *survey;
	pid_t pid;
	int group;
	bool found;
};

static bool
look_at_thread(pid_t thread, void *arg)
{
	struct look *l = arg;
	char path[64];
	struct stat_line s;
	snprintf(path, sizeof path, "/proc/%d/task/%d/stat", (int)l->pid, (int)thread);
	if (read_stat(path, &s) && (s.state == 'R' || s.state == 'D'))
		l->survey->awake = true;
	return !l->survey->awake;
}

static bool
look_at(pid_t pid, void *arg)
{
	struct look *l = arg;
	char path[64];
	struct stat_line s;
	snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
	if (!read_stat(path, &s) || (l->group && s.group != l->group))
		return true;
	l->found = true;
	l->survey->computed += (int64_t)(s.user + s.system) * (1000000000ll / sysconf(_SC_CLK_TCK));
	l->survey->memory += s.pages * sysconf(_SC_PAGESIZE);
	l->pid = pid;
	snprintf(path, sizeof path, "/proc/%d/task", (int)pid);
	each_number(path, look_at_thread, l);
	return true;
}

bool
survey_take(pid_t pid, bool family, struct survey *s)
{
	struct look l = {.survey = s, .group = family ? pid : 0};
	*s = (struct survey){0};
	if (family)
		each_number("/proc", look_at, &l);
	else
		look_at(pid, &l);
	return l.found;
}

struct search {
	pid_t self, found;
	const char *mark;
	bool (*ours)(pid_t);
};

/* Does it stand in the environment that the process was started with? */
static bool
has_mark(pid_t pid, const char *mark)
{
	char path[64], *line = NULL;
	size_t room = 0;
	bool found = false;
	snprintf(path, sizeof path, "/proc/%d/environ", (int)pid);
	FILE *f = fopen(path, "re");
	while (f && !found && getdelim(&line, &room, 0, f) > 0)
		found = strcmp(line, mark) == 0;
	if (f)
		fclose(f);
	free(line);
	return found;
}

static bool
is_orphan(pid_t pid, void *arg)
{
	struct search *f = arg;
	char path[64];
	struct stat_line s;
	snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
	if (read_stat(path, &s) && s.parent == f->self && !f->ours(pid) && has_mark(pid, f->mark))
		f->found = pid;
	return f->found == 0;
}

pid_t
survey_orphan(const char *mark, bool (*ours)(pid_t))
{
	struct search f = {.self = getpid(), .mark = mark, .ours = ours};
	each_number("/proc", is_orphan, &f);
	return f.found;
}
