#include "host/process.h"

#include "base/descriptors.h"
#include "drivers/srtest-host.h"
#include "host/core.h"
#include "host/survey.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/*
 * MOST_PRINTED bounds the files that it writes, what it prints among them. MOST_WRITABLE leaves room for the stacks of all carriers; MOST_ADDRESSES
 * also counts what is only reserved.
 */
#define MOST_PRINTED (4ull << 20)
#define MOST_WRITABLE (24ull << 30)
#define MOST_ADDRESSES (1ull << 40)
#define MOST_MEMORY (512ll << 20)
#define STACK (8ull << 20)
#define SECOND 1000000000ll
#define LONGEST_LOOK (SECOND / 10)
#define COUNT_EACH (SECOND / 5)

/*
 * GROUP_NAP: in nanoseconds, of which there are at most GROUP_NAPS until a killed group is gone. A host that has closed its side gets
 * END_NAPS to end, of which it may idle away IDLE_NAPS. Beyond LONGEST_SILENCE, in seconds, and beside BUSY times as long as it computes,
 * something is wrong that cannot be told apart; who is interrupted waits AT_ONCE.
 */
enum { SHOWN = 4096, NAP = 3, LONGEST_SILENCE = 60, BUSY = 8, AT_ONCE = 1, MARK = 32, DESCRIPTORS = 1024, GROUP_NAP = 100000, GROUP_NAPS = 50000, END_NAPS = 5000, IDLE_NAPS = 500 };

static struct process *running;

static int64_t
real_time(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * SECOND + t.tv_nsec;
}

/* --- starting --- */

static void
limit(enum __rlimit_resource resource, unsigned long long most)
{
	struct rlimit now;
	if (getrlimit(resource, &now) < 0 || (now.rlim_max != RLIM_INFINITY && now.rlim_max <= most))
		return;
	now = (struct rlimit){.rlim_cur = most, .rlim_max = most};
	setrlimit(resource, &now);
}

/* So much of it, however much our user has, so that an implementation fails alike on every machine; as much as there may be, if that is less. */
static void
set_limit(enum __rlimit_resource resource, unsigned long long n)
{
	struct rlimit now;
	if (getrlimit(resource, &now) < 0)
		return;
	now.rlim_cur = now.rlim_max < n ? now.rlim_max : n;
	setrlimit(resource, &now);
}

/* Where memory runs out, the kernel is to end the host, and nobody else. */
static void
volunteer(void)
{
	int fd = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
	if (fd < 0)
		return;
	if (write(fd, "1000", 4) < 0)
		errno = 0; /* only a precaution */
	close(fd);
}

static void
reset_signals(void)
{
	sigset_t none;
	sigemptyset(&none);
	for (int i = 1; i < NSIG; i++)
		signal(i, SIG_DFL);
	signal(SIGXFSZ, SIG_IGN); /* who prints too much goes on, and is heard no more */
	sigprocmask(SIG_SETMASK, &none, NULL);
}

/* Above 0 to 3, so that it can be put there without closing one that is still needed. */
static int
moved_away(int fd)
{
	return fcntl(fd, F_DUPFD, 10);
}

/* What hosts have in their environment, so that we know them and what they start from our other children. */
static const char *
marked(char *mark, pid_t parent)
{
	snprintf(mark, MARK, "SRTEST_HOST=%d", (int)parent);
	return mark;
}

static void
limit_memory(void)
{
	limit(RLIMIT_DATA, MOST_WRITABLE);
	limit(RLIMIT_AS, MOST_ADDRESSES);
}

