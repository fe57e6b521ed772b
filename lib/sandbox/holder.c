/*
 * The process that builds the room, once for all who are to run in it. They enter its namespaces by descriptors, so it could end
 * then; but it stays, and removes what would outlive us, however we end.
 */
#include "sandbox/private.h"

#include "base/removal.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
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

/* What the holder works on. */
struct work {
	struct sandbox *sandbox;
	struct report report;
};

static void
build(void *context)
{
	struct work *w = context;
	struct sandbox *s = w->sandbox;
	cgroup_reach(s);
	s->error[SANDBOX_SECCOMP] = try_filter(s);
	room_build(s);
	make_temporary(s, &w->report);
	memcpy(w->report.error, s->error, sizeof w->report.error);
}

static void
clear(void *context)
{
	const struct work *w = context;
	if (!sandbox_has(w->sandbox, SANDBOX_MOUNT) && *w->report.temporary && chdir("/") == 0)
		removal_try(w->report.temporary);
	cgroup_remove_reached(w->sandbox);
}

/* --- our side --- */

/* False: one that is there cannot be reached. */
static bool
open_namespaces(struct sandbox *s)
{
	char path[64];
	for (size_t i = 0; i < MOST_NAMESPACES; i++) {
		const struct namespace_kind *n = &sandbox_namespaces[i];
		if (!sandbox_has(s, n->layer))
			continue;
		snprintf(path, sizeof path, "/proc/%d/ns/%s", (int)s->holder.pid, n->name);
		s->namespaces[i] = sandbox_moved(open(path, O_RDONLY | O_CLOEXEC));
		if (s->namespaces[i] < 0)
			return false;
	}
	return true;
}

bool
holder_start(struct sandbox *s, struct diags *d)
{
	static struct work work;
	work = (struct work){.sandbox = s};
	const struct report *r = &work.report;
	if (!attendant_start(&s->holder, d, &(struct attendant_work){build, clear, &work, &work.report, sizeof work.report, "a sandbox"}))
		return false;
	s->holder.life = sandbox_moved(s->holder.life);
	memcpy(s->error, r->error, sizeof s->error);
	if (!*r->temporary)
		return diag_error(d, (struct span){0}, "a temporary folder cannot be made");
	s->temporary = arena_strdup(&s->arena, r->temporary);
	s->space = space_now(s->temporary);
	s->outside = !sandbox_has(s, SANDBOX_MOUNT);
	if (!open_namespaces(s))
		return diag_error(d, (struct span){0}, "a sandbox cannot be made: its namespaces cannot be reached: %s", strerror(errno));
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
	bool removed = attendant_stop(&s->holder);
	if (!removed && s->outside)
		removal_try(s->temporary);
	if (!removed)
		cgroup_remove(s);
}
