/* The butler remembers one philosopher that must wait, the last it was asked by, and forgets the others. */
/* class: progress */
#include "../dining-table.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

enum { NOBODY = -1 };

struct table {
	pthread_mutex_t mutex;
	pthread_cond_t asked, *served;
	pthread_t butler;
	bool closing;
	int n, asks, remembered;
	bool *eats;
};

static bool
serve(table *t, int seat)
{
	if (seat == NOBODY || t->eats[(seat + 1) % t->n] || t->eats[(seat + t->n - 1) % t->n])
		return false;
	t->eats[seat] = true;
	pthread_cond_signal(&t->served[seat]);
	return true;
}

static void *
work(void *arg)
{
	table *t = arg;
	pthread_mutex_lock(&t->mutex);
	while (!t->closing) {
		if (t->asks != NOBODY && !serve(t, t->asks))
			t->remembered = t->asks;
		else if (serve(t, t->remembered))
			t->remembered = NOBODY;
		t->asks = NOBODY;
		pthread_cond_broadcast(&t->asked);
		pthread_cond_wait(&t->asked, &t->mutex);
	}
	pthread_mutex_unlock(&t->mutex);
	return NULL;
}

table *
table_new(int seats)
{
	table *t = calloc(1, sizeof *t);
	pthread_mutex_init(&t->mutex, NULL);
	pthread_cond_init(&t->asked, NULL);
	t->n = seats;
	t->asks = t->remembered = NOBODY;
	t->eats = calloc((size_t)seats, sizeof *t->eats);
	t->served = calloc((size_t)seats, sizeof *t->served);
	for (int i = 0; i < seats; i++)
		pthread_cond_init(&t->served[i], NULL);
	pthread_create(&t->butler, NULL, work, t);
	return t;
}

void
table_free(table *t)
{
	pthread_mutex_lock(&t->mutex);
	t->closing = true;
	pthread_cond_broadcast(&t->asked);
	pthread_mutex_unlock(&t->mutex);
	pthread_join(t->butler, NULL);
	for (int i = 0; i < t->n; i++)
		pthread_cond_destroy(&t->served[i]);
	pthread_cond_destroy(&t->asked);
	pthread_mutex_destroy(&t->mutex);
	free(t->eats);
	free(t->served);
	free(t);
}

void
table_pickup(table *t, int seat)
{
	pthread_mutex_lock(&t->mutex);
	while (t->asks != NOBODY)
		pthread_cond_wait(&t->asked, &t->mutex);
	t->asks = seat;
	pthread_cond_broadcast(&t->asked);
	while (!t->eats[seat])
		pthread_cond_wait(&t->served[seat], &t->mutex);
	pthread_mutex_unlock(&t->mutex);
}

void
table_putdown(table *t, int seat)
{
	pthread_mutex_lock(&t->mutex);
	t->eats[seat] = false;
	pthread_cond_broadcast(&t->asked);
	pthread_mutex_unlock(&t->mutex);
}
