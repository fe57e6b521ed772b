/* Timers, in virtual time. Each that is set is a task, which sleeps until it expires. */
#include "drivers/native/timer.h"

#include "drivers/native/caller.h"
#include "drivers/native/descriptors.h"
#include "drivers/native/failed.h"
#include "drivers/native/misuse.h"
#include "drivers/native/primitives.h"
#include "drivers/native/real.h"
#include "drivers/native/signals.h"

#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

#define EXPORT __attribute__((visibility("default")))

enum { MOST_TIMERS = 128, ALARM = 0, PRIVATE = 512 };

static struct timer {
	bool used;
	clockid_t clock;
	struct sigevent event; /* of those without a descriptor */
	int fd, counter; /* of those with one: the implementation's number, and the host's for the same; else -1 */
	struct task *task; /* while it is set */
	uint64_t next, interval; /* FOREVER: it is not set; 0: it expires once */
} timers[MOST_TIMERS];

/* --- expiring --- */

CALLS_IMPLEMENTATION static void *
call_function(void *arg)
{
	const struct timer *t = arg;
	t->event.sigev_notify_function(t->event.sigev_value);
	return NULL;
}

static void
start_function(struct timer *t)
{
	pthread_attr_t attr;
	pthread_t thread;
	pthread_attr_init(&attr);
	pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED);
	pthread_create(&thread, &attr, call_function, t);
	pthread_attr_destroy(&attr);
}

static void
count_up(const struct timer *t)
{
	uint64_t one = 1;
	real_syscall(SYS_write, t->counter, (long)&one, sizeof one, 0, 0, 0);
	descriptor_given(t->counter);
	descriptor_changed();
}

static void
expire(struct timer *t)
{
	siginfo_t info = {.si_code = SI_TIMER};
	struct task *to;
	info.si_value = t->event.sigev_value;
	schedule_tell("timer expires", t, NULL);
	if (t->counter >= 0)
		count_up(t);
	else if (t->event.sigev_notify == SIGEV_SIGNAL)
		signals_send(t->event.sigev_signo, info, false, NULL);
	else if (t->event.sigev_notify == SIGEV_THREAD)
		start_function(t);
	else if (t->event.sigev_notify == SIGEV_THREAD_ID && (to = signals_task(t->event._sigev_un._tid)))
		signals_send_to(to, t->event.sigev_signo, info, NULL);
}

static void
run(struct task *me)
{
	struct timer *t = me->arg;
	while (t->next != FOREVER) {
		if (schedule_now() < t->next) {
			schedule_block(WAIT_SLEEP, t, 0, t->next);
			continue;
		}
		t->next = t->interval ? t->next + t->interval : FOREVER;
		expire(t);
	}
	t->task = NULL;
}

/* --- setting --- */

static bool
nanoseconds(const struct timespec *time, uint64_t *ns)
{
	*ns = (uint64_t)time->tv_sec * NANOSECONDS + (uint64_t)time->tv_nsec;
	return time->tv_sec >= 0 && time->tv_sec < INT32_MAX && time->tv_nsec >= 0 && time->tv_nsec < (long)NANOSECONDS;
}

static struct timespec
time_of(uint64_t ns)
{
	return (struct timespec){.tv_sec = (time_t)(ns / NANOSECONDS), .tv_nsec = (long)(ns % NANOSECONDS)};
}

static void
show(const struct timer *t, struct itimerspec *out)
{
	uint64_t now = schedule_now();
	out->it_interval = time_of(t->interval);
	out->it_value = time_of(t->next == FOREVER ? 0 : t->next > now ? t->next - now : 1);
}

static int
start(struct timer *t, uint64_t next, uint64_t interval)
{
	t->next = next;
	t->interval = interval;
	if (t->task && t->task != schedule_self())
		schedule_wake(t->task); /* to look at the new time */
	if (t->task || next == FOREVER)
		return 0;
	t->task = schedule_add(run, t, threads_next_actor());
	if (!t->task)
		return failed(EAGAIN);
	t->task->is_timer = true;
	t->task->idle = schedule_self() ? schedule_self()->idle : 0; /* who polls with a timer has new ones again and again */
	return 0;
}

