/* Every fork is a byte in a pipe. Who finds the second pipe empty waits there with the first fork in its hand. */
/* class: progress */
#include "../dining-table.h"

#include <stdlib.h>
#include <unistd.h>

struct table {
	int n;
	int (*forks)[2];
};

static void
put(int pipe[2])
{
	if (write(pipe[1], "f", 1) != 1)
		abort();
}

static void
take(int pipe[2])
{
	char fork;
	if (read(pipe[0], &fork, 1) != 1)
		abort();
}

table *
table_new(int seats)
{
	table *t = malloc(sizeof *t);
	t->n = seats;
	t->forks = malloc((size_t)seats * sizeof *t->forks);
	for (int i = 0; i < seats; i++) {
		if (pipe(t->forks[i]) != 0)
			abort();
		put(t->forks[i]);
	}
	return t;
}

void
table_free(table *t)
{
	for (int i = 0; i < t->n; i++) {
		close(t->forks[i][0]);
		close(t->forks[i][1]);
	}
	free(t->forks);
	free(t);
}

void
table_pickup(table *t, int seat)
{
	/* An odd one begins with the right fork, so that not all have the same one in their hand. */
	take(t->forks[(seat + seat % 2) % t->n]);
	take(t->forks[(seat + 1 - seat % 2) % t->n]);
}

void
table_putdown(table *t, int seat)
{
	put(t->forks[seat]);
	put(t->forks[(seat + 1) % t->n]);
}
