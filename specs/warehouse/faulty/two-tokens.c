/* Frees the corridor behind a robot also when it enters the first warehouse, which has none: another one is then free twice. */
/* class: safety */
#include "../warehouse.h"

#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

struct warehouse {
	pthread_mutex_t mutex;
	pthread_cond_t lighter;
	int n, max;
	int *weight;
	sem_t *corridor; /* corridor[i] leads from warehouse i */
};

warehouse *
warehouse_new(int n_warehouses, int max_weight)
{
	warehouse *h = malloc(sizeof *h);
	pthread_mutex_init(&h->mutex, NULL);
	pthread_cond_init(&h->lighter, NULL);
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
	pthread_mutex_destroy(&h->mutex);
	pthread_cond_destroy(&h->lighter);
	free(h->weight);
	free(h->corridor);
	free(h);
}

void
warehouse_enter(warehouse *h, int n, int w)
{
	pthread_mutex_lock(&h->mutex);
	while (h->weight[n] + w > h->max)
		pthread_cond_wait(&h->lighter, &h->mutex);
	h->weight[n] += w;
	pthread_mutex_unlock(&h->mutex);
	sem_post(&h->corridor[n > 0 ? n - 1 : 0]);
}

void
warehouse_exit(warehouse *h, int n, int w)
{
	if (n < h->n - 1)
		sem_wait(&h->corridor[n]);
	pthread_mutex_lock(&h->mutex);
	h->weight[n] -= w;
	pthread_cond_broadcast(&h->lighter);
	pthread_mutex_unlock(&h->mutex);
}
