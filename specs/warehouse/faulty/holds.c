/* Waits for the corridor without giving back the lock that the robot in it needs. */
/* class: progress or hang */
#include "../warehouse.h"

#include <pthread.h>
#include <sched.h>
#include <stdbool.h>
#include <stdlib.h>

struct warehouse {
	pthread_mutex_t mutex;
	pthread_cond_t lighter;
	int n, max;
	int *weight;
	bool *occupied;
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
	h->occupied = calloc(n_warehouses, sizeof *h->occupied);
	return h;
}

void
warehouse_free(warehouse *h)
{
	pthread_mutex_destroy(&h->mutex);
	pthread_cond_destroy(&h->lighter);
	free(h->weight);
	free(h->occupied);
	free(h);
}

void
warehouse_enter(warehouse *h, int n, int w)
{
	pthread_mutex_lock(&h->mutex);
	while (h->weight[n] + w > h->max)
		pthread_cond_wait(&h->lighter, &h->mutex);
	h->weight[n] += w;
	h->occupied[n] = false;
	pthread_mutex_unlock(&h->mutex);
}

void
warehouse_exit(warehouse *h, int n, int w)
{
	pthread_mutex_lock(&h->mutex);
	if (n < h->n - 1) {
		while (h->occupied[n + 1])
			sched_yield();
		h->occupied[n + 1] = true;
	}
	h->weight[n] -= w;
	pthread_cond_broadcast(&h->lighter);
	pthread_mutex_unlock(&h->mutex);
}
