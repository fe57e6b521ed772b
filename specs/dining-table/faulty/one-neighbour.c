/* Who puts down looks whether the right neighbour can eat now, and forgets the left one. */
/* class: progress */
#include "../dining-table.h"

#include <semaphore.h>
#include <stdlib.h>

enum state { THINKING, HUNGRY, EATING };

struct table {
	int n;
	enum state *state;
	sem_t mutex, *s;
};

table *
table_new(int seats)
{
	table *t = malloc(sizeof *t);
	t->n = seats;
	t->state = calloc((size_t)seats, sizeof *t->state);
	t->s = calloc((size_t)seats, sizeof *t->s);
	sem_init(&t->mutex, 0, 1);
	for (int i = 0; i < seats; i++)
		sem_init(&t->s[i], 0, 0);
	return t;
}

void
table_free(table *t)
{
	for (int i = 0; i < t->n; i++)
		sem_destroy(&t->s[i]);
	sem_destroy(&t->mutex);
	free(t->s);
	free(t->state);
	free(t);
}

static void
test(table *t, int i)
{
	int left = (i + t->n - 1) % t->n, right = (i + 1) % t->n;
	if (t->state[i] == HUNGRY && t->state[left] != EATING && t->state[right] != EATING) {
		t->state[i] = EATING;
		sem_post(&t->s[i]);
	}
}

void
table_pickup(table *t, int seat)
{
	sem_wait(&t->mutex);
	t->state[seat] = HUNGRY;
	test(t, seat);
	sem_post(&t->mutex);
	sem_wait(&t->s[seat]);
}

void
table_putdown(table *t, int seat)
{
	sem_wait(&t->mutex);
	t->state[seat] = THINKING;
	test(t, (seat + 1) % t->n);
	sem_post(&t->mutex);
}