static void
become(const struct process_options *o, int output, pid_t parent)
{
	int null = moved_away(open("/dev/null", O_RDWR)), fd = moved_away(o->fd), journal = moved_away(o->journal);
	output = moved_away(output);
	setpgid(0, 0); /* the terminal's signals are for us; no session of its own, which the kernel would schedule as a group of its own */
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent && getppid() != 0) /* 0: it is in another pid namespace, and whoever began that watches */
		_exit(127);
	personality(ADDR_NO_RANDOMIZE);
	char mark[MARK];
	putenv((char *)(uintptr_t)marked(mark, parent));
	dup2(o->piped ? fd : null, 0);
	dup2(o->piped ? fd : output, 1);
	dup2(output, 2);
	if (!o->piped)
		dup2(fd, 3);
	if (journal >= 0)
		dup2(journal, 4);
	if (o->near)
		core_join();
	else
		core_leave();
	reset_signals();
	volunteer();
	limit(RLIMIT_CORE, 1); /* 0 would not keep a program that collects them from being started */
	limit(RLIMIT_FSIZE, MOST_PRINTED);
	if (!o->piped) {
		set_limit(RLIMIT_NOFILE, DESCRIPTORS);
		set_limit(RLIMIT_STACK, STACK);
	}
	if (o->sandbox && !sandbox_confine(o->sandbox))
		_exit(127);
	if (!o->piped)
		limit_memory(); /* last: with a sanitizer we have more ourselves */
	descriptors_close_from(o->piped ? 3 : journal < 0 ? 4 : 5);
	execv(o->argv[0], (char *const *)(uintptr_t)o->argv);
	_exit(127);
}

static int64_t
memory_limit(void)
{
	int64_t all = (int64_t)sysconf(_SC_PHYS_PAGES) * sysconf(_SC_PAGESIZE), quarter = all / 4;
	return quarter > 0 && quarter < MOST_MEMORY ? quarter : MOST_MEMORY;
}

bool
process_start(struct process *p, struct diags *d, const struct process_options *o)
{
	*p = (struct process){.patience = o->patience, .family = o->piped, .memory = memory_limit(), .sandbox = o->sandbox};
	p->output = memfd_create("printed", MFD_CLOEXEC);
	if (p->output < 0 || fcntl(p->output, F_SETFL, O_APPEND) < 0)
		return diag_error(d, (struct span){0}, "memory for what the implementation prints cannot be had: %s", strerror(errno));
	prctl(PR_SET_CHILD_SUBREAPER, 1); /* what a host leaves behind becomes our child, and is ended */
	if (o->near)
		core_stay();
	pid_t self = getpid(), pid = o->sandbox ? sandbox_fork(o->sandbox, &p->inside) : fork();
	if (pid == 0)
		become(o, p->output, self);
	if (pid < 0)
		return diag_error(d, (struct span){0}, "a host cannot be started: %s", strerror(errno));
	p->pid = pid;
	p->next = running;
	running = p;
	return true;
}

/* --- watching --- */

void
process_ask(struct process *p)
{
	p->watching = false;
}

/* Has it ended, or been stopped? Nobody else stops a process that has no terminal. */
static bool
has_ended(struct process *p)
{
	int status;
	if (waitpid(p->pid, &status, WNOHANG | WUNTRACED) != p->pid)
		return false;
	p->status = status;
	p->state = WIFSTOPPED(status) ? PROCESS_STOPPED : PROCESS_ENDED;
	return true;
}

static bool
give_up(struct process *p, enum process_state state)
{
	p->state = state;
	return false;
}

static bool
start_watching(struct process *p, const struct survey *s, int64_t now)
{
	p->watching = true;
	p->looked = now;
	p->silent = p->asleep = 0;
	p->computed = p->computed_awake = s->computed;
	return true;
}

/* Between two looks no more passes than usual: where we were stopped ourselves, or the whole machine was, the host may have been, too. */
static void
pass_time(struct process *p, int64_t now)
{
	int64_t passed = now - p->looked < LONGEST_LOOK ? now - p->looked : LONGEST_LOOK;
	p->looked = now;
	p->silent += passed;
	p->asleep += passed;
}

/* Now and then, for it takes a while. */
static bool
hoards(struct process *p, int64_t now)
{
	if (!p->sandbox || now - p->counted < COUNT_EACH)
		return false;
	p->counted = now;
	return sandbox_hoards(p->sandbox);
}

/*
 * Time is what the host has computed, so a machine that is busy with other things changes nothing. It waits for something
 * else if all its threads sleep each time that we look, and it has computed next to nothing meanwhile.
 */
