/*
 * A butler lets all but one go for their forks, but looks how many do so before he counts one more. Where he lets in all at once, and
 * each takes the mutex of its left fork, nobody goes on.
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
	int n, inside;
	pthread_mutex_t door;
	pthread_cond_t left;
	struct fork forks[];
};

table *
table_new(int seats)
{
	table *t = calloc(1, sizeof *t + (size_t)seats * sizeof t->forks[0]);
	t->n = seats;
	pthread_mutex_init(&t->door, NULL);
	pthread_cond_init(&t->left, NULL);
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
	pthread_cond_destroy(&t->left);
	pthread_mutex_destroy(&t->door);
	free(t);
}

static void
enter(table *t)
{
	pthread_mutex_lock(&t->door);
	while (t->inside >= t->n - 1)
		pthread_cond_wait(&t->left, &t->door);
	pthread_mutex_unlock(&t->door);
	pthread_mutex_lock(&t->door);
	t->inside++;
	pthread_mutex_unlock(&t->door);
}

static void
leave(table *t)
{
	pthread_mutex_lock(&t->door);
	t->inside--;
	pthread_cond_signal(&t->left);
	pthread_mutex_unlock(&t->door);
}

static void
take_both(struct fork *left, struct fork *right)
{
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

void
table_pickup(table *t, int seat)
{
	enter(t);
	take_both(&t->forks[seat], &t->forks[(seat + 1) % t->n]);
	leave(t);
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