/* Tests begin without timers, so one that is made while the implementation is loaded would be lost. */
static void
only_in_tests(void)
{
	if (implementation_loads())
		unseen_while_loaded("a timer, while it is loaded", "timers that are made while it is loaded");
}

static void
start_afresh(const struct timer *t)
{
	struct pollfd p = {.fd = t->counter, .events = POLLIN};
	uint64_t count;
	if (t->counter >= 0 && real_syscall(SYS_poll, (long)&p, 1, 0, 0, 0, 0) > 0)
		real_syscall(SYS_read, t->counter, (long)&count, sizeof count, 0, 0, 0);
}

static int
set(struct timer *t, bool absolute, const struct itimerspec *new, struct itimerspec *old, const void *place)
{
	uint64_t value, interval, next;
	if (!nanoseconds(&new->it_value, &value) || !nanoseconds(&new->it_interval, &interval))
		return failed(EINVAL);
	only_in_tests();
	schedule_act("set timer", t, place);
	if (old)
		show(t, old);
	if (absolute)
		deadline_at(t->clock, &new->it_value, &next);
	else
		next = schedule_now() + value;
	start_afresh(t);
	return start(t, value ? next : FOREVER, interval);
}

static struct timer *
make(clockid_t clock)
{
	only_in_tests();
	for (int i = ALARM + 1; i < MOST_TIMERS; i++) {
		struct timer *t = &timers[i];
		if (t->used || t->task)
			continue;
		*t = (struct timer){.used = true, .clock = clock, .fd = -1, .counter = -1, .next = FOREVER};
		return t;
	}
	return NULL;
}

void
timers_reset(void)
{
	for (int i = 0; i < MOST_TIMERS; i++)
		timers[i] = (struct timer){.fd = -1, .counter = -1, .next = FOREVER};
	timers[ALARM].event.sigev_signo = SIGALRM; /* sigev_notify is SIGEV_SIGNAL, which is 0 */
}

/* --- timers of POSIX --- */

static bool
is_clock(clockid_t clock)
{
	return clock == CLOCK_REALTIME || clock == CLOCK_MONOTONIC || clock == CLOCK_BOOTTIME || clock == CLOCK_REALTIME_ALARM || clock == CLOCK_BOOTTIME_ALARM || clock == CLOCK_TAI;
}

EXPORT int
timer_create(clockid_t clock, struct sigevent *restrict event, timer_t *restrict id)
{
	if (!is_clock(clock))
		unseen("timer_create of a clock of processor time", PLACE);
	struct timer *t = make(clock);
	if (!t)
		return failed(EAGAIN);
	t->event = event ? *event : (struct sigevent){.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGALRM};
	*id = t;
	return 0;
}

static struct timer *
known(timer_t id, const void *place)
{
	struct timer *t = id;
	if (t <= &timers[ALARM] || t >= &timers[MOST_TIMERS] || !t->used)
		misuse("uses a timer that is not there", place);
	return t;
}

EXPORT int
timer_settime(timer_t id, int flags, const struct itimerspec *restrict new, struct itimerspec *restrict old)
{
	return set(known(id, PLACE), flags & TIMER_ABSTIME, new, old, PLACE);
}

EXPORT int
timer_gettime(timer_t id, struct itimerspec *time)
{
	show(known(id, PLACE), time);
	return 0;
}

EXPORT int
timer_getoverrun(timer_t id)
{
	known(id, PLACE);
	return 0;
}

EXPORT int
timer_delete(timer_t id)
{
	struct timer *t = known(id, PLACE);
	schedule_act("delete timer", t, PLACE);
	t->used = false;
	return start(t, FOREVER, 0);
}

/* --- the timer of the process --- */

