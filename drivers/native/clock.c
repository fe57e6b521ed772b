/* Virtual time: it stands still while anyone can run. */
#include "drivers/native/cancel.h"
#include "drivers/native/failed.h"
#include "drivers/native/misuse.h"
#include "drivers/native/primitives.h"
#include "drivers/native/schedule.h"
#include "drivers/native/signals.h"

#include <errno.h>
#include <stddef.h>
#include <sys/time.h>
#include <sys/times.h>
#include <unistd.h>

#define EXPORT __attribute__((visibility("default")))

/*
 * The calendar shows this when a test begins, and all clocks so many nanoseconds more: a hundredth of a second later the next second
 * begins, so that who adds to tv_nsec and does not carry is found out.
 */
enum { EPOCH_SECONDS = 1700000000, EPOCH_NANOSECONDS = 990000000 };

static uint64_t
offset_of(clockid_t clock)
{
	bool calendar = clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE || clock == CLOCK_TAI;
	return (calendar ? EPOCH_SECONDS : 1) * NANOSECONDS + EPOCH_NANOSECONDS;
}

static bool
valid(const struct timespec *t)
{
	return t->tv_nsec >= 0 && t->tv_nsec < (long)NANOSECONDS;
}

static uint64_t
nanoseconds(const struct timespec *t)
{
	if (t->tv_sec < 0)
		return 0;
	return (uint64_t)t->tv_sec > UINT64_MAX / NANOSECONDS - 1 ? FOREVER - 1 : (uint64_t)t->tv_sec * NANOSECONDS + (uint64_t)t->tv_nsec;
}

static struct timespec
time_of(uint64_t ns)
{
	return (struct timespec){.tv_sec = (time_t)(ns / NANOSECONDS), .tv_nsec = (long)(ns % NANOSECONDS)};
}

static uint64_t
after(uint64_t ns)
{
	uint64_t now = schedule_now();
	return ns > FOREVER - 1 - now ? FOREVER - 1 : now + ns;
}

int
deadline_at(clockid_t clock, const struct timespec *time, uint64_t *deadline)
{
	*deadline = FOREVER;
	if (!time)
		return 0;
	if (!valid(time))
		return EINVAL;
	uint64_t at = nanoseconds(time), offset = offset_of(clock);
	*deadline = at < offset ? 0 : at - offset;
	return 0;
}

bool
deadline_after(const struct timespec *time, uint64_t *deadline)
{
	*deadline = FOREVER;
	if (!time)
		return true;
	if (!valid(time) || time->tv_sec < 0)
		return false;
	uint64_t ns = nanoseconds(time);
	*deadline = ns == 0 ? 0 : after(ns);
	return true;
}

EXPORT int
clock_gettime(clockid_t clock, struct timespec *time)
{
	*time = time_of(schedule_look(PLACE) + offset_of(clock));
	return 0;
}

EXPORT int
clock_getres(clockid_t clock, struct timespec *resolution)
{
	(void)clock;
	if (resolution)
		*resolution = (struct timespec){.tv_nsec = 1};
	return 0;
}

EXPORT int
timespec_get(struct timespec *time, int base)
{
	*time = time_of(schedule_look(PLACE) + offset_of(CLOCK_REALTIME));
	return base;
}

EXPORT int
gettimeofday(struct timeval *restrict time, void *restrict zone)
{
	struct timespec t = time_of(schedule_look(PLACE) + offset_of(CLOCK_REALTIME));
	(void)zone;
	*time = (struct timeval){.tv_sec = t.tv_sec, .tv_usec = t.tv_nsec / 1000};
	return 0;
}

EXPORT time_t
time(time_t *out)
{
	time_t now = time_of(schedule_look(PLACE) + offset_of(CLOCK_REALTIME)).tv_sec;
	if (out)
		*out = now;
	return now;
}

/* The processor's time goes by with everybody's, as long as one runs at a time. */
EXPORT clock_t
clock(void)
{
	return (clock_t)(schedule_look(PLACE) / (NANOSECONDS / CLOCKS_PER_SEC));
}

EXPORT clock_t
times(struct tms *out)
{
	clock_t now = (clock_t)(schedule_look(PLACE) / (NANOSECONDS / (uint64_t)sysconf(_SC_CLK_TCK)));
	if (out)
		*out = (struct tms){.tms_utime = now};
	return now;
}

/* Sleeping is polling: whoever sleeps wants to look again later. What is left when a signal ended it. */
static uint64_t
sleep_until(uint64_t deadline, const void *place)
{
	if (!schedule_self() || deadline <= schedule_now()) {
		schedule_yield(place);
		cancel_here(place);
		return 0;
	}
	schedule_tell("sleep", NULL, place);
	cancel_here(place);
	bool ended = signals_block(WAIT_SLEEP, NULL, 0, deadline, false) == INTERRUPTED;
	return ended && deadline > schedule_now() ? deadline - schedule_now() : 0;
}

static uint64_t
sleep_for(uint64_t ns, const void *place)
{
	return sleep_until(after(ns), place);
}

static int
nap(const struct timespec *time, struct timespec *left, const void *place)
{
	uint64_t rest = sleep_for(nanoseconds(time), place);
	if (rest && left)
		*left = time_of(rest);
	return rest ? EINTR : 0;
}

EXPORT unsigned
sleep(unsigned seconds)
{
	return (unsigned)((sleep_for(seconds * NANOSECONDS, PLACE) + NANOSECONDS - 1) / NANOSECONDS);
}

EXPORT int
usleep(useconds_t us)
{
	return answer(sleep_for(us * 1000ull, PLACE) ? EINTR : 0);
}

EXPORT int
nanosleep(const struct timespec *time, struct timespec *left)
{
	if (!valid(time) || time->tv_sec < 0)
		return answer(EINVAL);
	return answer(nap(time, left, PLACE));
}

EXPORT int
clock_nanosleep(clockid_t clock, int flags, const struct timespec *time, struct timespec *left)
{
	uint64_t deadline;
	if (!valid(time))
		return EINVAL;
	if (!(flags & TIMER_ABSTIME))
		return nap(time, left, PLACE);
	deadline_at(clock, time, &deadline);
	return sleep_until(deadline, PLACE) ? EINTR : 0;
}

EXPORT int
thrd_sleep(const struct timespec *time, struct timespec *left)
{
	if (!valid(time) || time->tv_sec < 0)
		return -2;
	return nap(time, left, PLACE) ? -1 : 0;
}

EXPORT int
sched_yield(void)
{
	schedule_yield(PLACE);
	return 0;
}
