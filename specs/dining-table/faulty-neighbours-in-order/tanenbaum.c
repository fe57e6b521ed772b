/* Tanenbaum's, which asks the left neighbour first whenever somebody puts down, whoever came first. */
/* class: order */
/* policy: neighbours-in-order.yaml */
#include "../dining-table.h"

#include <pthread.h>
#include <stdlib.h>

enum state { THINKING, HUNGRY, EATING };

struct table {
	pthread_mutex_t mutex;
	pthread_cond_t *self;
	enum state *state;
	int n;
};

table *
table_new(int seats)
{
	table *t = malloc(sizeof *t);
	pthread_mutex_init(&t->mutex, NULL);
	t->n = seats;
	t->state = calloc((size_t)seats, sizeof *t->state);
	t->self = calloc((size_t)seats, sizeof *t->self);
	for (int i = 0; i < seats; i++)
		pthread_cond_init(&t->self[i], NULL);
	return t;
}

void
table_free(table *t)
{
	for (int i = 0; i < t->n; i++)
		pthread_cond_destroy(&t->self[i]);
	pthread_mutex_destroy(&t->mutex);
	free(t->self);
	free(t->state);
	free(t);
}

static void
test(table *t, int i)
{
	if (t->state[i] == HUNGRY && t->state[(i + t->n - 1) % t->n] != EATING && t->state[(i + 1) % t->n] != EATING) {
		t->state[i] = EATING;
		pthread_cond_signal(&t->self[i]);
	}
}

void
table_pickup(table *t, int seat)
{
	pthread_mutex_lock(&t->mutex);
	t->state[seat] = HUNGRY;
	test(t, seat);
	while (t->state[seat] != EATING)
		pthread_cond_wait(&t->self[seat], &t->mutex);
	pthread_mutex_unlock(&t->mutex);
}

void
table_putdown(table *t, int seat)
{
	pthread_mutex_lock(&t->mutex);
	t->state[seat] = THINKING;
	test(t, (seat + t->n - 1) % t->n);
	test(t, (seat + 1) % t->n);
	pthread_mutex_unlock(&t->mutex);
}
