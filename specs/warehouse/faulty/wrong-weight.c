/* Takes off, when a robot leaves, what the last one that came in weighed. */
/* class: safety or progress */
#include "../warehouse.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

struct room {
	int weight, robot;
	bool corridor;
};

struct warehouse {
	pthread_mutex_t mutex;
	pthread_cond_t changed;
	int n, max;
	struct room *room;
};

warehouse *
warehouse_new(int n_warehouses, int max_weight)
{
	warehouse *h = malloc(sizeof *h);
	pthread_mutex_init(&h->mutex, NULL);
	pthread_cond_init(&h->changed, NULL);
	h->n = n_warehouses;
	h->max = max_weight;
	h->room = calloc(n_warehouses, sizeof *h->room);
	return h;
}

void
warehouse_free(warehouse *h)
{
	pthread_mutex_destroy(&h->mutex);
	pthread_cond_destroy(&h->changed);
	free(h->room);
	free(h);
}

void
warehouse_enter(warehouse *h, int n, int w)
{
	struct room *r = &h->room[n];
	pthread_mutex_lock(&h->mutex);
	while (r->weight + w > h->max)
		pthread_cond_wait(&h->changed, &h->mutex);
	r->robot = w;
	r->weight += w;
	r->corridor = false;
	pthread_cond_broadcast(&h->changed);
	pthread_mutex_unlock(&h->mutex);
}

void
warehouse_exit(warehouse *h, int n, int w)
{
	struct room *r = &h->room[n];
	pthread_mutex_lock(&h->mutex);
	(void)w;
	if (n < h->n - 1) {
		while (r[1].corridor)
			pthread_cond_wait(&h->changed, &h->mutex);
		r[1].corridor = true;
	}
	r->weight -= r->robot;
	pthread_cond_broadcast(&h->changed);
	pthread_mutex_unlock(&h->mutex);
}