bool
process_watch(struct process *p)
{
	struct survey s;
	if (p->state != PROCESS_RUNS || has_ended(p))
		return false;
	int64_t now = real_time();
	if (!survey_take(p->pid, p->family, &s))
		s.awake = true; /* it is just ending, or this machine has no /proc */
	if (!p->watching)
		return start_watching(p, &s, now);
	if (s.memory > p->memory)
		return give_up(p, PROCESS_GREEDY);
	if (hoards(p, now))
		return give_up(p, PROCESS_HOARDS);
	if (s.computed - p->computed > p->patience)
		return give_up(p, PROCESS_COMPUTES);
	pass_time(p, now);
	if (s.awake || (s.computed - p->computed_awake) * 20 > SECOND) {
		p->asleep = 0;
		p->computed_awake = s.computed;
	}
	if (p->asleep > NAP * SECOND)
		return give_up(p, PROCESS_WAITS);
	if (p->silent > AT_ONCE * SECOND && p->interrupted && p->interrupted(p->context))
		return give_up(p, PROCESS_UNWANTED);
	p->spent = s.computed - p->computed;
	return p->silent <= LONGEST_SILENCE * SECOND + BUSY * p->spent || give_up(p, PROCESS_SLOW);
}

void
process_await(struct process *p)
{
	static const struct timespec moment = {.tv_nsec = 2000000};
	struct survey s;
	for (int i = 0, idle = 0; i < END_NAPS && idle < IDLE_NAPS && p->pid > 0 && p->state == PROCESS_RUNS && !has_ended(p); i++) {
		nanosleep(&moment, NULL);
		idle = survey_take(p->pid, p->family, &s) && s.awake ? 0 : idle + 1;
	}
}

bool
process_is_heavy(const struct process *p)
{
	struct survey s;
	return p->pid > 0 && ((survey_take(p->pid, p->family, &s) && s.memory > p->memory / 4) || (p->sandbox && sandbox_hoards(p->sandbox)));
}

static bool
has_status(const struct process *p, int status)
{
	return p->state == PROCESS_ENDED && WIFEXITED(p->status) && WEXITSTATUS(p->status) == status;
}

static bool
was_ended_by(const struct process *p, int number)
{
	return p->state == PROCESS_ENDED && WIFSIGNALED(p->status) && WTERMSIG(p->status) == number;
}

const char *
process_limit(const struct process *p)
{
	if (p->state == PROCESS_GREEDY || has_status(p, SRTEST_EXIT_MEMORY))
		return "memory";
	if (has_status(p, SRTEST_EXIT_THREADS))
		return "processes";
	if (p->state == PROCESS_HOARDS)
		return "disk space";
	return was_ended_by(p, SIGXCPU) ? "CPU time" : NULL;
}

/* Where an implementation does it to itself, the host tells so before. */
bool
process_is_hindered(const struct process *p)
{
	return process_limit(p) || p->state == PROCESS_STOPPED || was_ended_by(p, SIGKILL) || was_ended_by(p, SIGTERM);
}

