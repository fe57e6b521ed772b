/* Looks at the weight before it takes the mutex; when it changes in between, robots get in together or sleep on. */
/* class: safety or progress */
#include "../warehouse.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

struct warehouse {
	pthread_mutex_t mutex;
	pthread_cond_t changed;
	int n, max;
	int *weight;
	bool *occupied;
};

warehouse *
warehouse_new(int n_warehouses, int max_weight)
{
	warehouse *h = malloc(sizeof *h);
	pthread_mutex_init(&h->mutex, NULL);
	pthread_cond_init(&h->changed, NULL);
	h->n = n_warehouses;
	h->max = max_weight;
	h->weight = calloc(n_warehouses, sizeof *h->weight);
	h->occupied = calloc(n_warehouses + 1, sizeof *h->occupied);
	return h;
}

void
warehouse_free(warehouse *h)
{
	pthread_cond_destroy(&h->changed);
	pthread_mutex_destroy(&h->mutex);
	free(h->weight);
	free(h->occupied);
	free(h);
}

void
warehouse_enter(warehouse *h, int n, int w)
{
	bool fits = h->weight[n] + w <= h->max;
	pthread_mutex_lock(&h->mutex);
	while (!fits) {
		pthread_cond_wait(&h->changed, &h->mutex);
		fits = h->weight[n] + w <= h->max;
	}
	h->weight[n] += w;
	if (n > 0)
		h->occupied[n] = false;
	pthread_cond_broadcast(&h->changed);
	pthread_mutex_unlock(&h->mutex);
}

void
warehouse_exit(warehouse *h, int n, int w)
{
	pthread_mutex_lock(&h->mutex);
	while (n < h->n - 1 && h->occupied[n + 1])
		pthread_cond_wait(&h->changed, &h->mutex);
	h->weight[n] -= w;
	if (n < h->n - 1)
		h->occupied[n + 1] = true;
	pthread_cond_broadcast(&h->changed);
	pthread_mutex_unlock(&h->mutex);
}
