/* An atomic counter that is tried again every millisecond, until there is a permit or the time is over. */
#include "../timed-semaphore.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

struct tsem {
	atomic_uint free;
};

tsem *
tsem_new(unsigned permits)
{
	tsem *s = malloc(sizeof *s);
	atomic_init(&s->free, permits);
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
	unsigned free = atomic_load(&s->free);
	while (free > 0)
		if (atomic_compare_exchange_weak(&s->free, &free, free - 1))
			return true;
	return false;
}

void
tsem_acquire(tsem *s)
{
	while (!take(s))
		usleep(1000);
}

static long long
now_ns(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000000000LL + t.tv_nsec;
}

enum tsem_outcome
tsem_acquire_for(tsem *s, unsigned ms)
{
	long long until = now_ns() + ms * 1000000LL;
	while (!take(s)) {
		if (now_ns() >= until)
			return TSEM_TIMED_OUT;
		usleep(1000);
	}
	return TSEM_ACQUIRED;
}

void
tsem_release(tsem *s)
{
	atomic_fetch_add(&s->free, 1);
}
