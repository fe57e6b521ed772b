/* One lock for the weights and one for the corridors, which enter takes in one order and exit in the other. */
/* class: progress */
#include "../warehouse.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

struct warehouse {
	pthread_mutex_t weights, corridors;
	pthread_cond_t lighter, free;
	int n, max;
	int *weight;
	bool *occupied;
};

warehouse *
warehouse_new(int n_warehouses, int max_weight)
{
	warehouse *h = malloc(sizeof *h);
	pthread_mutex_init(&h->weights, NULL);
	pthread_mutex_init(&h->corridors, NULL);
	pthread_cond_init(&h->lighter, NULL);
	pthread_cond_init(&h->free, NULL);
	h->n = n_warehouses;
	h->max = max_weight;
	h->weight = calloc(n_warehouses, sizeof *h->weight);
	h->occupied = calloc(n_warehouses, sizeof *h->occupied);
	return h;
}

void
warehouse_free(warehouse *h)
{
	pthread_mutex_destroy(&h->weights);
	pthread_mutex_destroy(&h->corridors);
	pthread_cond_destroy(&h->lighter);
	pthread_cond_destroy(&h->free);
	free(h->weight);
	free(h->occupied);
	free(h);
}

void
warehouse_enter(warehouse *h, int n, int w)
{
	pthread_mutex_lock(&h->weights);
	while (h->weight[n] + w > h->max)
		pthread_cond_wait(&h->lighter, &h->weights);
	h->weight[n] += w;
	pthread_mutex_lock(&h->corridors);
	h->occupied[n] = false;
	pthread_cond_broadcast(&h->free);
	pthread_mutex_unlock(&h->corridors);
	pthread_mutex_unlock(&h->weights);
}

void
warehouse_exit(warehouse *h, int n, int w)
{
	pthread_mutex_lock(&h->corridors);
	while (n < h->n - 1 && h->occupied[n + 1])
		pthread_cond_wait(&h->free, &h->corridors);
	pthread_mutex_lock(&h->weights);
	h->weight[n] -= w;
	pthread_cond_broadcast(&h->lighter);
	pthread_mutex_unlock(&h->weights);
	if (n < h->n - 1)
		h->occupied[n + 1] = true;
	pthread_mutex_unlock(&h->corridors);
}
