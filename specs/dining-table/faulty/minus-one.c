/* The left neighbour of the first philosopher is -1 modulo n, which in C is -1. */
/* class: progress or safety */
#include "../dining-table.h"

#include <pthread.h>
#include <stdlib.h>

enum { MOST = 8 };
struct table {
	int seats;
	int pad;
	pthread_mutex_t m;
	pthread_cond_t go[MOST];
	int state[MOST];
};
enum { THINKS, HUNGRY, EATS };

static int
left(table *t, int i)
{
	return (i - 1) % t->seats;
}

static int
right(table *t, int i)
{
	return (i + 1) % t->seats;
}

table *
table_new(int seats)
{
	table *t = calloc(1, sizeof *t);
	t->seats = seats;
	pthread_mutex_init(&t->m, NULL);
	for (int i = 0; i < seats; i++)
		pthread_cond_init(&t->go[i], NULL);
	return t;
}

void
table_free(table *t)
{
	pthread_mutex_destroy(&t->m);
	for (int i = 0; i < t->seats; i++)
		pthread_cond_destroy(&t->go[i]);
	free(t);
}

static void
test(table *t, int i)
{
	if (t->state[i] == HUNGRY && t->state[left(t, i)] != EATS && t->state[right(t, i)] != EATS) {
		t->state[i] = EATS;
		pthread_cond_signal(&t->go[i]);
	}
}

void
table_pickup(table *t, int i)
{
	pthread_mutex_lock(&t->m);
	t->state[i] = HUNGRY;
	test(t, i);
	while (t->state[i] != EATS)
		pthread_cond_wait(&t->go[i], &t->m);
	pthread_mutex_unlock(&t->m);
}

void
table_putdown(table *t, int i)
{
	pthread_mutex_lock(&t->m);
	t->state[i] = THINKS;
	test(t, left(t, i));
	test(t, right(t, i));
	pthread_mutex_unlock(&t->m);
}
