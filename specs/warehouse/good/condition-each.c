/*
 * One mutex, a condition for each warehouse, where robots of different weights wait, and one for each corridor, where any of
 * those who wait will do.
 */
#include "../warehouse.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

struct room {
	int weight;
	pthread_cond_t lighter;
	bool corridor_taken; /* the corridor that leads here */
	pthread_cond_t corridor_free;
};

struct warehouse {
	pthread_mutex_t mutex;
	int n, max;
	struct room room[];
};

warehouse *
warehouse_new(int n_warehouses, int max_weight)
{
	warehouse *h = calloc(1, sizeof *h + n_warehouses * sizeof h->room[0]);
	if (!h)
		return NULL;
	h->n = n_warehouses;
	h->max = max_weight;
	pthread_mutex_init(&h->mutex, NULL);
	for (int i = 0; i < n_warehouses; i++) {
		pthread_cond_init(&h->room[i].lighter, NULL);
		pthread_cond_init(&h->room[i].corridor_free, NULL);
	}
	return h;
}

void
warehouse_free(warehouse *h)
{
	for (int i = 0; i < h->n; i++) {
		pthread_cond_destroy(&h->room[i].lighter);
		pthread_cond_destroy(&h->room[i].corridor_free);
	}
	pthread_mutex_destroy(&h->mutex);
	free(h);
}

void
warehouse_enter(warehouse *h, int n, int w)
{
	struct room *to = &h->room[n];
	pthread_mutex_lock(&h->mutex);
	while (to->weight + w > h->max)
		pthread_cond_wait(&to->lighter, &h->mutex);
	to->weight += w;
	to->corridor_taken = false;
	pthread_cond_signal(&to->corridor_free);
	pthread_mutex_unlock(&h->mutex);
}

void
warehouse_exit(warehouse *h, int n, int w)
{
	struct room *from = &h->room[n], *to = n + 1 < h->n ? from + 1 : NULL;
	pthread_mutex_lock(&h->mutex);
	while (to && to->corridor_taken)
		pthread_cond_wait(&to->corridor_free, &h->mutex);
	if (to)
		to->corridor_taken = true;
	from->weight -= w;
	pthread_cond_broadcast(&from->lighter);
	pthread_mutex_unlock(&h->mutex);
}
