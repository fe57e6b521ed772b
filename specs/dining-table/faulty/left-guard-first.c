/*
 * A mutex guards each fork, and is held only while one looks whether the fork is taken. All take that of their left fork first: where all
 * are between their two mutexes at once, nobody goes on.
 */
/* class: progress */
#include "../dining-table.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

struct fork {
	pthread_mutex_t guard;
	pthread_cond_t back;
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
	for (int i = 0; i < seats; i++) {
		pthread_mutex_init(&t->forks[i].guard, NULL);
		pthread_cond_init(&t->forks[i].back, NULL);
	}
	return t;
}

void
table_free(table *t)
{
	for (int i = 0; i < t->n; i++) {
		pthread_cond_destroy(&t->forks[i].back);
		pthread_mutex_destroy(&t->forks[i].guard);
	}
	free(t);
}

void
table_pickup(table *t, int seat)
{
	struct fork *left = &t->forks[seat], *right = &t->forks[(seat + 1) % t->n];
	for (;;) {
		pthread_mutex_lock(&left->guard);
		while (left->taken)
			pthread_cond_wait(&left->back, &left->guard);
		pthread_mutex_lock(&right->guard);
		if (!right->taken)
			break;
		pthread_mutex_unlock(&left->guard);
		while (right->taken)
			pthread_cond_wait(&right->back, &right->guard);
		pthread_mutex_unlock(&right->guard);
	}
	left->taken = right->taken = true;
	pthread_mutex_unlock(&right->guard);
	pthread_mutex_unlock(&left->guard);
}

static void
put_back(struct fork *f)
{
	pthread_mutex_lock(&f->guard);
	f->taken = false;
	pthread_cond_broadcast(&f->back);
	pthread_mutex_unlock(&f->guard);
}

void
table_putdown(table *t, int seat)
{
	put_back(&t->forks[seat]);
	put_back(&t->forks[(seat + 1) % t->n]);
}
