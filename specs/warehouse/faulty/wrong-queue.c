/* Those who want into a warehouse and those who want into the corridor before it wait in one queue, of which one is woken. */
/* class: progress */
#include "../warehouse.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

struct room {
	int weight;
	bool corridor;
	pthread_cond_t queue;
};

struct warehouse {
	pthread_mutex_t mutex;
	int n, max;
	struct room *room;
};

warehouse *
warehouse_new(int n_warehouses, int max_weight)
{
	warehouse *h = malloc(sizeof *h);
	pthread_mutex_init(&h->mutex, NULL);
	h->n = n_warehouses;
	h->max = max_weight;
	h->room = calloc(n_warehouses, sizeof *h->room);
	for (int i = 0; i < n_warehouses; i++)
		pthread_cond_init(&h->room[i].queue, NULL);
	return h;
}

void
warehouse_free(warehouse *h)
{
	for (int i = 0; i < h->n; i++)
		pthread_cond_destroy(&h->room[i].queue);
	pthread_mutex_destroy(&h->mutex);
	free(h->room);
	free(h);
}

void
warehouse_enter(warehouse *h, int n, int w)
{
	struct room *r = &h->room[n];
	pthread_mutex_lock(&h->mutex);
	while (r->weight + w > h->max)
		pthread_cond_wait(&r->queue, &h->mutex);
	r->weight += w;
	r->corridor = false;
	pthread_cond_signal(&r->queue);
	pthread_mutex_unlock(&h->mutex);
}

void
warehouse_exit(warehouse *h, int n, int w)
{
	struct room *r = &h->room[n];
	pthread_mutex_lock(&h->mutex);
	if (n < h->n - 1) {
		while (r[1].corridor)
			pthread_cond_wait(&r[1].queue, &h->mutex);
		r[1].corridor = true;
	}
	r->weight -= w;
	pthread_cond_signal(&r->queue);
	pthread_mutex_unlock(&h->mutex);
}
