#include "drivers/free/rest.h"

#include "drivers/free/proc.h"
#include "drivers/free/waits.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum {
	MOST_THREADS = 4096,
	/* for so long must all be blocked, where something outside of the process could wake them */
	SETTLING = 10000000,
	/* one that polls has looked often enough after so many sleeps, or so much time of the processor */
	ROUNDS = 10,
	ROUND_COST = 1000000,
	/* the same in a patient run; a thread that computes gets more time */
	PATIENT_SETTLING = 5,
	PATIENT_ROUNDS = 5,
	PATIENT_COST = 200,
	/* a thread that was blocked, ran and was blocked again so often since something happened is one of those that poll */
	RESTLESS = 20,
	/* no more passes between two looks, which are closer together unless others have the processor */
	LONGEST_GAP = 4000000,
};

/* Real time after the limit at which a run ends even if a thread neither rests nor gets on. */
static const uint64_t LAST = 10 * NANOSECONDS;

struct thread {
	pid_t id;
	enum waiting waiting;
	uint64_t used, more; /* of the processor; since the look before */
	uint64_t base; /* what it had used when something last happened */
	uint64_t first, first_in_kernel; /* when it was first seen; in the kernel, in ticks */
	unsigned rounds, moves;
	bool moved; /* since the look before */
	bool seen;
};

static struct thread threads[MOST_THREADS];
static size_t nthreads;
static uint64_t began, looked, wait_limit, quiet_since;
static uint64_t passed; /* time, as far as the threads could do something with it */
static bool quiet, patient, crowded;

uint64_t
rest_clock(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * NANOSECONDS + (uint64_t)t.tv_nsec;
}

/* --- what a thread has used --- */

/* The clock of a thread's time on the processor, as the kernel numbers it. */
static uint64_t
used_by(pid_t thread)
{
	struct timespec t;
	clockid_t clock = (clockid_t)((~(unsigned)thread << 3) | 6u);
	if (clock_gettime(clock, &t) < 0)
		return UINT64_MAX;
	return (uint64_t)t.tv_sec * NANOSECONDS + (uint64_t)t.tv_nsec;
}

/* In the kernel, in ticks: the 15th field of its stat, the 12th after its name. */
static uint64_t
used_in_kernel(pid_t thread)
{
	char path[64], text[512];
	snprintf(path, sizeof path, "/proc/self/task/%d/stat", (int)thread);
	if (!proc_read(path, text, sizeof text))
		return 0;
	const char *at = strrchr(text, ')');
	for (int i = 0; at && i < 13; i++)
		at = strchr(at + 1, ' ');
	return at ? strtoull(at, NULL, 10) : 0;
}

/* --- the threads there are --- */

static void
start_over(void)
{
	for (size_t i = 0; i < nthreads; i++) {
		threads[i].base = threads[i].used;
		threads[i].rounds = 0;
	}
}

void
rest_again(void)
{
	start_over();
	for (size_t i = 0; i < nthreads; i++)
		threads[i].moves = 0;
	quiet = false;
}

void
rest_begin(uint64_t wait, unsigned patience)
{
	began = looked = rest_clock();
	passed = 0;
	wait_limit = wait;
	patient = patience > 1;
	quiet = false;
	nthreads = 0;
}

static struct thread *
thread_of(pid_t id)
{
	for (size_t i = 0; i < nthreads; i++)
		if (threads[i].id == id)
			return &threads[i];
	if (nthreads == MOST_THREADS)
		return NULL;
	struct thread *t = &threads[nthreads++];
	uint64_t used = used_by(id);
	*t = (struct thread){.id = id, .base = used, .first = used, .first_in_kernel = patient ? used_in_kernel(id) : 0};
	return t;
}

/* What it waits in is true of the whole time between two looks at what it has used that give the same. */
static void
look_at(struct thread *t)
{
	uint64_t before = used_by(t->id);
	t->waiting = waits_of(t->id);
	uint64_t now = used_by(t->id);
	t->moved = now != t->used || before != now;
	t->more = t->used ? now - t->used : 0;
	t->used = now;
	t->seen = true;
	if (before != now)
		t->waiting = WAITING_NOT;
	if (t->moved && t->waiting == WAITING_TIMED)
		t->rounds++;
}

/* Threads that are gone; true if there were any. */
static bool
forget_gone(void)
{
	size_t kept = 0, before = nthreads;
	for (size_t i = 0; i < nthreads; i++)
		if (threads[i].seen)
			threads[kept++] = threads[i];
	nthreads = kept;
	return kept < before;
}

/* Looks at each thread but the caller's. False: there are too many. */
static bool
look_at_all(bool *changed)
{
	struct folder folder;
	size_t before = nthreads;
	bool all = folder_open(&folder, "/proc/self/task"), open = all;
	for (size_t i = 0; i < nthreads; i++)
		threads[i].seen = false;
	for (const char *name; open && (name = folder_next(&folder));) {
		pid_t id = (pid_t)atoi(name);
		struct thread *t = id > 0 && id != getpid() ? thread_of(id) : NULL;
		if (t)
			look_at(t);
		else
			all = all && (id <= 0 || id == getpid());
	}
	if (open)
		folder_close(&folder);
	*changed = nthreads > before;
	*changed = forget_gone() || *changed;
	return all;
}

