#include "drivers/native/signals.h"

#include "drivers/native/cancel.h"
#include "drivers/native/carrier.h"
#include "drivers/native/misuse.h"
#include "drivers/native/primitives.h"
#include "drivers/native/race.h"
#include "drivers/native/real.h"
#include "drivers/native/signalfds.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <ucontext.h>
#include <unistd.h>

enum { SIGNALS = 65, MOST_PENDING = 256, PROCESS = INT32_MIN, SMALLEST_STACK = 2048 };

#define AUTODISARM (1u << 31) /* of a stack for handlers: it is no such stack while one runs there */

#define UNBLOCKABLE (bit(SIGKILL) | bit(SIGSTOP))

/* What a thread blocks; an actor is a thread, whichever carrier its calls run on. */
struct thread {
	int32_t actor;
	uint64_t blocked;
	bool handled, broken; /* a handler ran since it began to wait; one that does not let it go on */
	stack_t stack; /* for handlers; of no size: there is none */
};

/* Sent, and not yet taken. */
static struct pending {
	int number;
	int32_t actor; /* or PROCESS */
	siginfo_t info;
} pending[MOST_PENDING];
static size_t npending;

static struct sigaction actions[SIGNALS], first_actions[SIGNALS];
static struct thread *threads;
static size_t nthreads, room;
static struct thread spare; /* when there is no memory */

/* --- sets --- */

static uint64_t
bit(int number)
{
	return 1ull << (number - 1);
}

uint64_t
signals_bits(const sigset_t *set)
{
	uint64_t bits;
	memcpy(&bits, set, sizeof bits);
	return bits;
}

void
signals_set(sigset_t *set, uint64_t bits)
{
	memset(set, 0, sizeof *set);
	memcpy(set, &bits, sizeof bits);
}

/* --- threads --- */

static struct thread *
known(int32_t actor)
{
	for (size_t i = 0; i < nthreads; i++)
		if (threads[i].actor == actor)
			return &threads[i];
	return NULL;
}

/* The clients' threads are made by whoever made the instance, and block what that one blocks. */
static struct thread *
thread_of(int32_t actor)
{
	struct thread *t = known(actor), *maker = known(SRTEST_HOST);
	uint64_t blocked = maker ? maker->blocked : 0;
	if (t)
		return t;
	if (nthreads == room) {
		struct thread *more = real.realloc(threads, (room + 64) * sizeof *more);
		if (!more)
			return &spare;
		threads = more;
		room += 64;
	}
	t = &threads[nthreads++];
	*t = (struct thread){.actor = actor, .blocked = blocked};
	return t;
}

static void
forget(int32_t actor)
{
	struct thread *t = known(actor);
	if (t)
		*t = threads[--nthreads];
}

static struct thread *
mine(void)
{
	const struct task *t = schedule_self();
	return thread_of(t ? t->actor : SRTEST_HOST);
}

void
signals_inherit(const struct task *t)
{
	uint64_t blocked = mine()->blocked;
	thread_of(t->actor)->blocked = blocked;
}

void
signals_end(const struct task *t)
{
	forget(t->actor);
}

uint64_t
signals_blocked(void)
{
	return mine()->blocked;
}

/* --- what is done about them --- */

static bool
ignored(int number)
{
	if (actions[number].sa_handler != SIG_DFL)
		return actions[number].sa_handler == SIG_IGN;
	return number == SIGCHLD || number == SIGURG || number == SIGWINCH || number == SIGCONT;
}

bool
signals_handled(int number)
{
	return actions[number].sa_handler != SIG_DFL && actions[number].sa_handler != SIG_IGN;
}

/* The default for what is not ignored. */
static void
strike(int number, const void *place)
{
	char how[64];
	if (number == SIGSTOP || number == SIGTSTP || number == SIGTTIN || number == SIGTTOU)
		snprintf(how, sizeof how, "it stops its process (SIG%s)", sigabbrev_np(number));
	else
		snprintf(how, sizeof how, "%s", strsignal(number));
	dies(how, place);
}

