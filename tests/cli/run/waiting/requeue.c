/* A mutex and a condition made of futexes: one who waits is woken, and the others are moved to the mutex. The fault: bits that nobody waits for. */
#include "permits.h"

#include <limits.h>
#include <linux/futex.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

struct permits {
	_Atomic unsigned lock, changes, free;
};

static long
futex(_Atomic unsigned *word, int op, unsigned value, const struct timespec *time, _Atomic unsigned *other, unsigned value3)
{
	return syscall(SYS_futex, word, op, value, time, other, value3);
}

static void
lock(permits *p)
{
	while (atomic_exchange(&p->lock, 2) != 0)
		futex(&p->lock, FUTEX_WAIT, 2, NULL, NULL, 0);
}

static void
unlock(permits *p)
{
	p->lock = 0;
	futex(&p->lock, FUTEX_WAKE, 1, NULL, NULL, 0);
}

permits *
permits_new(unsigned n)
{
	permits *p = calloc(1, sizeof *p);
	p->free = n;
	return p;
}

void
permits_free(permits *p)
{
	free(p);
}

void
permits_acquire(permits *p)
{
	lock(p);
	while (p->free == 0) {
		unsigned seen = p->changes;
		unlock(p);
		futex(&p->changes, FUTEX_WAIT_BITSET, seen, NULL, NULL, 4);
		lock(p);
	}
	p->free--;
	unlock(p);
}

void
permits_release(permits *p)
{
	lock(p);
	p->free++;
	p->changes++;
#ifdef FAULTY
	futex(&p->changes, FUTEX_WAKE_BITSET, INT_MAX, NULL, NULL, 3);
#else
	futex(&p->changes, FUTEX_CMP_REQUEUE, 1, (const struct timespec *)(long)INT_MAX, &p->lock, p->changes);
#endif
	unlock(p);
}