bool
rest_crowded(void)
{
	return crowded;
}

size_t
rest_threads(void)
{
	struct folder folder;
	size_t n = 0;
	if (!folder_open(&folder, "/proc/self/task"))
		return 0;
	for (const char *name; (name = folder_next(&folder));)
		n += name[0] != '.';
	folder_close(&folder);
	return n;
}

/* --- what to make of it --- */

static bool
for_ever(const struct thread *t)
{
	return t->waiting == WAITING_INSIDE || t->waiting == WAITING_OUTSIDE;
}

/* Has it done enough since something last happened, for whatever it looks at to be seen? */
static bool
looked_enough(const struct thread *t)
{
	if (t->moves >= RESTLESS * (patient ? PATIENT_COST : 1) || t->rounds >= ROUNDS * (patient ? PATIENT_ROUNDS : 1))
		return true;
	return t->used - t->base >= (uint64_t)ROUND_COST * (patient ? PATIENT_COST : 1);
}

/* One that came to rest after doing something may have changed what others look at. */
static void
count_moves(void)
{
	bool again = false;
	for (size_t i = 0; i < nthreads; i++)
		if (threads[i].moved && for_ever(&threads[i]) && threads[i].moves++ < RESTLESS)
			again = true;
	if (again)
		start_over();
}

static bool
all_quiet(bool for_good)
{
	for (size_t i = 0; i < nthreads; i++)
		if (threads[i].moved || threads[i].waiting == WAITING_NOT || (for_good && !for_ever(&threads[i])))
			return false;
	return true;
}

static bool
any_waits(enum waiting w)
{
	for (size_t i = 0; i < nthreads; i++)
		if (threads[i].waiting == w)
			return true;
	return false;
}

/* All are blocked and stay so: is that for ever? */
static bool
settled(uint64_t now, enum rest *how)
{
	*how = any_waits(WAITING_OUTSIDE) ? REST_OUTSIDE : REST_SURE;
	return *how == REST_SURE || now - quiet_since >= (uint64_t)SETTLING * (patient ? PATIENT_SETTLING : 1);
}

/* One that makes system calls all the time polls, by yielding; else it computes. */
static bool
computes(const struct thread *t)
{
	uint64_t tick = NANOSECONDS / (uint64_t)sysconf(_SC_CLK_TCK);
	if (t->rounds > 0 || t->waiting != WAITING_NOT || !looked_enough(t))
		return false;
	return (used_in_kernel(t->id) - t->first_in_kernel) * tick < (t->used - t->first) / 20;
}

static enum rest
how_restless(bool late)
{
	for (size_t i = 0; i < nthreads; i++)
		if (computes(&threads[i]))
			return REST_BUSY;
	return late ? REST_LATE : REST_POLLING;
}

/*
 * Where the processor is busy with other things, threads wake up late and wait for their turn, and so do we between two looks. So time passes
 * for those who run as they use it; and where none does, never much at once.
 */
static void
pass_time(uint64_t now)
{
	uint64_t gap = now - looked < LONGEST_GAP ? now - looked : LONGEST_GAP, most = 0;
	bool runs = any_waits(WAITING_NOT);
	for (size_t i = 0; i < nthreads; i++)
		most = threads[i].more > most ? threads[i].more : most;
	passed += runs ? most : gap;
	looked = now;
}

/* Not all are blocked for ever; but have those that are not had enough time to act? */
static bool
worn_out(uint64_t now, enum rest *how)
{
	bool some = false, late = false, waiting = false;
	for (size_t i = 0; i < nthreads; i++) {
		const struct thread *t = &threads[i];
		bool still = for_ever(t) && t->used == t->base;
		bool enough = looked_enough(t);
		some = some || enough;
		late = late || (t->waiting == WAITING_TIMED && !enough);
		waiting = waiting || (!enough && !still && t->waiting != WAITING_TIMED);
	}
	if (wait_limit == FOREVER)
		return false;
	bool over = passed >= wait_limit || now - began >= wait_limit + 3 * LAST;
	if (waiting && now - began < wait_limit + LAST)
		return false;
	if (!over && (late || !some))
		return false;
	*how = waiting ? REST_BUSY : how_restless(late || !some);
	return over || !patient || *how != REST_BUSY; /* one that computes gets all the time there is, where it matters */
}

enum rest_answer
rest_look(enum rest *how)
{
	uint64_t now = rest_clock();
	bool changed, all = look_at_all(&changed);
	crowded = !all;
	pass_time(now);
	if (changed)
		rest_again();
	count_moves();
	bool still = all && !changed && all_quiet(false);
	if (!still || !all_quiet(true))
		quiet = false;
	else if (!quiet) {
		quiet = true;
		quiet_since = now;
	}
	bool over = quiet && !waits_timer() ? settled(now, how) : all && !changed && worn_out(now, how);
	if (over)
		return REST_OVER;
	return still ? REST_QUIET : REST_NOT_YET;
}