struct delivery {
	int number;
	siginfo_t *info;
	struct sigaction action;
	ucontext_t context;
};

static void
deliver(void *arg)
{
	struct delivery *d = arg;
	if (d->action.sa_flags & SA_SIGINFO)
		d->action.sa_sigaction(d->number, d->info, &d->context);
	else
		d->action.sa_handler(d->number);
}

static bool
stands_on(const stack_t *s, const void *at)
{
	return (uintptr_t)at - (uintptr_t)s->ss_sp < s->ss_size;
}

/* On the stack that the thread has for handlers, where this one is for it; but who stands there already stays. */
static void
deliver_where_wanted(struct delivery *d)
{
	stack_t stack = mine()->stack;
	bool there = stands_on(&stack, __builtin_frame_address(0)), disarms = (unsigned)stack.ss_flags & AUTODISARM;
	d->context.uc_stack = stack;
	if (!(d->action.sa_flags & SA_ONSTACK) || stack.ss_size == 0 || there) {
		deliver(d);
		return;
	}
	if (disarms)
		mine()->stack = (stack_t){0};
	carrier_call_on((char *)stack.ss_sp + stack.ss_size, deliver, d);
	if (disarms)
		mine()->stack = stack;
}

/* Runs the handler on the caller's task. */
static void
handle(int number, siginfo_t *info)
{
	struct delivery d = {.number = number, .info = info, .action = actions[number]};
	struct sigaction action = d.action;
	int error = errno;
	uint64_t before = mine()->blocked;
	mine()->blocked |= signals_bits(&action.sa_mask) | (action.sa_flags & SA_NODEFER ? 0 : bit(number));
	if ((unsigned)action.sa_flags & SA_RESETHAND)
		actions[number] = (struct sigaction){.sa_handler = SIG_DFL};
	schedule_tell("handle signal", (const void *)(intptr_t)number, NULL);
	signals_set(&d.context.uc_sigmask, before);
	deliver_where_wanted(&d);
	mine()->blocked = signals_bits(&d.context.uc_sigmask) & ~UNBLOCKABLE; /* there may be more threads now, elsewhere in memory */
	mine()->handled = true;
	mine()->broken = mine()->broken || !(action.sa_flags & SA_RESTART);
	errno = error;
}

/* --- pending --- */

/* Takes the pending signal with the lowest number out of a set, for an actor. */
static bool
take(int32_t actor, uint64_t bits, struct pending *out)
{
	size_t best = npending;
	for (size_t i = 0; i < npending; i++) {
		const struct pending *p = &pending[i];
		if ((p->actor == actor || p->actor == PROCESS) && bits & bit(p->number) && (best == npending || p->number < pending[best].number))
			best = i;
	}
	if (best == npending)
		return false;
	*out = pending[best];
	memmove(&pending[best], &pending[best + 1], (--npending - best) * sizeof *pending);
	race_take(&actions[out->number]);
	return true;
}

bool
signals_take(uint64_t bits, siginfo_t *info)
{
	struct pending p;
	bool any = take(schedule_self()->actor, bits, &p);
	if (any)
		*info = p.info;
	return any;
}

uint64_t
signals_pending(void)
{
	return signals_pending_for(schedule_self());
}

uint64_t
signals_pending_for(const struct task *t)
{
	uint64_t bits = 0;
	for (size_t i = 0; i < npending; i++)
		if (pending[i].actor == PROCESS || (t && pending[i].actor == t->actor))
			bits |= bit(pending[i].number);
	return bits;
}

static int
keep(int number, int32_t actor, const siginfo_t *info)
{
	race_give(&actions[number]);
	for (size_t i = 0; i < npending && number < SIGRTMIN; i++)
		if (pending[i].number == number && pending[i].actor == actor)
			return 0; /* once is enough */
	if (npending == MOST_PENDING)
		return EAGAIN;
	pending[npending++] = (struct pending){number, actor, *info};
	signalfds_changed();
	return 0;
}

