/*
 * The process that builds the room, once for all who are to run in it. They enter its namespaces by descriptors, so it could end
 * then; but it stays, and removes what would outlive us, however we end.
 */
#include "sandbox/private.h"

#include "base/descriptors.h"
#include "base/removal.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* What the holder has to say. */
struct report {
	int error[SANDBOX_LAYERS];
	char temporary[PATH_MAX];
};

/* --- the holder --- */

/* Where there is no root of its own, files are written to a folder of ours. */
static void
make_temporary(const struct sandbox *s, struct report *r)
{
	const char *where = getenv("TMPDIR");
	if (sandbox_has(s, SANDBOX_MOUNT)) {
		strcpy(r->temporary, "/tmp");
		return;
	}
	char *real = realpath(where && *where ? where : "/tmp", NULL);
	if (!real || snprintf(r->temporary, PATH_MAX, "%s/srtest-XXXXXX", real) >= PATH_MAX || !mkdtemp(r->temporary))
		r->temporary[0] = 0;
	free(real);
}

/* Can the filter be put in force? Tried by a process that does nothing else. */
static int
try_filter(const struct sandbox *s)
{
	int status = 0;
	pid_t pid = fork();
	if (pid == 0)
		_exit(filter_enter(s) < 0 ? errno : 0);
	if (pid < 0 || waitpid(pid, &status, 0) < 0)
		return errno;
	return WIFEXITED(status) ? WEXITSTATUS(status) : EINTR;
}

/* Signals are blocked: what is sent to the whole group, from the keyboard say, is not for the holder. */
static void __attribute__((noreturn))
hold(struct sandbox *s, int life, int report)
{
	static struct report r;
	char byte;
	setsid();
	descriptors_close_others((int[]){life, report}, 2);
	cgroup_reach(s);
	s->error[SANDBOX_SECCOMP] = try_filter(s);
	room_build(s);
	make_temporary(s, &r);
	memcpy(r.error, s->error, sizeof r.error);
	bool told = write(report, &r, sizeof r) == (ssize_t)sizeof r;
	close(report);
	while (told && read(life, &byte, 1) < 0 && errno == EINTR)
		;
	if (!sandbox_has(s, SANDBOX_MOUNT) && *r.temporary && chdir("/") == 0)
		removal_try(r.temporary);
	cgroup_remove(s);
	_exit(0);
}

/* --- our side --- */

static void
open_namespaces(struct sandbox *s)
{
	char path[64];
	for (size_t i = 0; i < MOST_NAMESPACES; i++) {
		const struct namespace_kind *n = &sandbox_namespaces[i];
		if (!sandbox_has(s, n->layer))
			continue;
		snprintf(path, sizeof path, "/proc/%d/ns/%s", (int)s->holder, n->name);
		s->namespaces[i] = sandbox_moved(open(path, O_RDONLY | O_CLOEXEC));
		if (s->namespaces[i] < 0)
			s->error[n->layer] = errno;
	}
	if (!sandbox_has(s, SANDBOX_MOUNT))
		s->error[SANDBOX_PID] = s->error[SANDBOX_MOUNT];
}

static pid_t
start(struct sandbox *s, int life, int report)
{
	sigset_t all, before;
	sigfillset(&all);
	sigprocmask(SIG_SETMASK, &all, &before);
	pid_t pid = fork();
	if (pid == 0) {
		hold(s, life, report);
	}
	sigprocmask(SIG_SETMASK, &before, NULL);
	return pid;
}

bool
holder_start(struct sandbox *s, struct diags *d)
{
	static struct report r;
	int life[2], report[2];
	if (pipe2(life, O_CLOEXEC) < 0)
		return diag_error(d, (struct span){0}, "a pipe cannot be had: %s", strerror(errno));
	s->life = sandbox_moved(life[1]);
	if (pipe2(report, O_CLOEXEC) < 0) {
		close(life[0]);
		return diag_error(d, (struct span){0}, "a pipe cannot be had: %s", strerror(errno));
	}
	s->holder = start(s, life[0], report[1]);
	close(life[0]);
	close(report[1]);
	bool told = s->holder > 0 && descriptor_read(report[0], &r, sizeof r);
	close(report[0]);
	if (!told)
		return diag_error(d, (struct span){0}, "a sandbox cannot be made: a process cannot be started");
	memcpy(s->error, r.error, sizeof s->error);
	if (!*r.temporary)
		return diag_error(d, (struct span){0}, "a temporary folder cannot be made");
	s->temporary = arena_strdup(&s->arena, r.temporary);
	open_namespaces(s);
	return true;
}

void
holder_stop(struct sandbox *s)
{
	for (size_t i = 0; i < MOST_NAMESPACES; i++) {
		if (s->namespaces[i] >= 0)
			close(s->namespaces[i]);
		s->namespaces[i] = -1;
	}
	if (s->life >= 0)
		close(s->life);
	while (s->holder > 0 && waitpid(s->holder, NULL, 0) < 0 && errno == EINTR)
		;
}
