/*
 * Passing the baton with semaphores. Who cannot go on leaves a note on the board and gives the baton away; whoever has it and
 * is done hands it to one on the board who can go on, or puts it down.
 */
#include "../warehouse.h"

#include <semaphore.h>
#include <stdbool.h>
#include <stdlib.h>

enum { PLACES = 64 };

struct note {
	bool used, enters;
	int n, w;
	sem_t go;
};

struct warehouse {
	sem_t baton;
	int n, max;
	int *weight;
	bool *occupied;
	struct note board[PLACES];
};

warehouse *
warehouse_new(int n_warehouses, int max_weight)
{
	warehouse *h = calloc(1, sizeof *h);
	sem_init(&h->baton, 0, 1);
	for (int i = 0; i < PLACES; i++)
		sem_init(&h->board[i].go, 0, 0);
	h->n = n_warehouses;
	h->max = max_weight;
	h->weight = calloc(n_warehouses, sizeof *h->weight);
	h->occupied = calloc(n_warehouses + 1, sizeof *h->occupied);
	return h;
}

void
warehouse_free(warehouse *h)
{
	for (int i = 0; i < PLACES; i++)
		sem_destroy(&h->board[i].go);
	sem_destroy(&h->baton);
	free(h->weight);
	free(h->occupied);
	free(h);
}

static bool
may_go(const warehouse *h, bool enters, int n, int w)
{
	return enters ? h->weight[n] + w <= h->max : n == h->n - 1 || !h->occupied[n + 1];
}

static void
pass(warehouse *h)
{
	for (int i = 0; i < PLACES; i++) {
		struct note *o = &h->board[i];
		if (o->used && may_go(h, o->enters, o->n, o->w)) {
			o->used = false;
			sem_post(&o->go);
			return;
		}
	}
	sem_post(&h->baton);
}

/* Returns with the baton, and when the call may go. */
static void
take_baton(warehouse *h, bool enters, int n, int w)
{
	sem_wait(&h->baton);
	if (may_go(h, enters, n, w))
		return;
	struct note *mine = h->board;
	while (mine->used)
		mine++;
	mine->used = true;
	mine->enters = enters;
	mine->n = n;
	mine->w = w;
	sem_post(&h->baton);
	sem_wait(&mine->go);
}

void
warehouse_enter(warehouse *h, int n, int w)
{
	take_baton(h, true, n, w);
	h->weight[n] += w;
	h->occupied[n] = false;
	pass(h);
}

void
warehouse_exit(warehouse *h, int n, int w)
{
	take_baton(h, false, n, w);
	h->weight[n] -= w;
	if (n < h->n - 1)
		h->occupied[n + 1] = true;
	pass(h);
}
