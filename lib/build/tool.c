#include "build/tool.h"

#include "base/descriptors.h"
#include "build/family.h"
#include "base/space.h"
#include "sandbox/sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* MOST_WORDS are kept of what is printed, and after MOST_PRINTED nobody listens. TICK: in milliseconds, between two looks at the limits. */
enum { MOST_WORDS = 64 << 10, MOST_PRINTED = 16 << 20, TICK = 100, HIGH = 100, LEAST_HIGH = 16 };

/* The status of a command that could not be put where it belongs, with which programs hardly end. */
enum { NOT_INSIDE = 254 };

/* Pipes to the process that minds the command. */
enum { PRINTED, REPORTED, LIVES };

enum limit { LIMIT_NONE, LIMIT_TIME, LIMIT_CPU, LIMIT_MEMORY, LIMIT_PROCESSES, LIMIT_FILE, LIMIT_DISK, LIMIT_OUTPUT };

/* What the process that minds the command has to say in the end. */
struct report {
	int status;
	enum limit limit;
};

/* What that process has of its own. */
struct minded {
	int output, report, life;
	size_t others; /* threads of this user */
};

static const char *
limit_name(enum limit limit)
{
	static const char *const names[] = {
		[LIMIT_TIME] = "time", [LIMIT_CPU] = "CPU time", [LIMIT_MEMORY] = "memory", [LIMIT_PROCESSES] = "processes", [LIMIT_FILE] = "file size",
		[LIMIT_DISK] = "disk space", [LIMIT_OUTPUT] = "output",
	};
	return names[limit];
}

/* --- the command --- */

static void
lower(enum __rlimit_resource resource, unsigned long long most, unsigned long long grace)
{
	struct rlimit now;
	if (most == 0 || getrlimit(resource, &now) < 0)
		return;
	rlim_t hard = now.rlim_max == RLIM_INFINITY || now.rlim_max > most + grace ? most + grace : now.rlim_max;
	setrlimit(resource, &(struct rlimit){.rlim_cur = most < hard ? most : hard, .rlim_max = hard});
}

/*
 * `others` are the threads that this user has already: the kernel counts them too. Who is quick runs into the kernel's limit, which is
 * farther off, so that others are seen to go beyond theirs.
 */
static void
set_limits(const struct build_limits *l, size_t others)
{
	lower(RLIMIT_CPU, l->cpu, 1);
	lower(RLIMIT_FSIZE, l->file, 0);
	lower(RLIMIT_NPROC, l->processes ? 2ull * l->processes + others : 0, 0);
	setrlimit(RLIMIT_CORE, &(struct rlimit){1, 1}); /* 0 would not keep a program that collects them from being started */
}

static void
reset_signals(void)
{
	sigset_t none;
	sigemptyset(&none);
	for (int i = 1; i < NSIG; i++)
		signal(i, SIG_DFL);
	sigprocmask(SIG_SETMASK, &none, NULL);
}

/* The only place where what was handed in gets to run commands. */
static void __attribute__((noreturn))
become(const struct tool *c, const struct minded *m, pid_t minder)
{
	setpgid(0, 0);
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != minder)
		_exit(TOOL_NOT_STARTED);
	dup2(m->output, 1);
	dup2(m->output, 2);
	if (c->limits)
		set_limits(c->limits, m->others);
	if ((c->sandbox && !sandbox_enter(c->sandbox)) || (c->folder && chdir(c->folder) < 0))
		_exit(NOT_INSIDE);
	if (c->limits)
		lower(RLIMIT_AS, c->limits->memory, 0); /* last: with a sanitizer we have more ourselves */
	descriptors_close_from(3);
	if (c->environment)
		execvpe(c->argv[0], c->argv, c->environment);
	setenv("TMPDIR", c->temporary, 1); /* what it leaves behind goes with ours */
	execvp(c->argv[0], c->argv);
	_exit(TOOL_NOT_STARTED);
}

/* --- the minder, a process whose only descendants are those of the command --- */

static int64_t
milliseconds(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000ll + t.tv_nsec / 1000000;
}

/* HIGH, or where there may be only a few, as high as that goes. */
static int
moved(int fd)
{
	int high = fcntl(fd, F_DUPFD_CLOEXEC, HIGH);
	return high < 0 ? fcntl(fd, F_DUPFD_CLOEXEC, LEAST_HIGH) : high;
}

