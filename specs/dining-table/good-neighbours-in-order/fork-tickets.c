/* Every fork is a ticket lock. The tickets for both forks are drawn together, under a spin lock; then one polls, with sched_yield. */
/* policy: neighbours-in-order.yaml */
#include "../dining-table.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>

struct fork {
	unsigned next;
	_Atomic unsigned serving;
};

struct table {
	pthread_spinlock_t draw;
	int n;
	struct fork *forks;
};

table *
table_new(int seats)
{
	table *t = malloc(sizeof *t);
	pthread_spin_init(&t->draw, PTHREAD_PROCESS_PRIVATE);
	t->n = seats;
	t->forks = calloc((size_t)seats, sizeof *t->forks);
	return t;
}

void
table_free(table *t)
{
	pthread_spin_destroy(&t->draw);
	free(t->forks);
	free(t);
}

static void
wait_for(struct fork *f, unsigned ticket)
{
	while (atomic_load(&f->serving) != ticket)
		sched_yield();
}

void
table_pickup(table *t, int seat)
{
	struct fork *left = &t->forks[seat], *right = &t->forks[(seat + 1) % t->n];
	pthread_spin_lock(&t->draw);
	unsigned l = left->next++, r = right->next++;
	pthread_spin_unlock(&t->draw);
	wait_for(left, l);
	wait_for(right, r);
}

void
table_putdown(table *t, int seat)
{
	atomic_fetch_add(&t->forks[seat].serving, 1);
	atomic_fetch_add(&t->forks[(seat + 1) % t->n].serving, 1);
}
