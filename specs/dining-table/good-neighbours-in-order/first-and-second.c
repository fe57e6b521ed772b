/* C11 threads. Only two share a fork: it knows who is first, and who comes second. To eat one must be the first at both. */
/* policy: neighbours-in-order.yaml */
#include "../dining-table.h"

#include <stdlib.h>
#include <threads.h>

enum { NOBODY = -1 };

struct fork {
	int first, second;
};

struct table {
	mtx_t mtx;
	cnd_t *first_now; /* for each seat */
	int n;
	struct fork *forks;
};

table *
table_new(int seats)
{
	table *t = malloc(sizeof *t);
	t->n = seats;
	t->forks = malloc((size_t)seats * sizeof *t->forks);
	t->first_now = malloc((size_t)seats * sizeof *t->first_now);
	mtx_init(&t->mtx, mtx_plain);
	for (int i = 0; i < seats; i++) {
		cnd_init(&t->first_now[i]);
		t->forks[i] = (struct fork){NOBODY, NOBODY};
	}
	return t;
}

void
table_free(table *t)
{
	for (int i = 0; i < t->n; i++)
		cnd_destroy(&t->first_now[i]);
	mtx_destroy(&t->mtx);
	free(t->first_now);
	free(t->forks);
	free(t);
}

static void
line_up(struct fork *f, int seat)
{
	*(f->first == NOBODY ? &f->first : &f->second) = seat;
}

static void
step_back(table *t, struct fork *f)
{
	f->first = f->second;
	f->second = NOBODY;
	if (f->first != NOBODY)
		cnd_signal(&t->first_now[f->first]);
}

void
table_pickup(table *t, int seat)
{
	struct fork *left = &t->forks[seat], *right = &t->forks[(seat + 1) % t->n];
	mtx_lock(&t->mtx);
	line_up(left, seat);
	line_up(right, seat);
	while (left->first != seat || right->first != seat)
		cnd_wait(&t->first_now[seat], &t->mtx);
	mtx_unlock(&t->mtx);
}

void
table_putdown(table *t, int seat)
{
	mtx_lock(&t->mtx);
	step_back(t, &t->forks[seat]);
	step_back(t, &t->forks[(seat + 1) % t->n]);
	mtx_unlock(&t->mtx);
}
