/* A futex that counts. The fault: who is to be woken is counted too late. */
#include "permits.h"

#include <linux/futex.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

struct permits {
	_Atomic unsigned free, waiting;
};

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
	for (;;) {
		unsigned n = p->free;
		while (n > 0)
			if (atomic_compare_exchange_weak(&p->free, &n, n - 1))
				return;
#ifdef FAULTY
		syscall(SYS_gettid);
		sched_yield();
		syscall(SYS_futex, &p->free, FUTEX_WAIT_PRIVATE, 0, NULL, NULL, 0);
		p->waiting++;
#else
		p->waiting++;
		syscall(SYS_futex, &p->free, FUTEX_WAIT_PRIVATE, 0, NULL, NULL, 0);
		p->waiting--;
#endif
	}
}

void
permits_release(permits *p)
{
	p->free++;
	if (p->waiting)
		syscall(SYS_futex, &p->free, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
}
