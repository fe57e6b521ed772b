/* The forks are bits of one word, taken by compare and exchange; who cannot take both sleeps on the word with a raw futex. */
#define _GNU_SOURCE
#include "../dining-table.h"

#include <limits.h>
#include <linux/futex.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

struct table {
	_Atomic unsigned taken;
	int n;
};

table *
table_new(int seats)
{
	table *t = malloc(sizeof *t);
	atomic_init(&t->taken, 0);
	t->n = seats;
	return t;
}

void
table_free(table *t)
{
	free(t);
}

static unsigned
forks_of(const table *t, int seat)
{
	return 1u << seat | 1u << (seat + 1) % t->n;
}

void
table_pickup(table *t, int seat)
{
	unsigned mine = forks_of(t, seat), seen = atomic_load(&t->taken);
	for (;;) {
		if (seen & mine) {
			syscall(SYS_futex, &t->taken, FUTEX_WAIT_PRIVATE, seen, NULL, NULL, 0);
			seen = atomic_load(&t->taken);
		} else if (atomic_compare_exchange_weak(&t->taken, &seen, seen | mine)) {
			return;
		}
	}
}

void
table_putdown(table *t, int seat)
{
	atomic_fetch_and(&t->taken, ~forks_of(t, seat));
	syscall(SYS_futex, &t->taken, FUTEX_WAKE_PRIVATE, INT_MAX, NULL, NULL, 0);
}
