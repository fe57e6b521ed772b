/* Who was let in by another does not open the entry again: it drops the baton, and the table stays closed. */
/* class: progress */
#include "../dining-table.h"

#include <semaphore.h>
#include <stdbool.h>
#include <stdlib.h>

struct seat {
	sem_t turn;
	bool eats, waits;
};

struct table {
	sem_t entry;
	int n;
	struct seat seats[];
};

table *
table_new(int seats)
{
	table *t = calloc(1, sizeof *t + (size_t)seats * sizeof t->seats[0]);
	t->n = seats;
	sem_init(&t->entry, 0, 1);
	for (int i = 0; i < seats; i++)
		sem_init(&t->seats[i].turn, 0, 0);
	return t;
}

void
table_free(table *t)
{
	for (int i = 0; i < t->n; i++)
		sem_destroy(&t->seats[i].turn);
	sem_destroy(&t->entry);
	free(t);
}

static bool
can_eat(const table *t, int i)
{
	return !t->seats[(i + t->n - 1) % t->n].eats && !t->seats[(i + 1) % t->n].eats;
}

void
table_pickup(table *t, int seat)
{
	sem_wait(&t->entry);
	if (!can_eat(t, seat)) {
		t->seats[seat].waits = true;
		sem_post(&t->entry);
		sem_wait(&t->seats[seat].turn);
		t->seats[seat].eats = true;
		return;
	}
	t->seats[seat].eats = true;
	sem_post(&t->entry);
}

void
table_putdown(table *t, int seat)
{
	sem_wait(&t->entry);
	t->seats[seat].eats = false;
	for (int i = 0; i < t->n; i++) {
		if (t->seats[i].waits && can_eat(t, i)) {
			t->seats[i].waits = false;
			sem_post(&t->seats[i].turn);
			return;
		}
	}
	sem_post(&t->entry);
}