EXPORT int
setitimer(__itimer_which_t which, const struct itimerval *restrict new, struct itimerval *restrict old)
{
	struct itimerspec before, after;
	if (!implementation_runs())
		return (int)real_syscall(SYS_setitimer, (long)which, (long)new, (long)old, 0, 0, 0);
	if (which != ITIMER_REAL)
		unseen("setitimer of processor time", PLACE);
	after.it_value = (struct timespec){new->it_value.tv_sec, new->it_value.tv_usec * 1000};
	after.it_interval = (struct timespec){new->it_interval.tv_sec, new->it_interval.tv_usec * 1000};
	if (set(&timers[ALARM], false, &after, &before, PLACE) < 0)
		return -1;
	if (old)
		*old = (struct itimerval){{before.it_interval.tv_sec, before.it_interval.tv_nsec / 1000}, {before.it_value.tv_sec, before.it_value.tv_nsec / 1000}};
	return 0;
}

EXPORT int
getitimer(__itimer_which_t which, struct itimerval *out)
{
	struct itimerspec now;
	if (which != ITIMER_REAL)
		unseen("getitimer of processor time", PLACE);
	show(&timers[ALARM], &now);
	*out = (struct itimerval){{now.it_interval.tv_sec, now.it_interval.tv_nsec / 1000}, {now.it_value.tv_sec, now.it_value.tv_nsec / 1000}};
	return 0;
}

EXPORT unsigned
alarm(unsigned seconds)
{
	struct itimerspec before, after = {.it_value.tv_sec = seconds};
	if (set(&timers[ALARM], false, &after, &before, PLACE) < 0)
		return 0;
	return (unsigned)before.it_value.tv_sec + (before.it_value.tv_nsec > 0);
}

EXPORT useconds_t
ualarm(useconds_t us, useconds_t interval)
{
	const struct itimerval after = {{interval / 1000000, interval % 1000000}, {us / 1000000, us % 1000000}};
	struct itimerval before;
	if (setitimer(ITIMER_REAL, &after, &before) < 0)
		return (useconds_t)-1;
	return (useconds_t)(before.it_value.tv_sec * 1000000 + before.it_value.tv_usec);
}

/* --- timers with a descriptor: a counter of events, which the timer counts up --- */

static void
forget(struct timer *t)
{
	real_syscall(SYS_close, t->counter, 0, 0, 0, 0, 0);
	start(t, FOREVER, 0);
	t->fd = t->counter = -1;
	t->used = false;
}

void
timers_closed(int fd)
{
	for (int i = 0; i < MOST_TIMERS; i++)
		if (timers[i].used && timers[i].fd == fd)
			forget(&timers[i]);
}

/* Another number for the same, out of the implementation's way if there are that many. */
static int
private_number(int fd)
{
	struct rlimit most = {0};
	real_syscall(SYS_prlimit64, 0, RLIMIT_NOFILE, 0, (long)&most, 0, 0);
	return (int)real_syscall(SYS_fcntl, fd, F_DUPFD_CLOEXEC, most.rlim_cur / 2 < PRIVATE ? (long)most.rlim_cur / 2 : PRIVATE, 0, 0, 0);
}

EXPORT int
timerfd_create(clockid_t clock, int flags)
{
	if (!is_clock(clock) || flags & ~(TFD_NONBLOCK | TFD_CLOEXEC))
		return failed(EINVAL);
	int fd = eventfd(0, flags);
	if (fd < 0)
		return -1;
	struct timer *t = make(clock);
	if (!t) {
		close(fd);
		return failed(EMFILE);
	}
	t->fd = fd;
	t->counter = private_number(fd);
	if (t->counter < 0) {
		t->used = false;
		close(fd);
		return failed(EMFILE);
	}
	return fd;
}

static struct timer *
with_descriptor(int fd)
{
	for (int i = 0; i < MOST_TIMERS; i++)
		if (timers[i].used && timers[i].fd == fd && fd >= 0)
			return &timers[i];
	return NULL;
}

EXPORT int
timerfd_settime(int fd, int flags, const struct itimerspec *new, struct itimerspec *old)
{
	struct timer *t = with_descriptor(fd);
	return t ? set(t, flags & TFD_TIMER_ABSTIME, new, old, PLACE) : failed(EBADF);
}

EXPORT int
timerfd_gettime(int fd, struct itimerspec *out)
{
	struct timer *t = with_descriptor(fd);
	if (!t)
		return failed(EBADF);
	show(t, out);
	return 0;
}
