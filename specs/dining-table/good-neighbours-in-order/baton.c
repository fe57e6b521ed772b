/* Semaphores that pass the baton to the oldest that can go; the order of arrival is an array of seats. */
/* policy: neighbours-in-order.yaml */
#include "../dining-table.h"

#include <semaphore.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

struct table {
	sem_t entry, *turn;
	int n, waiting;
	int *queue;
	bool *eats;
};

table *
table_new(int seats)
{
	table *t = malloc(sizeof *t);
	t->n = seats;
	t->waiting = 0;
	t->queue = calloc((size_t)seats, sizeof *t->queue);
	t->eats = calloc((size_t)seats, sizeof *t->eats);
	t->turn = calloc((size_t)seats, sizeof *t->turn);
	sem_init(&t->entry, 0, 1);
	for (int i = 0; i < seats; i++)
		sem_init(&t->turn[i], 0, 0);
	return t;
}

void
table_free(table *t)
{
	for (int i = 0; i < t->n; i++)
		sem_destroy(&t->turn[i]);
	sem_destroy(&t->entry);
	free(t->turn);
	free(t->eats);
	free(t->queue);
	free(t);
}

/* Whether seat can go if the first `older` of the queue are before it. */
static bool
can_go(const table *t, int seat, int older)
{
	int left = (seat + t->n - 1) % t->n, right = (seat + 1) % t->n;
	for (int i = 0; i < older; i++)
		if (t->queue[i] == left || t->queue[i] == right)
			return false;
	return !t->eats[left] && !t->eats[right];
}

static void
pass_on(table *t)
{
	for (int i = 0; i < t->waiting; i++) {
		int seat = t->queue[i];
		if (!can_go(t, seat, i))
			continue;
		memmove(&t->queue[i], &t->queue[i + 1], (size_t)(--t->waiting - i) * sizeof *t->queue);
		sem_post(&t->turn[seat]);
		return;
	}
	sem_post(&t->entry);
}

void
table_pickup(table *t, int seat)
{
	sem_wait(&t->entry);
	if (!can_go(t, seat, t->waiting)) {
		t->queue[t->waiting++] = seat;
		sem_post(&t->entry);
		sem_wait(&t->turn[seat]);
	}
	t->eats[seat] = true;
	pass_on(t);
}

void
table_putdown(table *t, int seat)
{
	sem_wait(&t->entry);
	t->eats[seat] = false;
	pass_on(t);
}
