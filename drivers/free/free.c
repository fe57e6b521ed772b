/*
 * The engine of srtest-host-free: each client is a thread, all run in parallel with the C library's own primitives, and a run is
 * over when rest.h says so. That a call has returned is told by the thread that runs the host, so records have one writer.
 */
#include "drivers/free/pin.h"
#include "drivers/free/rest.h"
#include "drivers/native/engine.h"
#include "drivers/native/misuse.h"
#include "drivers/native/real.h"

#include <errno.h>
#include <linux/futex.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#define EXPORT __attribute__((visibility("default")))
#define TOO_MANY "more threads at once than it has room for"

enum { MOST_WORKERS = 256, SIGNAL_STACK = 65536, SHORTEST_NAP = 20000, LONGEST_NAP = 1000000, PATIENT = 100 };

enum state { IDLE, GIVEN, RUNNING, RETURNED };

/* The thread of a client. */
struct worker {
	int32_t actor;
	pthread_t thread;
	_Atomic uint32_t state;
	struct engine_job job;
	unsigned lateness; /* nanoseconds after the start of the run at which it makes its call */
	_Atomic uint32_t began; /* when its call did, by the clock; 0: not yet */
	bool began_told;
	uint32_t order; /* when it returned */
	uint64_t began_at, returned_at; /* in real time */
	uintptr_t stack_end;
	unsigned char *signal_stack;
};

static struct worker workers[MOST_WORKERS];
static size_t nworkers;
static _Atomic uint32_t returned; /* calls that have; the host waits for it to change */
static _Atomic uint32_t events = 1; /* a clock: that calls began or returned */
static uint64_t told_time; /* when it was, of what is told; 0: now */
/* What a thread that crashed has to say; it waits until the host has said it. */
static struct last_words {
	void (*tell)(void *);
	void *arg;
} last_words;
static _Atomic(struct last_words *) dying;
static atomic_bool crashed; /* some thread has */
static _Thread_local struct worker *self;

static long
futex(_Atomic uint32_t *word, int op, uint32_t value, const struct timespec *timeout)
{
	return real_syscall(SYS_futex, (long)word, op, value, (long)timeout, 0, 0);
}

/* --- workers --- */

static void
note_stack(struct worker *w)
{
	pthread_attr_t attr;
	void *stack;
	size_t size;
	if (pthread_getattr_np(pthread_self(), &attr) != 0)
		return;
	pthread_attr_getstack(&attr, &stack, &size);
	pthread_attr_destroy(&attr);
	w->stack_end = (uintptr_t)stack;
}

/* Clients that start a little apart, by less than a system call takes, meet in more ways. */
static void
dawdle(unsigned lateness)
{
	if (lateness == 0)
		return;
	uint64_t until = rest_clock() + lateness;
	while (rest_clock() < until)
		;
}

static void
make_call(struct worker *w)
{
	dawdle(w->lateness);
	w->began_at = rest_clock();
	atomic_store(&w->began, atomic_fetch_add(&events, 1));
	w->job.run(w->job.arg);
	w->returned_at = rest_clock();
	w->order = atomic_fetch_add(&events, 1);
	atomic_store(&w->state, RETURNED);
	atomic_fetch_add(&returned, 1);
	futex(&returned, FUTEX_WAKE_PRIVATE, 1, NULL);
}

static void *
work(void *arg)
{
	struct worker *w = self = arg;
	stack_t stack = {.ss_sp = w->signal_stack, .ss_size = SIGNAL_STACK};
	sigaltstack(&stack, NULL);
	note_stack(w);
	for (;;) {
		uint32_t state = atomic_load(&w->state);
		if (state == RUNNING)
			make_call(w);
		else
			futex(&w->state, FUTEX_WAIT_PRIVATE, state, NULL);
	}
	return NULL;
}

static struct worker *
new_worker(int32_t actor)
{
	if (nworkers == MOST_WORKERS)
		return NULL;
	struct worker *w = &workers[nworkers];
	*w = (struct worker){.actor = actor, .signal_stack = real_calloc(1, SIGNAL_STACK)};
	int error = w->signal_stack ? real.pthread_create(&w->thread, NULL, work, w) : ENOMEM;
	if (error == EAGAIN)
		real_exit(SRTEST_EXIT_THREADS);
	if (error) {
		real.free(w->signal_stack);
		return NULL;
	}
	nworkers++;
	return w;
}

static struct worker *
worker_of(int32_t actor)
{
	for (size_t i = 0; i < nworkers; i++)
		if (workers[i].actor == actor)
			return &workers[i];
	return new_worker(actor);
}