/* Whatever is pending and not blocked happens on the caller's task now. */
static void
take_all(void)
{
	struct task *t = schedule_self();
	struct pending p;
	t->interrupted = false;
	while (take(t->actor, ~mine()->blocked, &p)) {
		if (signals_handled(p.number))
			handle(p.number, &p.info);
		else if (!ignored(p.number))
			strike(p.number, NULL);
	}
}

void
signals_block_only(uint64_t blocked)
{
	mine()->blocked = blocked & ~UNBLOCKABLE;
	if (schedule_self())
		take_all();
}

/* --- who takes a signal --- */

struct search {
	uint64_t bits;
	int32_t actor; /* or PROCESS: any */
	struct task *waiting, *able; /* waits for it; can take it, best if it waits for any */
};

static bool
alive(const struct task *t)
{
	return t->state == TASK_READY || t->state == TASK_BLOCKED;
}

/* A task that waits for signals has for a tag those that it waits for; 0: those that it does not block. */
static void
consider(struct task *t, void *arg)
{
	struct search *s = arg;
	if (!alive(t) || t->is_timer || (s->actor != PROCESS && t->actor != s->actor))
		return;
	bool waits = t->state == TASK_BLOCKED && t->wait == WAIT_SIGNAL;
	if (waits && t->tag & s->bits && (!s->waiting || t->since < s->waiting->since))
		s->waiting = t;
	if (thread_of(t->actor)->blocked & s->bits)
		return;
	if (!s->able || (waits && t->tag == 0))
		s->able = t;
}

/* A task that waits goes on, to look at the signal; but one at a barrier stays there. */
static void
interrupt(struct task *t)
{
	t->interrupted = true;
	if (t->state == TASK_BLOCKED && t->wait != WAIT_BARRIER)
		schedule_wake(t);
}

static void
run_elsewhere(struct task *t)
{
	take_all();
	forget(t->actor);
	t->is_thread = t->detached = true; /* its place is free at once: a timer may send thousands */
}

static void
find_program(struct task *t, void *found)
{
	*(bool *)found = *(bool *)found || program_runs(t->actor);
}

/*
 * No call and no thread is there to take it: it is kept until one does. The process has other threads, which nobody sees and which may take
 * it, but not where it is that of a whole program.
 */
static int
give_to_process(int number, const siginfo_t *info, const void *place)
{
	struct thread *main_thread = known(SRTEST_HOST);
	bool blocked = main_thread && main_thread->blocked & bit(number);
	schedule_each(find_program, &blocked);
	if (!blocked && ignored(number))
		return 0;
	if (!blocked && !signals_handled(number))
		strike(number, place);
	int error = keep(number, PROCESS, info);
	if (error || blocked)
		return error;
	struct task *t = schedule_add(run_elsewhere, NULL, threads_next_actor());
	return t ? 0 : EAGAIN;
}

int
signals_send(int number, siginfo_t info, bool from_thread, const void *place)
{
	struct task *self = from_thread ? schedule_self() : NULL;
	struct search s = {.bits = bit(number), .actor = PROCESS};
	info.si_signo = number;
	schedule_each(consider, &s);
	if (s.waiting) {
		keep(number, s.waiting->actor, &info);
		schedule_wake(s.waiting);
		return 0;
	}
	if (self && !(thread_of(self->actor)->blocked & bit(number)))
		return signals_send_to(self, number, info, place);
	return s.able ? signals_send_to(s.able, number, info, place) : give_to_process(number, &info, place);
}

int
signals_send_to(struct task *t, int number, siginfo_t info, const void *place)
{
	bool blocked = thread_of(t->actor)->blocked & bit(number);
	bool waits = t->state == TASK_BLOCKED && t->wait == WAIT_SIGNAL && t->tag & bit(number);
	info.si_signo = number;
	if (!blocked && !waits && ignored(number))
		return 0;
	if (!blocked && !waits && !signals_handled(number))
		strike(number, place);
	int error = keep(number, t->actor, &info);
	if (error)
		return error;
	if (waits)
		schedule_wake(t);
	else if (!blocked && t == schedule_self())
		take_all();
	else if (!blocked)
		interrupt(t);
	return 0;
}

