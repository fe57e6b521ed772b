/* A butler, a thread of the table, hands out the forks: it goes around the table and serves whom it can, until nothing is left to do. */
#include "../dining-table.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

enum wish { NONE, FORKS, TO_RETURN };

struct table {
	pthread_mutex_t mutex;
	pthread_cond_t called, *served;
	pthread_t butler;
	bool closing;
	int n;
	enum wish *wish;
	bool *eats;
};

static bool
serve(table *t, int i)
{
	bool blocked = t->eats[(i + t->n - 1) % t->n] || t->eats[(i + 1) % t->n];
	if (t->wish[i] == NONE || (t->wish[i] == FORKS && blocked))
		return false;
	t->eats[i] = t->wish[i] == FORKS;
	t->wish[i] = NONE;
	pthread_cond_signal(&t->served[i]);
	return true;
}

static bool
go_around(table *t)
{
	bool any = false;
	for (int i = 0; i < t->n; i++)
		any |= serve(t, i);
	return any;
}

static void *
work(void *arg)
{
	table *t = arg;
	pthread_mutex_lock(&t->mutex);
	while (!t->closing) {
		if (!go_around(t))
			pthread_cond_wait(&t->called, &t->mutex);
	}
	pthread_mutex_unlock(&t->mutex);
	return NULL;
}

table *
table_new(int seats)
{
	table *t = calloc(1, sizeof *t);
	pthread_mutex_init(&t->mutex, NULL);
	pthread_cond_init(&t->called, NULL);
	t->n = seats;
	t->wish = calloc((size_t)seats, sizeof *t->wish);
	t->eats = calloc((size_t)seats, sizeof *t->eats);
	t->served = calloc((size_t)seats, sizeof *t->served);
	for (int i = 0; i < seats; i++)
		pthread_cond_init(&t->served[i], NULL);
	if (pthread_create(&t->butler, NULL, work, t) != 0)
		abort();
	return t;
}

void
table_free(table *t)
{
	pthread_mutex_lock(&t->mutex);
	t->closing = true;
	pthread_cond_signal(&t->called);
	pthread_mutex_unlock(&t->mutex);
	pthread_join(t->butler, NULL);
	for (int i = 0; i < t->n; i++)
		pthread_cond_destroy(&t->served[i]);
	pthread_cond_destroy(&t->called);
	pthread_mutex_destroy(&t->mutex);
	free(t->wish);
	free(t->eats);
	free(t->served);
	free(t);
}

static void
ask(table *t, int seat, enum wish wish)
{
	pthread_mutex_lock(&t->mutex);
	t->wish[seat] = wish;
	pthread_cond_signal(&t->called);
	while (t->wish[seat] != NONE)
		pthread_cond_wait(&t->served[seat], &t->mutex);
	pthread_mutex_unlock(&t->mutex);
}

void
table_pickup(table *t, int seat)
{
	ask(t, seat, FORKS);
}

void
table_putdown(table *t, int seat)
{
	ask(t, seat, TO_RETURN);
}
