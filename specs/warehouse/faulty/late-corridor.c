/* Leaves the warehouse first, and looks whether the corridor is free with the weight already taken off. */
/* class: safety */
#include "../warehouse.h"

#include <semaphore.h>
#include <stdlib.h>
#include <threads.h>

struct warehouse {
	mtx_t lock;
	cnd_t lighter;
	int n, max;
	int *weight;
	sem_t *corridor;
};

warehouse *
warehouse_new(int n_warehouses, int max_weight)
{
	warehouse *h = malloc(sizeof *h);
	mtx_init(&h->lock, mtx_plain);
	cnd_init(&h->lighter);
	h->n = n_warehouses;
	h->max = max_weight;
	h->weight = calloc(n_warehouses, sizeof *h->weight);
	h->corridor = calloc(n_warehouses, sizeof *h->corridor);
	for (int i = 0; i < n_warehouses; i++)
		sem_init(&h->corridor[i], 0, 1);
	return h;
}

void
warehouse_free(warehouse *h)
{
	for (int i = 0; i < h->n; i++)
		sem_destroy(&h->corridor[i]);
	mtx_destroy(&h->lock);
	cnd_destroy(&h->lighter);
	free(h->weight);
	free(h->corridor);
	free(h);
}

void
warehouse_enter(warehouse *h, int n, int w)
{
	mtx_lock(&h->lock);
	while (h->weight[n] + w > h->max)
		cnd_wait(&h->lighter, &h->lock);
	h->weight[n] += w;
	mtx_unlock(&h->lock);
	if (n > 0)
		sem_post(&h->corridor[n]);
}

void
warehouse_exit(warehouse *h, int n, int w)
{
	mtx_lock(&h->lock);
	h->weight[n] -= w;
	cnd_broadcast(&h->lighter);
	mtx_unlock(&h->lock);
	if (n < h->n - 1)
		sem_wait(&h->corridor[n + 1]);
}
