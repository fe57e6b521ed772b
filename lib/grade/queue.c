#include "grade/queue.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* In milliseconds. GRACE: how long a job may take to come to an end when it is asked to. MOST_WRITTEN: more than this is not kept. */
enum { TICK = 100, GRACE = 10000, MOST_JOBS = 256, MOST_WRITTEN = 1 << 24 };

struct job {
	pid_t pid; /* 0: none */
	int fd; /* what it writes comes from here */
	size_t item;
	double start, asked; /* asked: to end; 0: it was not */
	const char *limit;
	struct usage usage;
	int64_t waited; /* nanoseconds, in all */
	struct text written;
};

struct running {
	const struct queue *queue;
	struct diags *diags;
	size_t next, busy;
	bool stopped;
	struct job jobs[MOST_JOBS];
};

static double
seconds_now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* --- starting --- */

/* A job has a session of its own, so that what is typed at the terminal is for us, and processors are shared out among jobs; it ends when we do. */
static void __attribute__((noreturn))
become(const struct queue *q, size_t item, size_t place, int fd, pid_t parent)
{
	setsid();
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() == parent)
		q->work(q->context, item, place, fd);
	_exit(0);
}

static bool
start(struct running *r, struct job *j)
{
	int ends[2];
	if (pipe2(ends, O_CLOEXEC) < 0)
		return diag_error(r->diags, (struct span){0}, "a pipe cannot be had: %s", strerror(errno));
	pid_t self = getpid(), pid = fork();
	if (pid == 0)
		become(r->queue, r->next, (size_t)(j - r->jobs), ends[1], self);
	close(ends[1]);
	if (pid < 0) {
		close(ends[0]);
		return diag_error(r->diags, (struct span){0}, "a process cannot be started: %s", strerror(errno));
	}
	fcntl(ends[0], F_SETFL, O_NONBLOCK);
	*j = (struct job){.pid = pid, .fd = ends[0], .item = r->next++, .start = seconds_now()};
	r->busy++;
	return true;
}

/* --- watching --- */

/* Takes what there is. False: there will be no more. */
static bool
collect(struct job *j)
{
	char part[1 << 16];
	for (;;) {
		ssize_t n = read(j->fd, part, sizeof part);
		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return n < 0 && errno == EAGAIN;
		if (j->written.n < MOST_WRITTEN)
			text_add(&j->written, part, (size_t)n);
	}
}

/* So long before its time is over it is asked to come to an end, and to write down what is known. */
static double
grace(const struct queue_limits *l)
{
	double tenth = (double)l->seconds / 10;
	return l->seconds && tenth < GRACE / 1000.0 ? tenth : GRACE / 1000.0;
}

static const char *
limit_hit(const struct queue_limits *l, const struct job *j, double now)
{
	if (l->seconds && now - j->start > (double)l->seconds - grace(l))
		return "time";
	if (l->cpu_seconds && (double)j->usage.cpu * 1e-9 > (double)l->cpu_seconds)
		return "CPU time";
	return l->memory && j->usage.memory > l->memory ? "memory" : NULL;
}

/* A job that hits a limit is asked to end, and made to if it does not. */
static void
watch(const struct running *r, struct job *j)
{
	double now = seconds_now();
	struct usage u = usage_of(j->pid);
	if (u.memory) {
		j->waited += u.waited > j->usage.waited ? u.waited - j->usage.waited : 0;
		j->usage = u;
	}
	if (!j->limit && (j->limit = limit_hit(&r->queue->limits, j, now))) {
		kill(j->pid, SIGTERM);
		j->asked = now;
	} else if (j->asked > 0 && now - j->asked > grace(&r->queue->limits)) {
		kill(-j->pid, SIGKILL);
	}
}

/* --- ending --- */

static bool
is_job(void *context, pid_t pid)
{
	const struct running *r = context;
	for (size_t i = 0; i < MOST_JOBS; i++)
		if (r->jobs[i].pid == pid)
			return true;
	return false;
}

static int
await(struct job *j)
{
	int status = 0;
	while (waitpid(j->pid, &status, 0) < 0 && errno == EINTR)
		;
	return status;
}

/* A test needs one processor. Who had as much has no others to blame, however many threads of its own were waiting. */
static bool
is_starved(const struct job *j, double seconds)
{
	return (double)j->usage.cpu * 1e-9 < seconds * 0.7 && (double)j->waited * 1e-9 > seconds * 0.2;
}

static void
end(struct running *r, struct job *j, bool counts)
{
	close(j->fd);
	struct queue_ending e = {.written = &j->written, .status = await(j), .limit = j->limit, .start = j->start, .seconds = seconds_now() - j->start};
	e.starved = is_starved(j, e.seconds);
	if (counts && !r->queue->done(r->queue->context, j->item, &e))
		r->stopped = true;
	text_free(&j->written);
	*j = (struct job){0};
	r->busy--;
	usage_end_strays(is_job, r);
}

static void
end_all(struct running *r)
{
	for (size_t i = 0; i < r->queue->jobs; i++)
		if (r->jobs[i].pid) {
			kill(r->jobs[i].pid, SIGTERM);
			kill(-r->jobs[i].pid, SIGKILL);
			end(r, &r->jobs[i], false);
		}
}

/* --- all of it --- */

static void
look(struct running *r)
{
	struct pollfd polled[MOST_JOBS];
	for (size_t i = 0; i < r->queue->jobs; i++)
		polled[i] = (struct pollfd){.fd = r->jobs[i].pid ? r->jobs[i].fd : -1, .events = POLLIN};
	poll(polled, r->queue->jobs, TICK);
	for (size_t i = 0; i < r->queue->jobs; i++) {
		struct job *j = &r->jobs[i];
		if (!j->pid)
			continue;
		if (polled[i].revents && !collect(j))
			end(r, j, true);
		else
			watch(r, j);
	}
}

static void
fill(struct running *r)
{
	for (size_t i = 0; i < r->queue->jobs && !r->stopped; i++)
		if (!r->jobs[i].pid && r->next < r->queue->n && !start(r, &r->jobs[i]))
			r->stopped = true;
}

bool
queue_run(struct diags *d, const struct queue *q)
{
	struct running *r = mem_alloc(sizeof *r);
	memset(r, 0, sizeof *r);
	struct queue bounded = *q;
	bounded.jobs = q->jobs < MOST_JOBS ? q->jobs : MOST_JOBS;
	r->queue = &bounded;
	r->diags = d;
	prctl(PR_SET_CHILD_SUBREAPER, 1);
	do {
		fill(r);
		if (r->busy)
			look(r);
		r->stopped = r->stopped || !q->tick(q->context, r->busy);
	} while (!r->stopped && (r->busy || r->next < q->n));
	end_all(r);
	usage_end_all();
	bool all = !r->stopped;
	free(r);
	return all;
}