struct task *
signals_task(pid_t number)
{
	struct task *t = schedule_task(number - getpid() - 1);
	return t && alive(t) ? t : NULL;
}

/* --- waiting --- */

static enum woken
block(enum wait wait, const void *object, uint64_t tag, uint64_t deadline, bool restarts)
{
	mine()->handled = mine()->broken = false;
	bool woken = wait == WAIT_FUTEX ? schedule_block(wait, object, tag, deadline) : cancel_block(wait, object, tag, deadline);
	cancel_take(schedule_self()->place);
	if (restarts ? mine()->broken : mine()->handled)
		return INTERRUPTED;
	return woken ? WOKEN : TIMED_OUT;
}

/* These come of what a thread does itself. */
static bool
comes_from_within(int number)
{
	static const int all[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT, SIGSYS, SIGPIPE};
	for (size_t i = 0; i < sizeof all / sizeof *all; i++)
		if (all[i] == number)
			return true;
	return false;
}

/* Could a signal from outside, which the implementation handles, end such a wait of the caller? */
static bool
may_be_interrupted(bool restarts)
{
	uint64_t blocked = mine()->blocked;
	for (int number = 1; number < SIGNALS; number++)
		if (signals_handled(number) && !comes_from_within(number) && !(blocked & bit(number)) && !(restarts && actions[number].sa_flags & SA_RESTART))
			return true;
	return false;
}

enum woken
signals_block(enum wait wait, const void *object, uint64_t tag, uint64_t deadline, bool restarts)
{
	if (may_be_interrupted(restarts) && choose_rare(schedule_self(), SRTEST_INTERRUPT)) {
		schedule_tell("be interrupted", NULL, schedule_self()->place);
		return INTERRUPTED;
	}
	return block(wait, object, tag, deadline, restarts);
}

enum woken
signals_wait(uint64_t bits, uint64_t deadline, siginfo_t *info)
{
	struct pending p;
	enum woken woken = WOKEN;
	for (;;) {
		if (take(schedule_self()->actor, bits, &p)) {
			*info = p.info;
			return WOKEN;
		}
		if (woken != WOKEN)
			return woken;
		woken = signals_block(WAIT_SIGNAL, NULL, bits, deadline, false);
	}
}

void
signals_await_handler(uint64_t blocked)
{
	uint64_t before = mine()->blocked;
	mine()->handled = false;
	signals_block_only(blocked);
	while (!mine()->handled)
		block(WAIT_SIGNAL, NULL, 0, FOREVER, false);
	mine()->blocked = before;
	take_all();
}

/* --- actions --- */

int
signals_action(int number, const struct sigaction *action, struct sigaction *old)
{
	if (number < 1 || number >= SIGNALS || (action && (number == SIGKILL || number == SIGSTOP)))
		return EINVAL;
	if (old)
		*old = actions[number];
	if (action)
		actions[number] = *action;
	return 0;
}

/* As the system has it. */
int
signals_stack(const stack_t *new, stack_t *old)
{
	stack_t *s = &mine()->stack;
	bool there = stands_on(s, __builtin_frame_address(0));
	unsigned flags = new ? (unsigned)new->ss_flags & ~AUTODISARM : 0;
	if (old) {
		*old = *s;
		old->ss_flags = s->ss_flags | (s->ss_size == 0 ? SS_DISABLE : there ? SS_ONSTACK : 0);
	}
	if (!new)
		return 0;
	if (there)
		return EPERM;
	if (flags != 0 && flags != SS_DISABLE && flags != SS_ONSTACK)
		return EINVAL;
	if (flags != SS_DISABLE && new->ss_size < SMALLEST_STACK)
		return ENOMEM;
	*s = flags == SS_DISABLE ? (stack_t){0} : *new;
	s->ss_flags &= (int)AUTODISARM;
	return 0;
}

void
signals_remember(void)
{
	schedule_on_interrupt(take_all);
	memcpy(first_actions, actions, sizeof actions);
}

void
signals_reset(void)
{
	memcpy(actions, first_actions, sizeof actions);
	npending = nthreads = 0;
}
