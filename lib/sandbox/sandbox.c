#include "sandbox/private.h"

#include "base/descriptors.h"
#include "base/removal.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* FIRST_HIGH: out of the way of the descriptors that the process inside is given; LEAST_HIGH: just so, where there may be only a few. */
enum { FIRST_HIGH = 100, LEAST_HIGH = 16 };

static const struct layer {
	const char *name;
	bool essential;
} layers[SANDBOX_LAYERS] = {
#define LAYER(id, name, essential) [SANDBOX_##id] = {name, essential},
	SANDBOX_LIST(LAYER)
#undef LAYER
};

int
sandbox_moved(int fd)
{
	if (fd < 0)
		return -1;
	int moved = fcntl(fd, F_DUPFD_CLOEXEC, FIRST_HIGH);
	if (moved < 0)
		moved = fcntl(fd, F_DUPFD_CLOEXEC, LEAST_HIGH);
	close(fd);
	return moved;
}

/* --- opening and closing --- */

static void
close_all(struct sandbox *s)
{
	holder_stop(s);
	cgroup_close(s);
	if (s->attempts >= 0)
		close(s->attempts);
	if (s->self >= 0)
		close(s->self);
	arena_free(&s->arena);
	free(s);
}

static struct sandbox *
new(const struct sandbox_options *o)
{
	struct sandbox *s = mem_alloc(sizeof *s);
	memset(s, 0, sizeof *s);
	s->options = *o;
	s->holder.life = -1;
	for (size_t i = 0; i < MOST_NAMESPACES; i++)
		s->namespaces[i] = -1;
	s->attempts = sandbox_moved(memfd_create("attempts", MFD_CLOEXEC));
	s->self = sandbox_moved((int)syscall(SYS_pidfd_open, getpid(), 0));
	return s;
}

/* Once more, where the filter is refused because somebody outside watches already. */
static bool
start(struct sandbox *s, struct diags *d)
{
	if (!filter_build(s, true) && !filter_build(s, false))
		return diag_error(d, (struct span){0}, "a filter of system calls cannot be made");
	if (!holder_start(s, d))
		return false;
	if (sandbox_has(s, SANDBOX_SECCOMP) || !s->watched)
		return sandbox_has(s, SANDBOX_MOUNT) || filter_build(s, s->watched);
	holder_stop(s);
	cgroup_close(s);
	cgroup_open(s);
	return filter_build(s, false) && holder_start(s, d) && filter_build(s, false);
}

struct sandbox *
sandbox_open(struct diags *d, const struct sandbox_options *o)
{
	struct sandbox *s = new(o);
	seen_choose(s);
	if (s->attempts < 0 || fcntl(s->attempts, F_SETFL, O_APPEND) < 0) {
		diag_error(d, (struct span){0}, "a sandbox cannot be made: %s", strerror(errno));
		close_all(s);
		return NULL;
	}
	s->error[SANDBOX_LANDLOCK] = landlock_missing();
	cgroup_open(s);
	if (start(s, d))
		return s;
	close_all(s);
	return NULL;
}

void
sandbox_close(struct sandbox *s)
{
	if (s)
		close_all(s);
}

/* --- words --- */

static void
add_word(struct text *t, const char *word)
{
	text_printf(t, "%s%s", t->n ? ", " : "", word);
}

static const char *
missing(const struct sandbox *s, struct arena *a, bool all)
{
	struct text t = {0};
	for (size_t i = 0; i < SANDBOX_LAYERS; i++) {
		if (s->error[i] == 0 || (!all && !layers[i].essential))
			continue;
		add_word(&t, layers[i].name);
		text_printf(&t, ": %s", strerror(s->error[i]));
	}
	return t.n ? text_take(&t, a) : NULL;
}

const char *
sandbox_lacks(const struct sandbox *s, struct arena *a)
{
	return missing(s, a, false);
}

