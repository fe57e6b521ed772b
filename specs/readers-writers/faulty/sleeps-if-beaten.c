/* A reader whose exchange fails because of another reader takes it that a writer was faster, and goes to sleep. */
/* class: progress */
#define _GNU_SOURCE
#include "../readers-writers.h"

#include <limits.h>
#include <linux/futex.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

struct rw {
	atomic_int state, sleepers;
};

static long
futex(atomic_int *a, int op, int v)
{
	return syscall(SYS_futex, a, op, v, NULL, NULL, 0);
}

/* state: readers, or -1 for a writer */
rw *
rw_new(void)
{
	return calloc(1, sizeof(rw));
}

void
rw_free(rw *l)
{
	free(l);
}

static void
nap(rw *l, int seen)
{
	atomic_fetch_add(&l->sleepers, 1);
	futex(&l->state, FUTEX_WAIT_PRIVATE, seen);
	atomic_fetch_sub(&l->sleepers, 1);
}

static void
wake(rw *l)
{
	if (atomic_load(&l->sleepers) > 0)
		futex(&l->state, FUTEX_WAKE_PRIVATE, INT_MAX);
}

void
rw_before_read(rw *l)
{
	int s = atomic_load(&l->state);
	for (;;) {
		if (s < 0) {
			nap(l, s);
			s = atomic_load(&l->state);
		} else if (atomic_compare_exchange_strong(&l->state, &s, s + 1)) {
			return;
		} else {
			nap(l, s);
		}
	}
}

void
rw_after_read(rw *l)
{
	if (atomic_fetch_sub(&l->state, 1) == 1)
		wake(l);
}

void
rw_before_write(rw *l)
{
	int s = atomic_load(&l->state);
	for (;;) {
		if (s != 0) {
			nap(l, s);
			s = atomic_load(&l->state);
		} else if (atomic_compare_exchange_strong(&l->state, &s, -1)) {
			return;
		}
	}
}

void
rw_after_write(rw *l)
{
	atomic_store(&l->state, 0);
	wake(l);
}
