/*
 * A spin lock guards each fork: who finds the left one free goes for the right one, and gives way to others for as long as somebody has
 * that. Where all have their left one, they do so for ever.
 */
/* class: progress */
#include "../dining-table.h"

#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

struct fork {
	atomic_flag guard;
	bool taken;
};

struct table {
	int n;
	struct fork forks[];
};

table *
table_new(int seats)
{
	table *t = calloc(1, sizeof *t + (size_t)seats * sizeof t->forks[0]);
	t->n = seats;
	for (int i = 0; i < seats; i++)
		atomic_flag_clear(&t->forks[i].guard);
	return t;
}

void
table_free(table *t)
{
	free(t);
}

static void
guard(struct fork *f)
{
	while (atomic_flag_test_and_set(&f->guard))
		sched_yield();
}

static bool
take_both(struct fork *left, struct fork *right)
{
	guard(left);
	guard(right);
	bool free = !left->taken && !right->taken;
	if (free)
		left->taken = right->taken = true;
	atomic_flag_clear(&right->guard);
	atomic_flag_clear(&left->guard);
	return free;
}

void
table_pickup(table *t, int seat)
{
	while (!take_both(&t->forks[seat], &t->forks[(seat + 1) % t->n]))
		sched_yield();
}

void
table_putdown(table *t, int seat)
{
	struct fork *forks[] = {&t->forks[seat], &t->forks[(seat + 1) % t->n]};
	for (int i = 0; i < 2; i++) {
		guard(forks[i]);
		forks[i]->taken = false;
		atomic_flag_clear(&forks[i]->guard);
	}
}