const char *
process_words(const struct process *p, struct arena *a)
{
	switch (p->state) {
	case PROCESS_ENDED:
		if (WIFSIGNALED(p->status) && WTERMSIG(p->status) == SIGSYS)
			return "it makes a system call that is not allowed: another program or process, or a signal to one";
		if (WIFSIGNALED(p->status))
			return arena_printf(a, "the host was ended by a signal: %s", strsignal(WTERMSIG(p->status)));
		if (WEXITSTATUS(p->status) == 127)
			return "the host cannot be run, or the implementation ended it with exit status 127";
		if (WEXITSTATUS(p->status) == SRTEST_EXIT_NONSENSE)
			return "the memory that the host shares with srtest was overwritten";
		if (WEXITSTATUS(p->status) == SRTEST_EXIT_MEMORY)
			return "it asks for memory, and gets none: it has all that it may have, or the machine has no more";
		if (WEXITSTATUS(p->status) == SRTEST_EXIT_THREADS)
			return "the host needs another thread, and gets none: it has as many as it may have, or its user has them elsewhere";
		return arena_printf(a, "the implementation ended the host with exit status %d", WEXITSTATUS(p->status));
	case PROCESS_STOPPED:
		return arena_printf(a, "the host was stopped by a signal: %s", strsignal(WSTOPSIG(p->status)));
	case PROCESS_WAITS:
		return arena_printf(a, "it waits outside of what the scheduler sees: for %d seconds it has neither computed nor answered", NAP);
	case PROCESS_SLOW:
		return arena_printf(a, "it has not answered for %d seconds, of which it computed for %lld: it is slow, the machine is busy, or it waits now and then outside of what the scheduler sees",
			(int)(p->silent / SECOND), (long long)(p->spent / SECOND));
	case PROCESS_GREEDY:
		return arena_printf(a, "it takes more than %lld MiB of memory", (long long)(p->memory >> 20));
	case PROCESS_HOARDS:
		return "it keeps more temporary files than it may, or has filled a disk with them";
	case PROCESS_UNWANTED:
		return "srtest was interrupted while it waited for an answer";
	case PROCESS_RUNS:
		return "the host has closed its side, but has not ended";
	case PROCESS_COMPUTES:
		break;
	}
	return "a call computes without coming to rest: it never ends, or it spins without any primitive that the scheduler sees";
}

/* --- ending --- */

static void
forget(struct process *p)
{
	struct process **at = &running;
	while (*at && *at != p)
		at = &(*at)->next;
	if (*at)
		*at = p->next;
}

static bool
is_host(pid_t pid)
{
	for (const struct process *p = running; p; p = p->next)
		if (p->pid == pid)
			return true;
	return false;
}

/* What a host left behind is our child now, and carries our mark; ended, it may leave further ones to us. */
static void
end_orphans(void)
{
	siginfo_t any;
	pid_t orphan;
	char mark[MARK];
	if (waitid(P_ALL, 0, &any, WEXITED | WSTOPPED | WNOHANG | WNOWAIT) < 0)
		return; /* there is no child at all */
	for (int rounds = 0; rounds < 10000 && (orphan = survey_orphan(marked(mark, getpid()), is_host)) > 0; rounds++) {
		kill(orphan, SIGKILL);
		waitpid(orphan, NULL, 0);
	}
}

/* Waits until all of a group that was killed are gone: only then do those that they started become our children. */
static void
await_group(pid_t group)
{
	for (int i = 0; i < GROUP_NAPS && kill(-group, 0) == 0; i++) {
		while (waitpid(-group, NULL, WNOHANG) > 0)
			;
		nanosleep(&(struct timespec){.tv_nsec = GROUP_NAP}, NULL);
	}
}

void
process_stop(struct process *p)
{
	if (p->pid > 0) {
		if (p->state != PROCESS_ENDED)
			kill(p->pid, SIGKILL);
		kill(-p->pid, SIGKILL);
		if (p->state != PROCESS_ENDED)
			waitpid(p->pid, NULL, 0);
		sandbox_end(&p->inside);
		await_group(p->pid);
		forget(p);
		end_orphans();
	}
	if (p->output > 0)
		close(p->output);
	*p = (struct process){0};
}

/* --- what it printed --- */

void
process_forget_output(struct process *p)
{
	struct stat st;
	if (p->pid > 0 && fstat(p->output, &st) == 0 && st.st_size > 0 && ftruncate(p->output, 0) < 0)
		errno = 0; /* it then shows up with the next test's */
}

char *
process_read_output(const struct process *p, struct arena *a, size_t *n, size_t *omitted)
{
	struct stat st;
	char *text = arena_alloc(a, SHOWN + 1);
	*n = *omitted = 0;
	if (p->pid > 0 && fstat(p->output, &st) == 0 && st.st_size > 0) {
		size_t size = (size_t)st.st_size, from = size > SHOWN ? size - SHOWN : 0;
		ssize_t got = pread(p->output, text, SHOWN, (off_t)from);
		*n = got > 0 ? (size_t)got : 0;
		*omitted = from;
	}
	text[*n] = 0;
	return text;
}
