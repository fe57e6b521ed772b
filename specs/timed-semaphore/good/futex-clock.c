/* One word and a futex, which waits until a moment on a clock rather than for a time, so that waiting again needs no sums. */
#define _GNU_SOURCE
#include "../timed-semaphore.h"

#include <errno.h>
#include <linux/futex.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

struct tsem {
	atomic_int free;
};

tsem *
tsem_new(unsigned permits)
{
	tsem *s = malloc(sizeof *s);
	atomic_init(&s->free, (int)permits);
	return s;
}

void
tsem_free(tsem *s)
{
	free(s);
}

static bool
take(tsem *s)
{
	int seen = atomic_load(&s->free);
	while (seen > 0)
		if (atomic_compare_exchange_weak(&s->free, &seen, seen - 1))
			return true;
	return false;
}

/* Returns whether the moment has come; without one it never does. */
static bool
wait_until(tsem *s, const struct timespec *moment)
{
	return syscall(SYS_futex, &s->free, FUTEX_WAIT_BITSET_PRIVATE, 0, moment, NULL, FUTEX_BITSET_MATCH_ANY) < 0 && errno == ETIMEDOUT;
}

void
tsem_acquire(tsem *s)
{
	while (!take(s))
		wait_until(s, NULL);
}

enum tsem_outcome
tsem_acquire_for(tsem *s, unsigned ms)
{
	struct timespec end;
	clock_gettime(CLOCK_MONOTONIC, &end);
	long ns = end.tv_nsec + ms % 1000 * 1000000L;
	end.tv_sec += ms / 1000 + ns / 1000000000;
	end.tv_nsec = ns % 1000000000;
	while (!take(s))
		if (wait_until(s, &end))
			return take(s) ? TSEM_ACQUIRED : TSEM_TIMED_OUT;
	return TSEM_ACQUIRED;
}

void
tsem_release(tsem *s)
{
	atomic_fetch_add(&s->free, 1);
	syscall(SYS_futex, &s->free, FUTEX_WAKE_PRIVATE, 1);
}
