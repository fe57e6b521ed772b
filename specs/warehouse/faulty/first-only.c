/* Looks only at the first of the queue: a heavy robot at its head keeps out those behind it that would fit. */
/* class: progress */
#include "../warehouse.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

struct waiter {
	struct waiter *next;
	pthread_cond_t turn;
	bool in;
	int w;
};

struct warehouse {
	pthread_mutex_t mutex;
	pthread_cond_t corridor_free;
	int n, max;
	int *weight;
	bool *occupied;
	struct waiter **queue;
};

static __thread struct waiter me = {.turn = PTHREAD_COND_INITIALIZER};

warehouse *
warehouse_new(int n_warehouses, int max_weight)
{
	warehouse *h = malloc(sizeof *h);
	pthread_mutex_init(&h->mutex, NULL);
	pthread_cond_init(&h->corridor_free, NULL);
	h->n = n_warehouses;
	h->max = max_weight;
	h->weight = calloc(n_warehouses, sizeof *h->weight);
	h->occupied = calloc(n_warehouses, sizeof *h->occupied);
	h->queue = calloc(n_warehouses, sizeof *h->queue);
	return h;
}

void
warehouse_free(warehouse *h)
{
	pthread_mutex_destroy(&h->mutex);
	pthread_cond_destroy(&h->corridor_free);
	free(h->weight);
	free(h->occupied);
	free(h->queue);
	free(h);
}

static void
serve(warehouse *h, int n)
{
	for (struct waiter *first; (first = h->queue[n]) && h->weight[n] + first->w <= h->max;) {
		h->queue[n] = first->next;
		h->weight[n] += first->w;
		h->occupied[n] = false;
		pthread_cond_broadcast(&h->corridor_free);
		first->in = true;
		pthread_cond_signal(&first->turn);
	}
}

void
warehouse_enter(warehouse *h, int n, int w)
{
	pthread_mutex_lock(&h->mutex);
	struct waiter **end = &h->queue[n];
	while (*end)
		end = &(*end)->next;
	*end = &me;
	me.next = NULL;
	me.in = false;
	me.w = w;
	serve(h, n);
	while (!me.in)
		pthread_cond_wait(&me.turn, &h->mutex);
	pthread_mutex_unlock(&h->mutex);
}

void
warehouse_exit(warehouse *h, int n, int w)
{
	pthread_mutex_lock(&h->mutex);
	while (n < h->n - 1 && h->occupied[n + 1])
		pthread_cond_wait(&h->corridor_free, &h->mutex);
	if (n < h->n - 1)
		h->occupied[n + 1] = true;
	h->weight[n] -= w;
	serve(h, n);
	pthread_mutex_unlock(&h->mutex);
}