const char *
sandbox_words(const struct sandbox *s, struct arena *a)
{
	struct text t = {0};
	const char *lacks = missing(s, a, true);
	for (size_t i = 0; i < SANDBOX_LAYERS; i++)
		if (s->error[i] == 0)
			add_word(&t, layers[i].name);
	if (lacks)
		text_printf(&t, " (missing: %s)", lacks);
	if (sandbox_has(s, SANDBOX_SECCOMP) && !s->watched)
		text_str(&t, "; what is attempted is not seen, for somebody outside watches system calls already");
	return text_take(&t, a);
}

struct attempts {
	struct arena *arena;
	VEC(const char *) list;
};

static void
add_attempt(struct attempts *t, const char *what)
{
	const char *words = arena_printf(t->arena, "tried to %s", what);
	for (size_t i = 0; i < t->list.n; i++)
		if (strcmp(t->list.at[i], words) == 0)
			return;
	vec_push(t->arena, &t->list, words);
}

/* Each may end in the middle, where there was no more memory. */
const char *const *
sandbox_attempts(const struct sandbox *s, struct arena *a, size_t *n)
{
	struct attempts t = {.arena = a};
	off_t size = lseek(s->attempts, 0, SEEK_END);
	char *all = arena_alloc(a, size > 0 ? (size_t)size + 2 : 2);
	ssize_t got = size > 0 ? pread(s->attempts, all, (size_t)size, 0) : 0;
	for (char *path = all; got > 0 && path < all + got;) {
		char *what = path + strlen(path) + 1;
		if (what < all + got && (!*path || access(path, F_OK) == 0))
			add_attempt(&t, what);
		path = what + strlen(what) + 1;
	}
	*n = t.list.n;
	return t.list.at;
}

/* --- going in --- */

static int to_keeper = -1; /* in the process inside, until it is confined */
static pid_t keeper;
static unsigned started; /* processes, in all sandboxes */
static char temporary[PATH_MAX]; /* of the process inside */

bool
sandbox_hoards(const struct sandbox *s)
{
	return s->outside && space_is_taken(&s->space, s->temporary, (unsigned long long)sandbox_room(s));
}

/* Where there is no room of its own, a folder in that of the sandbox. */
static bool
choose_temporary(const struct sandbox *s)
{
	if (!s->outside)
		return snprintf(temporary, sizeof temporary, "%s", s->temporary) > 0;
	return snprintf(temporary, sizeof temporary, "%s/XXXXXX", s->temporary) < PATH_MAX && mkdtemp(temporary);
}

/* The folder that it is to work in, or did, if that is seen inside. */
static void
return_to(const struct sandbox *s, const char *folder)
{
	if (s->options.work && chdir(s->options.work) == 0)
		return;
	if (!*folder || !sandbox_allows(s, folder, false) || chdir(folder) < 0)
		if (chdir(temporary) < 0)
			_exit(127);
}

/* Each has its own temporary files and its own means to talk to others: nothing that one leaves behind is there for the next. */
static bool
join(const struct sandbox *s)
{
	char folder[PATH_MAX] = "";
	if (!getcwd(folder, sizeof folder))
		*folder = 0;
	for (size_t i = 0; i < MOST_NAMESPACES; i++)
		if (s->namespaces[i] >= 0 && setns(s->namespaces[i], sandbox_namespaces[i].flag) < 0)
			return false;
	if (!choose_temporary(s))
		return false;
	return_to(s, folder);
	int own = CLONE_NEWPID | CLONE_NEWNS | (sandbox_has(s, SANDBOX_IPC) ? CLONE_NEWIPC : 0);
	return !sandbox_has(s, SANDBOX_PID) || (unshare(own) == 0 && room_renew(s));
}

/* Not by the C library: nothing of ours is to happen on the way, and the child may have another parent. */
static pid_t
start_process(int flags)
{
	return (pid_t)syscall(SYS_clone, flags | SIGCHLD, 0, 0, 0, 0);
}

