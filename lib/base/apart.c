#include "base/apart.h"

#include "base/descriptors.h"

#include <errno.h>
#include <seccomp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

/* Bytes of memory that it may take beside what it begins with. SLOWEST: so many times its processor time it may let us wait. */
#define MEMORY (1ull << 30)
enum { SLOWEST = 20 };

/* For memory, and for what is open already: no other file is opened, whatever a file names. */
static const int allowed[] = {
	SCMP_SYS(read), SCMP_SYS(write), SCMP_SYS(pread64), SCMP_SYS(recvfrom), SCMP_SYS(sendto), SCMP_SYS(lseek), SCMP_SYS(fstat), SCMP_SYS(newfstatat),
	SCMP_SYS(fcntl), SCMP_SYS(close), SCMP_SYS(brk), SCMP_SYS(mmap), SCMP_SYS(munmap), SCMP_SYS(mremap), SCMP_SYS(mprotect), SCMP_SYS(madvise),
	SCMP_SYS(futex), SCMP_SYS(rt_sigaction), SCMP_SYS(rt_sigprocmask), SCMP_SYS(rt_sigreturn), SCMP_SYS(sigaltstack), SCMP_SYS(sched_yield),
	SCMP_SYS(getpid), SCMP_SYS(gettid), SCMP_SYS(getrandom), SCMP_SYS(clock_gettime), SCMP_SYS(exit), SCMP_SYS(exit_group),
};

static bool
filter(void)
{
	scmp_filter_ctx f = seccomp_init(SCMP_ACT_ERRNO(EPERM));
	bool ok = f != NULL;
	for (size_t i = 0; ok && i < sizeof allowed / sizeof *allowed; i++)
		ok = seccomp_rule_add(f, SCMP_ACT_ALLOW, allowed[i], 0) == 0;
	ok = ok && seccomp_load(f) == 0;
	if (f)
		seccomp_release(f);
	return ok;
}

static unsigned long long
addresses(void)
{
	unsigned long long pages = 0;
	FILE *f = fopen("/proc/self/statm", "re");
	if (f && fscanf(f, "%llu", &pages) != 1)
		pages = 0;
	if (f)
		fclose(f);
	return pages * (unsigned long long)sysconf(_SC_PAGESIZE);
}

static void
lower(enum __rlimit_resource resource, unsigned long long most)
{
	struct rlimit now;
	if (getrlimit(resource, &now) == 0 && now.rlim_max > most)
		setrlimit(resource, &(struct rlimit){most, most});
}

/* A kernel that has no filter leaves the limits. At the first limit of time it is ended by a signal of its own. */
static void
confine(unsigned seconds, int file, int channel)
{
	unsigned long long begins = addresses();
	for (int i = 1; i < NSIG; i++)
		signal(i, SIG_DFL);
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
	lower(RLIMIT_CPU, seconds + 1);
	setrlimit(RLIMIT_CPU, &(struct rlimit){seconds, seconds + 1});
	lower(RLIMIT_FSIZE, 0);
	if (begins)
		lower(RLIMIT_AS, begins + MEMORY);
	descriptors_close_others((int[]){file, channel}, 2);
	filter();
}

/* Who was taken over need not answer, nor listen. */
static void
be_patient(int channel, unsigned seconds)
{
	const struct timeval most = {.tv_sec = (time_t)seconds * SLOWEST};
	setsockopt(channel, SOL_SOCKET, SO_RCVTIMEO, &most, sizeof most);
	setsockopt(channel, SOL_SOCKET, SO_SNDTIMEO, &most, sizeof most);
}

void
apart_start(struct apart *a, unsigned seconds, int file, void (*serve)(int, int, void *), void *context)
{
	int ends[2];
	*a = (struct apart){.channel = -1};
	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) < 0)
		return;
	pid_t pid = fork();
	if (pid == 0) {
		confine(seconds, file, ends[1]);
		serve(file, ends[1], context);
		_exit(0);
	}
	close(ends[1]);
	be_patient(ends[0], seconds);
	if (pid < 0)
		close(ends[0]);
	else
		*a = (struct apart){pid, ends[0]};
}

int
apart_stop(struct apart *a)
{
	int status = 0;
	if (a->pid <= 0)
		return 0;
	close(a->channel);
	kill(a->pid, SIGKILL);
	while (waitpid(a->pid, &status, 0) < 0 && errno == EINTR)
		;
	*a = (struct apart){.channel = -1};
	return WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

bool
apart_send(int channel, const void *from, size_t n)
{
	for (const char *at = from; n > 0;) {
		ssize_t done = send(channel, at, n, MSG_NOSIGNAL);
		if (done < 0 && errno != EINTR)
			return false;
		at += done > 0 ? done : 0;
		n -= done > 0 ? (size_t)done : 0;
	}
	return true;
}

bool
apart_receive(int channel, void *to, size_t n)
{
	for (char *at = to; n > 0;) {
		ssize_t done = recv(channel, at, n, 0);
		if (done == 0 || (done < 0 && errno != EINTR))
			return false;
		at += done > 0 ? done : 0;
		n -= done > 0 ? (size_t)done : 0;
	}
	return true;
}

/* --- messages --- */

struct head {
	uint32_t kind, n;
};

bool
apart_tell(int channel, unsigned kind, const char *text)
{
	const struct head h = {kind, (uint32_t)strlen(text)};
	return apart_send(channel, &h, sizeof h) && apart_send(channel, text, h.n);
}

bool
apart_hear(int channel, unsigned *kind, char *text, size_t size)
{
	struct head h;
	if (!apart_receive(channel, &h, sizeof h) || h.n >= size || !apart_receive(channel, text, h.n))
		return false;
	*kind = h.kind;
	text[h.n] = 0;
	return true;
}
