/* The functions of the C library for signals. */
#include "drivers/native/cancel.h"
#include "drivers/native/carrier.h"
#include "drivers/native/failed.h"
#include "drivers/native/misuse.h"
#include "drivers/native/primitives.h"
#include "drivers/native/real.h"
#include "drivers/native/signals.h"

#include <errno.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

#define EXPORT __attribute__((visibility("default")))

/* --- what is done about them --- */

static int
action(int number, const struct sigaction *new, struct sigaction *old)
{
	if (!implementation_runs())
		return real.sigaction(number, new, old);
	return answer(signals_action(number, new, old));
}

EXPORT int
sigaction(int number, const struct sigaction *restrict new, struct sigaction *restrict old)
{
	return action(number, new, old);
}

static sighandler_t
handler(int number, sighandler_t fn, int flags)
{
	struct sigaction new = {.sa_handler = fn, .sa_flags = flags}, old;
	return action(number, &new, &old) == 0 ? old.sa_handler : SIG_ERR;
}

EXPORT sighandler_t
signal(int number, sighandler_t fn)
{
	return handler(number, fn, SA_RESTART);
}

EXPORT sighandler_t
__sysv_signal(int number, sighandler_t fn)
{
	return handler(number, fn, (int)SA_RESETHAND | SA_NODEFER);
}

EXPORT sighandler_t bsd_signal(int number, sighandler_t fn);
sighandler_t
bsd_signal(int number, sighandler_t fn)
{
	return handler(number, fn, SA_RESTART);
}

EXPORT int
siginterrupt(int number, int interrupts)
{
	struct sigaction a;
	if (action(number, NULL, &a) != 0)
		return -1;
	a.sa_flags = interrupts ? a.sa_flags & ~SA_RESTART : a.sa_flags | SA_RESTART;
	return action(number, &a, NULL);
}

EXPORT int
sigaltstack(const stack_t *restrict new, stack_t *restrict old)
{
	if (!implementation_runs())
		return (int)real_syscall(SYS_sigaltstack, (long)new, (long)old, 0, 0, 0, 0);
	return answer(signals_stack(new, old));
}

/* --- who blocks them --- */

static int
change_mask(int how, const sigset_t *set, sigset_t *old)
{
	if (!implementation_runs())
		return real_syscall(SYS_rt_sigprocmask, how, (long)set, (long)old, 8, 0, 0) == 0 ? 0 : errno;
	uint64_t bits = set ? signals_bits(set) : 0, before = signals_blocked();
	if (set && how != SIG_BLOCK && how != SIG_UNBLOCK && how != SIG_SETMASK)
		return EINVAL;
	if (old)
		signals_set(old, before);
	if (set)
		signals_block_only(how == SIG_BLOCK ? before | bits : how == SIG_UNBLOCK ? before & ~bits : bits);
	return 0;
}

EXPORT int
pthread_sigmask(int how, const sigset_t *restrict set, sigset_t *restrict old)
{
	return change_mask(how, set, old);
}

EXPORT int
sigprocmask(int how, const sigset_t *restrict set, sigset_t *restrict old)
{
	return answer(change_mask(how, set, old));
}

static int
change_one(int how, int number)
{
	sigset_t set;
	sigemptyset(&set);
	return sigaddset(&set, number) == 0 ? answer(change_mask(how, &set, NULL)) : -1;
}

EXPORT int
sighold(int number)
{
	return change_one(SIG_BLOCK, number);
}

EXPORT int
sigrelse(int number)
{
	return change_one(SIG_UNBLOCK, number);
}

EXPORT int
sigpending(sigset_t *set)
{
	signals_set(set, signals_pending());
	return 0;
}

/* --- sending them --- */

static bool
valid(int number)
{
	return number >= 0 && number < 65;
}

static siginfo_t
from_here(int code, union sigval value)
{
	siginfo_t info = {.si_code = code};
	info.si_pid = getpid();
	info.si_uid = getuid();
	info.si_value = value;
	return info;
}

static const void *
number_of(int number)
{
	return (const void *)(intptr_t)number;
}

/* To the whole process; nonzero: why not. */
static int
send_process(pid_t pid, int number, siginfo_t info, const void *place)
{
	if (!valid(number))
		return EINVAL;
	if (pid != getpid()) {
		if (number == 0)
			return EPERM;
		misuse("sends a signal to another process", place);
		return EPERM;
	}
	if (number == 0)
		return 0;
	schedule_act("send signal", number_of(number), place);
	int error = signals_send(number, info, true, place);
	schedule_point();
	return error;
}

EXPORT int
kill(pid_t pid, int number)
{
	if (!implementation_runs())
		return (int)real_syscall(SYS_kill, pid, number, 0, 0, 0, 0);
	return answer(send_process(pid, number, from_here(SI_USER, (union sigval){0}), PLACE));
}

