/* All sleep on the same word, and who puts down wakes one of them, which may be one that still cannot eat. */
/* class: progress */
#define _GNU_SOURCE
#include "../dining-table.h"

#include <linux/futex.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

struct table {
	_Atomic unsigned taken;
	unsigned n;
};

table *
table_new(int seats)
{
	table *t = malloc(sizeof *t);
	atomic_init(&t->taken, 0);
	t->n = (unsigned)seats;
	return t;
}

void
table_free(table *t)
{
	free(t);
}

static unsigned
both_forks(const table *t, int seat)
{
	return 1u << seat | 1u << ((unsigned)seat + 1) % t->n;
}

void
table_pickup(table *t, int seat)
{
	unsigned both = both_forks(t, seat);
	for (;;) {
		unsigned seen = atomic_load(&t->taken);
		if (seen & both)
			syscall(SYS_futex, &t->taken, FUTEX_WAIT_PRIVATE, seen, NULL, NULL, 0);
		else if (atomic_compare_exchange_strong(&t->taken, &seen, seen | both))
			return;
	}
}

void
table_putdown(table *t, int seat)
{
	atomic_fetch_and(&t->taken, ~both_forks(t, seat));
	syscall(SYS_futex, &t->taken, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
}
