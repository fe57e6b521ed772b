/* A robot is weighed in before it waits, so that those outside keep each other out. */
/* class: progress */
#include "../warehouse.h"

#include <stdbool.h>
#include <stdlib.h>
#include <threads.h>

struct warehouse {
	mtx_t lock;
	cnd_t changed;
	int n, max;
	int *weight;
	bool *occupied;
};

warehouse *
warehouse_new(int n_warehouses, int max_weight)
{
	warehouse *h = malloc(sizeof *h);
	mtx_init(&h->lock, mtx_plain);
	cnd_init(&h->changed);
	h->n = n_warehouses;
	h->max = max_weight;
	h->weight = calloc(n_warehouses, sizeof *h->weight);
	h->occupied = calloc(n_warehouses, sizeof *h->occupied);
	return h;
}

void
warehouse_free(warehouse *h)
{
	mtx_destroy(&h->lock);
	cnd_destroy(&h->changed);
	free(h->weight);
	free(h->occupied);
	free(h);
}

void
warehouse_enter(warehouse *h, int n, int w)
{
	mtx_lock(&h->lock);
	h->weight[n] += w;
	while (h->weight[n] > h->max)
		cnd_wait(&h->changed, &h->lock);
	h->occupied[n] = false;
	cnd_broadcast(&h->changed);
	mtx_unlock(&h->lock);
}

void
warehouse_exit(warehouse *h, int n, int w)
{
	mtx_lock(&h->lock);
	while (n < h->n - 1 && h->occupied[n + 1])
		cnd_wait(&h->changed, &h->lock);
	if (n < h->n - 1)
		h->occupied[n + 1] = true;
	h->weight[n] -= w;
	cnd_broadcast(&h->changed);
	mtx_unlock(&h->lock);
}
