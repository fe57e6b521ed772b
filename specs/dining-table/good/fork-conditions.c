/* A condition per fork. One waits for the fork that is missing; only one other philosopher can be waiting for the same one. */
#include "../dining-table.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

struct fork {
	pthread_cond_t laid_down;
	bool taken;
};

struct table {
	pthread_mutex_t mutex;
	int n;
	struct fork *forks; /* the one on the left of a seat has the seat's number */
};

table *
table_new(int seats)
{
	table *t = malloc(sizeof *t);
	pthread_mutex_init(&t->mutex, NULL);
	t->n = seats;
	t->forks = calloc((size_t)seats, sizeof *t->forks);
	for (int i = 0; i < seats; i++)
		pthread_cond_init(&t->forks[i].laid_down, NULL);
	return t;
}

void
table_free(table *t)
{
	for (int i = 0; i < t->n; i++)
		pthread_cond_destroy(&t->forks[i].laid_down);
	pthread_mutex_destroy(&t->mutex);
	free(t->forks);
	free(t);
}

static struct fork *
missing(struct fork *left, struct fork *right)
{
	return left->taken ? left : right->taken ? right : NULL;
}

void
table_pickup(table *t, int seat)
{
	struct fork *left = &t->forks[seat], *right = &t->forks[(seat + 1) % t->n];
	pthread_mutex_lock(&t->mutex);
	for (struct fork *f; (f = missing(left, right));)
		pthread_cond_wait(&f->laid_down, &t->mutex);
	left->taken = right->taken = true;
	pthread_mutex_unlock(&t->mutex);
}

static void
lay_down(struct fork *f)
{
	f->taken = false;
	pthread_cond_signal(&f->laid_down);
}

void
table_putdown(table *t, int seat)
{
	pthread_mutex_lock(&t->mutex);
	lay_down(&t->forks[seat]);
	lay_down(&t->forks[(seat + 1) % t->n]);
	pthread_mutex_unlock(&t->mutex);
}