EXPORT int
sigqueue(pid_t pid, int number, const union sigval value)
{
	return answer(send_process(pid, number, from_here(SI_QUEUE, value), PLACE));
}

EXPORT int
killpg(pid_t group, int number)
{
	(void)group;
	if (number != 0)
		misuse("sends a signal to another process", PLACE);
	return answer(EPERM);
}

static int
send_to(struct task *t, int number, siginfo_t info, const void *place)
{
	if (!valid(number))
		return EINVAL;
	if (!t)
		return ESRCH;
	if (number == 0)
		return 0;
	schedule_act("send signal", number_of(number), place);
	int error = t->state == TASK_READY || t->state == TASK_BLOCKED ? signals_send_to(t, number, info, place) : 0;
	schedule_point();
	return error;
}

static struct task *
find(pthread_t thread)
{
	struct task *t = threads_task(thread);
	return t && t->state != TASK_DONE ? t : NULL;
}

EXPORT int
pthread_kill(pthread_t thread, int number)
{
	return send_to(find(thread), number, from_here(SI_TKILL, (union sigval){0}), PLACE);
}

EXPORT int
pthread_sigqueue(pthread_t thread, int number, const union sigval value)
{
	return send_to(find(thread), number, from_here(SI_QUEUE, value), PLACE);
}

static int
to_thread(pid_t pid, pid_t thread, int number, const void *place)
{
	if (!implementation_runs())
		return (int)real_syscall(SYS_tgkill, pid, thread, number, 0, 0, 0);
	if (pid != getpid())
		return answer(send_process(pid, number, from_here(SI_TKILL, (union sigval){0}), place));
	return answer(send_to(signals_task(thread), number, from_here(SI_TKILL, (union sigval){0}), place));
}

EXPORT int
tgkill(pid_t pid, pid_t thread, int number)
{
	return to_thread(pid, thread, number, PLACE);
}

static int
send_self(int number, const void *place)
{
	if (!implementation_runs())
		return (int)real_syscall(SYS_tgkill, getpid(), real_syscall(SYS_gettid, 0, 0, 0, 0, 0, 0), number, 0, 0, 0);
	if (!schedule_self())
		return answer(send_process(getpid(), number, from_here(SI_TKILL, (union sigval){0}), place));
	return answer(send_to(schedule_self(), number, from_here(SI_TKILL, (union sigval){0}), place));
}

EXPORT int
raise(int number)
{
	return send_self(number, PLACE);
}

EXPORT int
gsignal(int number)
{
	return send_self(number, PLACE);
}

/* --- waiting for them --- */

static void
only_in_a_call(const void *place)
{
	if (!schedule_self())
		misuse("waits for a signal while it is loaded", place);
}

/* The signal, or minus what went wrong. */
static int
wait_for(const sigset_t *set, uint64_t deadline, siginfo_t *out, const void *place)
{
	siginfo_t info = {0};
	only_in_a_call(place);
	cancel_act("wait for signal", NULL, place);
	switch (signals_wait(signals_bits(set), deadline, &info)) {
	case TIMED_OUT:
		return -EAGAIN;
	case INTERRUPTED:
		return -EINTR;
	case WOKEN:
		break;
	}
	if (out)
		*out = info;
	return info.si_signo;
}

EXPORT int
sigwait(const sigset_t *restrict set, int *restrict number)
{
	int got;
	while ((got = wait_for(set, FOREVER, NULL, PLACE)) == -EINTR)
		;
	*number = got;
	return 0;
}

EXPORT int
sigwaitinfo(const sigset_t *restrict set, siginfo_t *restrict info)
{
	int got = wait_for(set, FOREVER, info, PLACE);
	return got < 0 ? answer(-got) : got;
}

EXPORT int
sigtimedwait(const sigset_t *restrict set, siginfo_t *restrict info, const struct timespec *restrict time)
{
	uint64_t now = schedule_now(), deadline = FOREVER;
	if (time && (time->tv_sec < 0 || time->tv_nsec < 0 || time->tv_nsec >= (long)NANOSECONDS))
		return answer(EINVAL);
	if (time && (uint64_t)time->tv_sec < (FOREVER - now) / NANOSECONDS - 2)
		deadline = now + (uint64_t)time->tv_sec * NANOSECONDS + (uint64_t)time->tv_nsec;
	int got = wait_for(set, deadline, info, PLACE);
	return got < 0 ? answer(-got) : got;
}

EXPORT int
sigsuspend(const sigset_t *blocked)
{
	only_in_a_call(PLACE);
	cancel_act("wait for signal", NULL, PLACE);
	signals_await_handler(signals_bits(blocked));
	return answer(EINTR);
}

EXPORT int
pause(void)
{
	only_in_a_call(PLACE);
	cancel_act("wait for signal", NULL, PLACE);
	signals_await_handler(signals_blocked());
	return answer(EINTR);
}