/* Moves its own three up, with nothing else left open: nobody shall wait for it in vain. But a sandbox needs what it has opened. */
static void
keep_only(struct minded *m, const int pipes[3][2], int wanted, bool all)
{
	int null = open("/dev/null", O_RDWR);
	m->output = moved(pipes[PRINTED][1]);
	m->report = moved(pipes[REPORTED][1]);
	m->life = moved(pipes[LIVES][0]);
	for (int i = 0; i < 3; i++) {
		dup2(null, i);
		close(pipes[i][0]);
		close(pipes[i][1]);
	}
	if (!all && m->life >= 0)
		descriptors_close_others((int[]){0, 1, 2, m->output, m->report, m->life, wanted}, 7);
}

static bool
has_ended(pid_t pid)
{
	siginfo_t info = {0};
	return waitid(P_PID, (id_t)pid, &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid == pid;
}

/* Until it ends, or a limit is hit, or nobody is there any more who would want the result. */
static enum limit
watch(const struct tool *c, const struct minded *m, pid_t pid)
{
	const struct build_limits *l = c->limits;
	struct space space = space_now(c->written);
	int64_t start = milliseconds(), looked = start;
	struct pollfd waited[] = {{.fd = m->life, .events = POLLIN}, {.fd = c->wanted ? c->wanted : -1, .events = POLLIN}, {.fd = (int)syscall(SYS_pidfd_open, pid, 0), .events = POLLIN}};
	while (!has_ended(pid)) {
		poll(waited, 3, waited[2].fd < 0 ? TICK / 10 : TICK);
		if (waited[0].revents || waited[1].revents)
			break;
		int64_t now = milliseconds();
		if (l && l->seconds && now - start >= l->seconds * 1000ll)
			return LIMIT_TIME;
		if (!l || now - looked < TICK)
			continue;
		looked = now;
		if (l->processes && family_size() > l->processes)
			return LIMIT_PROCESSES;
		if (l->disk && c->written && space_is_taken(&space, c->written, l->disk))
			return LIMIT_DISK;
	}
	return LIMIT_NONE;
}

/* A compiler may have told us only with its exit status what became of its parts. */
static enum limit
guess_limit(const struct build_limits *l, int status)
{
	struct rusage used;
	if (WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU)
		return LIMIT_CPU;
	if (WIFSIGNALED(status) && WTERMSIG(status) == SIGXFSZ)
		return LIMIT_FILE;
	if (!l || status == 0 || getrusage(RUSAGE_CHILDREN, &used) < 0)
		return LIMIT_NONE;
	if (l->cpu && used.ru_utime.tv_sec + used.ru_stime.tv_sec >= (time_t)l->cpu)
		return LIMIT_CPU;
	return l->memory && (unsigned long long)used.ru_maxrss * 1024 >= l->memory / 4 * 3 ? LIMIT_MEMORY : LIMIT_NONE;
}

static void __attribute__((noreturn))
mind(const struct tool *c, const int pipes[3][2])
{
	struct report r = {0};
	struct minded m = {0};
	reset_signals();
	setpgid(0, 0); /* the terminal's signals are not for it */
	prctl(PR_SET_CHILD_SUBREAPER, 1);
	keep_only(&m, pipes, c->wanted, c->sandbox != NULL);
	m.others = c->limits && c->limits->processes ? family_threads_of_user() : 0;
	pid_t self = getpid(), pid = fork();
	if (pid == 0)
		become(c, &m, self);
	close(m.output);
	if (pid < 0)
		_exit(1);
	setpgid(pid, pid); /* both do, so that it is so in time */
	r.limit = watch(c, &m, pid);
	kill(-pid, SIGKILL);
	while (waitpid(pid, &r.status, 0) < 0 && errno == EINTR)
		;
	family_end();
	if (r.limit == LIMIT_NONE)
		r.limit = guess_limit(c->limits, r.status);
	_exit(write(m.report, &r, sizeof r) != sizeof r);
}

/* --- our side --- */

/* Who minds the command has ended, and nothing more is there: what it could not end any more may print for ever. */
static bool
is_over(int fd, int report)
{
	struct pollfd both[] = {{.fd = fd, .events = POLLIN}, {.fd = report, .events = POLLIN}};
	return poll(both, 2, -1) > 0 && !both[0].revents && both[1].revents;
}

/* What follows a NUL is not to be hidden by it. */
static void
add_visible(struct text *words, const char *part, size_t n)
{
	for (size_t i = 0, length; i < n; i += length) {
		length = strnlen(part + i, n - i);
		text_add(words, part + i, length);
		if (i + length < n) {
			text_str(words, "\\x00");
			length++;
		}
	}
}

/* As much as a reader looks at: reports on a whole class hold it, of each submission. */
static void
keep(struct text *words, const char *part, size_t n)
{
	if (words->n > MOST_WORDS)
		return;
	size_t room = MOST_WORDS - words->n;
	add_visible(words, part, n < room ? n : room);
	if (n > room)
		text_printf(words, "%ssrtest: left out: all else that was printed\n", words->s[words->n - 1] == '\n' ? "" : "\n");
}

/* False if it never stops. */
static bool
collect(int fd, int report, struct text *words)
{
	char part[4096];
	size_t printed = 0;
	for (;;) {
		if (is_over(fd, report))
			return true;
		ssize_t n = read(fd, part, sizeof part);
		if (n == 0 || (n < 0 && errno != EINTR))
			return true;
		if (n > 0)
			keep(words, part, (size_t)n);
		printed += n > 0 ? (size_t)n : 0;
		if (printed > MOST_PRINTED)
			return false;
	}
}

static bool
have_pipes(struct diags *d, int pipes[3][2])
{
	for (int i = 0; i < 3; i++) {
		if (pipe2(pipes[i], O_CLOEXEC) == 0)
			continue;
		int error = errno;
		for (int k = 0; k < i; k++) {
			close(pipes[k][0]);
			close(pipes[k][1]);
		}
		return diag_error(d, (struct span){0}, "a pipe cannot be had: %s", strerror(error));
	}
	return true;
}

static bool
read_report(int fd, struct report *r)
{
	ssize_t n;
	while ((n = read(fd, r, sizeof *r)) < 0 && errno == EINTR)
		;
	return n == sizeof *r;
}

/* Who started a part of the command that the kernel ended says so, in these words; the status of the whole tells nothing. */
static bool
says_file_limit(const struct text *words, size_t from)
{
	static const char said[] = "File size limit exceeded";
	return words->n > from && memmem(words->s + from, words->n - from, said, sizeof said - 1);
}

bool
tool_run(struct diags *d, const struct tool *c, struct text *words, struct tool_end *end)
{
	int pipes[3][2];
	struct report r = {0};
	size_t before = words->n;
	if (!have_pipes(d, pipes))
		return false;
	pid_t pid = fork();
	if (pid == 0)
		mind(c, pipes);
	int error = errno;
	close(pipes[PRINTED][1]);
	close(pipes[REPORTED][1]);
	close(pipes[LIVES][0]);
	bool listened = pid < 0 || collect(pipes[PRINTED][0], pipes[REPORTED][0], words);
	close(pipes[PRINTED][0]);
	bool told = pid > 0 && read_report(pipes[REPORTED][0], &r);
	close(pipes[REPORTED][0]);
	close(pipes[LIVES][1]);
	while (pid > 0 && waitpid(pid, NULL, 0) < 0 && errno == EINTR)
		;
	if (r.limit == LIMIT_NONE && r.status != 0 && c->limits && c->limits->file && says_file_limit(words, before))
		r.limit = LIMIT_FILE;
	*end = (struct tool_end){r.status, listened ? limit_name(r.limit) : limit_name(LIMIT_OUTPUT)};
	if (pid < 0)
		return diag_error(d, (struct span){0}, "a process cannot be started: %s", strerror(error));
	if (told && WIFEXITED(r.status) && WEXITSTATUS(r.status) == NOT_INSIDE && !end->limit)
		return diag_error(d, (struct span){0}, "%s: cannot be started in the sandbox, or in its folder", c->argv[0]);
	return told || diag_error(d, (struct span){0}, "%s: the process that minds it was ended", c->argv[0]);
}