bool
engine_add(const struct engine_job *j, int32_t actor)
{
	struct worker *w = worker_of(actor);
	if (!w || atomic_load(&w->state) != IDLE)
		return false;
	w->job = *j;
	w->began_told = false;
	atomic_store(&w->began, 0);
	atomic_store(&w->state, GIVEN);
	return true;
}

/* --- a run --- */

/* Makes its call, if it was given one. */
static void
let_run(struct worker *w)
{
	uint32_t given = GIVEN;
	if (atomic_compare_exchange_strong(&w->state, &given, RUNNING))
		futex(&w->state, FUTEX_WAKE_PRIVATE, 1, NULL);
}

static void
start(const struct schedule_settings *s)
{
	static const unsigned lateness[] = {0, 0, 3000, 10000, 30000};
	uint64_t random = s->choices.drawn.seed;
	for (size_t i = 0; i < nworkers; i++) {
		random = random * 6364136223846793005u + 1442695040888963407u;
		workers[i].lateness = s->choices.strategy ? lateness[(random >> 33) % (sizeof lateness / sizeof *lateness)] : 0;
	}
	for (size_t i = 0; i < nworkers; i++)
		let_run(&workers[i]);
}

static struct worker *
next_returned(void)
{
	struct worker *first = NULL;
	for (size_t i = 0; i < nworkers; i++)
		if (atomic_load(&workers[i].state) == RETURNED && (!first || workers[i].order < first->order))
			first = &workers[i];
	return first;
}

static void
nap(uint32_t seen, long nanoseconds)
{
	struct timespec t = {.tv_nsec = nanoseconds};
	futex(&returned, FUTEX_WAIT_PRIVATE, seen, &t);
}

/* One that has crashed may hold a lock of the C library: nothing that might need it is done before its death is told. */
static void
tell_death(void)
{
	while (atomic_load(&crashed)) {
		uint32_t seen = atomic_load(&returned);
		struct last_words *w = atomic_load(&dying);
		if (w)
			w->tell(w->arg);
		nap(seen, LONGEST_NAP);
	}
}

void
engine_died(void (*note)(void *), void (*tell)(void *), void *arg)
{
	if (real_syscall(SYS_gettid, 0, 0, 0, 0, 0, 0) == getpid())
		tell(arg);
	if (!atomic_exchange(&crashed, true)) {
		note(arg);
		last_words = (struct last_words){tell, arg};
		atomic_store(&dying, &last_words);
		atomic_fetch_add(&returned, 1);
		futex(&returned, FUTEX_WAKE_PRIVATE, 1, NULL);
	}
	for (;;)
		pause();
}

static void
nothing_more(void *arg)
{
	(void)arg;
}

static void
tell_too_many(void *arg)
{
	(void)arg;
	unseen(TOO_MANY, NULL);
}

/* That one cannot be made is the fault of the bounds that the host has. */
EXPORT int
pthread_create(pthread_t *thread, const pthread_attr_t *attr, void *(*fn)(void *), void *arg)
{
	int error = real.pthread_create(thread, attr, fn, arg);
	if (error == EAGAIN)
		engine_died(nothing_more, tell_too_many, NULL);
	return error;
}

/* Tells of the calls that had begun by then. One of which we do not see it yet begins only now, so that it comes later in truth. */
static void
tell_began(uint32_t by)
{
	for (size_t i = 0; i < nworkers; i++) {
		struct worker *w = &workers[i];
		uint32_t began = atomic_load(&w->began);
		if (w->began_told || !began || began > by)
			continue;
		w->began_told = true;
		told_time = w->began_at;
		if (w->job.began)
			w->job.began(w->job.arg);
	}
	told_time = 0;
}

/* Tells of the calls that have returned; true if there were any. */
static bool
tell_returned(void)
{
	bool any = false;
	for (struct worker *w; (w = next_returned()); any = true) {
		struct engine_job job = w->job;
		tell_began(w->order);
		atomic_store(&w->state, IDLE);
		told_time = w->returned_at;
		job.returned(job.arg);
		told_time = 0;
		let_run(w); /* if it has another call */
	}
	return any;
}

static bool
any_runs(void)
{
	for (size_t i = 0; i < nworkers; i++)
		if (atomic_load(&workers[i].state) != IDLE)
			return true;
	return false;
}