/* Starts both, keeper first. Returns 0 in the one that is inside. */
static pid_t
start_both(const struct sandbox *s, int flags)
{
	int ends[2];
	if (!cgroup_join(s) || !join(s) || socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) < 0)
		return -1;
	keeper = start_process(flags);
	if (keeper == 0) {
		close(ends[1]);
		keeper_run(s, ends[0]);
	}
	if (keeper < 0)
		return -1;
	pid_t pid = start_process(flags);
	if (pid < 0)
		kill(keeper, SIGKILL);
	if (pid == 0)
		to_keeper = sandbox_moved(ends[1]);
	else
		close(ends[1]);
	close(ends[0]);
	return pid;
}

/* In the process that is inside. */
static bool
settle(const struct sandbox *s)
{
	prctl(PR_SET_DUMPABLE, 1, 0, 0, 0);
	return to_keeper >= 0 && (!sandbox_has(s, SANDBOX_PID) || room_mount_proc());
}

/* What a process inside starts with, in one that starts both and ends. */
static bool
arrange(const struct sandbox *s, int answer)
{
	struct inside in = {.pid = start_both(s, CLONE_PARENT), .keeper = keeper};
	snprintf(in.temporary, sizeof in.temporary, "%s", s->outside ? temporary : "");
	if (in.pid != 0) {
		if (in.pid < 0)
			in = (struct inside){.pid = -1, .keeper = errno};
		_exit(write(answer, &in, sizeof in) != (ssize_t)sizeof in);
	}
	return settle(s);
}

pid_t
sandbox_fork(const struct sandbox *s, struct inside *in)
{
	int answer[2], status;
	*in = (struct inside){.pid = -1};
	started++;
	if (pipe2(answer, O_CLOEXEC) < 0)
		return -1;
	pid_t helper = fork();
	if (helper == 0) {
		close(answer[0]);
		if (!arrange(s, answer[1]))
			_exit(127);
		close(answer[1]);
		return 0;
	}
	close(answer[1]);
	if (!descriptor_read(answer[0], in, sizeof *in))
		*in = (struct inside){.pid = -1, .keeper = EPERM};
	close(answer[0]);
	while (helper > 0 && waitpid(helper, &status, 0) < 0 && errno == EINTR)
		;
	if (in->pid < 0)
		errno = in->keeper;
	return in->pid;
}

bool
sandbox_confine(const struct sandbox *s)
{
	char number[16];
	limits_enter(&s->options);
	setenv("TMPDIR", temporary, 1);
	snprintf(number, sizeof number, "%u", started);
	setenv("SRTEST_SANDBOX", number, 1); /* for hosts, which see no other process */
	prctl(PR_SET_PTRACER, (unsigned long)keeper, 0, 0, 0);
	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) < 0 || (sandbox_has(s, SANDBOX_LANDLOCK) && !landlock_enter(s)) || !limits_drop_rights())
		return false;
	int calls = sandbox_has(s, SANDBOX_SECCOMP) ? filter_enter(s) : 0;
	bool ok = calls >= 0 && (!s->watched || calls == 0 || keeper_give(to_keeper, calls));
	if (calls > 0)
		close(calls);
	close(to_keeper);
	return ok;
}

void
sandbox_end(struct inside *in)
{
	if (in->keeper <= 0)
		return;
	kill(in->keeper, SIGKILL);
	while (waitpid(in->keeper, NULL, 0) < 0 && errno == EINTR)
		;
	if (*in->temporary)
		removal_try(in->temporary);
	*in = (struct inside){0};
}

/* Ends as the other did. */
static void __attribute__((noreturn))
follow(pid_t pid, bool outside)
{
	int status;
	descriptors_close_from(0); /* nobody is to wait for us who waits for the other */
	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	struct inside in = {.keeper = keeper};
	snprintf(in.temporary, sizeof in.temporary, "%s", outside ? temporary : "");
	sandbox_end(&in);
	if (!WIFSIGNALED(status))
		_exit(WEXITSTATUS(status));
	signal(WTERMSIG(status), SIG_DFL);
	kill(getpid(), WTERMSIG(status));
	_exit(128 + WTERMSIG(status));
}

bool
sandbox_enter(const struct sandbox *s)
{
	pid_t pid = start_both(s, 0);
	if (pid > 0)
		follow(pid, s->outside);
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	return pid == 0 && settle(s) && sandbox_confine(s);
}
