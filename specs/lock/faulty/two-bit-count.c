/* Counts releases in two bits: who has seen the lock held, and sleeps 4 releases later, takes it that there was none. */
/* class: progress */
#define _GNU_SOURCE
#include "../lock.h"

#include <limits.h>
#include <linux/futex.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { COUNTS = 4 };

struct lock {
	atomic_bool held;
	atomic_uint releases; /* who waits sleeps on it */
};

lock *
lock_new(void)
{
	return calloc(1, sizeof(lock));
}

void
lock_free(lock *l)
{
	free(l);
}

void
lock_acquire(lock *l)
{
	for (;;) {
		unsigned seen = atomic_load(&l->releases);
		if (!atomic_exchange(&l->held, true))
			return;
		syscall(SYS_futex, &l->releases, FUTEX_WAIT_PRIVATE, seen, NULL, NULL, 0);
	}
}

void
lock_release(lock *l)
{
	unsigned before = atomic_load(&l->releases);
	atomic_store(&l->held, false);
	while (!atomic_compare_exchange_weak(&l->releases, &before, (before + 1) % COUNTS))
		;
	syscall(SYS_futex, &l->releases, FUTEX_WAKE_PRIVATE, INT_MAX, NULL, NULL, 0);
}