enum rest
engine_run(const struct schedule_settings *s)
{
	long length = SHORTEST_NAP;
	enum rest how;
	rest_begin(s->horizon, s->patience);
	pin_threads(s->patience > 1 && s->horizon != FOREVER);
	start(s);
	for (;;) {
		uint32_t seen = atomic_load(&returned);
		tell_death();
		if (tell_returned()) {
			rest_again();
			length = SHORTEST_NAP;
		}
		if (!any_runs() && rest_threads() == nworkers + 1)
			return REST_SURE;
		enum rest_answer answer = rest_look(&how);
		if (rest_crowded())
			unseen(TOO_MANY, NULL);
		if (answer == REST_OVER && atomic_load(&returned) == seen)
			return any_runs() ? how : REST_SURE;
		if (answer == REST_QUIET && !any_runs())
			return REST_SURE; /* threads of the implementation only: no call can come of them */
		nap(seen, length);
		length = length * 2 < LONGEST_NAP ? length * 2 : LONGEST_NAP;
	}
}

/* Here all that has a horizon is watched until it is over. */
enum rest
engine_later(bool waits)
{
	enum rest how = REST_SURE;
	(void)waits;
	rest_look(&how);
	return how;
}

enum rest
engine_run_alone(const bool *done)
{
	(void)done;
	return engine_run(&(struct schedule_settings){.horizon = FOREVER, .patience = PATIENT});
}

enum srtest_times
engine_times(void)
{
	return SRTEST_REAL_TIMES;
}

uint64_t
engine_now(void)
{
	return told_time ? told_time : rest_clock();
}

bool
engine_delayed(void)
{
	return true;
}

uint64_t
engine_steps(void)
{
	return 0; /* nobody counts them */
}

uint64_t
engine_order(void)
{
	return 0;
}

struct choices_met
engine_choices(void)
{
	return (struct choices_met){0};
}

const struct deviation *
engine_deviations(size_t *n)
{
	*n = 0;
	return NULL;
}

void
engine_write_points(struct text *out)
{
	(void)out;
}

/* Threads cannot be taken back, nor what the implementation left in the C library: each test gets a host of its own. */
bool
engine_remember(void)
{
	return true;
}

bool
engine_reset(void)
{
	tell_death();
	return false;
}

/* --- the rest of the engine --- */

void
engine_prepare(int journal)
{
	(void)journal;
}

bool
engine_judges_races(void)
{
	return false;
}

bool
engine_sees_accesses(void)
{
	return false;
}

void
engine_races(enum srtest_races wanted)
{
	(void)wanted;
}

bool
engine_missed_races(void)
{
	return false;
}

void
engine_left(bool destroyed, struct engine_left *left)
{
	(void)destroyed;
	*left = (struct engine_left){0};
}

void
engine_hand_out(const void *pointer)
{
	(void)pointer;
}

const char *
engine_init(bool identity)
{
	(void)identity;
	return "threads";
}

bool
engine_sees(const char *symbol, enum symbol_class class)
{
	(void)symbol, (void)class;
	return true;
}

void
engine_point(const char *action)
{
	(void)action;
}

void
engine_exit(bool quick, int status)
{
	(void)quick;
	(void)status;
}

bool
engine_finishes(void)
{
	return false;
}

void
engine_finish(void)
{
}

void
engine_stop(void)
{
}

/* It takes the place of ours. */
bool
engine_hides_handler(int number)
{
	(void)number;
	return false;
}

bool
engine_overflow(uintptr_t address)
{
	enum { NEAR = 1 << 16 };
	return self && self->stack_end && address < self->stack_end + NEAR && address >= self->stack_end - NEAR;
}

void
engine_watch(void (*found)(const uint64_t *offsets, size_t n), void (*computed)(void *context))
{
	(void)found;
	(void)computed;
}

void
engine_allow(uint64_t compute)
{
	(void)compute;
}

void
engine_enter(const void *code)
{
	(void)code;
}

void
engine_begin_memory(bool zeros, enum srtest_reuse reuse)
{
	(void)zeros; /* memory is the C library's own */
	(void)reuse;
}

void
engine_run_late(uint64_t horizon)
{
	(void)horizon; /* they ran all the time */
}

void
engine_check_memory(void)
{
}

void
engine_break(const struct site_settings *sites, const uint64_t *spins, size_t nspins)
{
	(void)sites;
	(void)spins;
	(void)nspins;
}

const uint64_t *
engine_learned(size_t *n)
{
	*n = 0;
	return NULL;
}

void
engine_locate(void *context)
{
	(void)context;
}

uint64_t
engine_visits(size_t nth)
{
	(void)nth;
	return 0;
}

bool
engine_system_call(const siginfo_t *info, void *context)
{
	(void)info;
	(void)context;
	return false;
}

bool
engine_fault(const siginfo_t *info, void *context)
{
	(void)info;
	(void)context;
	return false;
}

/* Nobody is stopped anywhere. */
bool
engine_met_strange(void)
{
	return false;
}

bool
engine_trap(const siginfo_t *info, void *context)
{
	(void)info;
	(void)context;
	return false;
}
