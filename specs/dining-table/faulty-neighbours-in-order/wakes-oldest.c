/* Who puts down serves only the oldest of those who can go ahead, where there can be two. */
/* class: progress */
/* policy: neighbours-in-order.yaml */
#include "../dining-table.h"

#include <pthread.h>
#include <semaphore.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

struct table {
	pthread_mutex_t mutex;
	int n, waiting;
	int *queue;
	bool *eats;
	sem_t *go;
};

table *
table_new(int seats)
{
	table *t = calloc(1, sizeof *t);
	pthread_mutex_init(&t->mutex, NULL);
	t->n = seats;
	t->queue = calloc((size_t)seats, sizeof *t->queue);
	t->eats = calloc((size_t)seats, sizeof *t->eats);
	t->go = calloc((size_t)seats, sizeof *t->go);
	for (int i = 0; i < seats; i++)
		sem_init(&t->go[i], 0, 0);
	return t;
}

void
table_free(table *t)
{
	for (int i = 0; i < t->n; i++)
		sem_destroy(&t->go[i]);
	pthread_mutex_destroy(&t->mutex);
	free(t->queue);
	free(t->eats);
	free(t->go);
	free(t);
}

static bool
can_go(const table *t, int place)
{
	int seat = t->queue[place], left = (seat + t->n - 1) % t->n, right = (seat + 1) % t->n;
	for (int i = 0; i < place; i++)
		if (t->queue[i] == left || t->queue[i] == right)
			return false;
	return !t->eats[left] && !t->eats[right];
}

static void
serve_one(table *t)
{
	for (int i = 0; i < t->waiting; i++) {
		int seat = t->queue[i];
		if (!can_go(t, i))
			continue;
		t->waiting--;
		memmove(&t->queue[i], &t->queue[i + 1], (size_t)(t->waiting - i) * sizeof *t->queue);
		t->eats[seat] = true;
		sem_post(&t->go[seat]);
		return;
	}
}

void
table_pickup(table *t, int seat)
{
	pthread_mutex_lock(&t->mutex);
	t->queue[t->waiting++] = seat;
	serve_one(t);
	pthread_mutex_unlock(&t->mutex);
	sem_wait(&t->go[seat]);
}

void
table_putdown(table *t, int seat)
{
	pthread_mutex_lock(&t->mutex);
	t->eats[seat] = false;
	serve_one(t);
	pthread_mutex_unlock(&t->mutex);
}
