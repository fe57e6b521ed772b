/* Looks ten thousand times a second. */
#include "../warehouse.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <unistd.h>

struct warehouse {
	pthread_mutex_t mutex;
	int n, max;
	struct {
		int carries;
		bool robot_before_the_door;
	} *rooms;
};

warehouse *
warehouse_new(int n_warehouses, int max_weight)
{
	warehouse *h = malloc(sizeof *h);
	pthread_mutex_init(&h->mutex, NULL);
	h->n = n_warehouses;
	h->max = max_weight;
	h->rooms = calloc(n_warehouses, sizeof *h->rooms);
	return h;
}

void
warehouse_free(warehouse *h)
{
	pthread_mutex_destroy(&h->mutex);
	free(h->rooms);
	free(h);
}

static void
nap(warehouse *h)
{
	pthread_mutex_unlock(&h->mutex);
	usleep(100);
	pthread_mutex_lock(&h->mutex);
}

void
warehouse_enter(warehouse *h, int n, int w)
{
	pthread_mutex_lock(&h->mutex);
	while (h->rooms[n].carries + w > h->max)
		nap(h);
	h->rooms[n].carries += w;
	h->rooms[n].robot_before_the_door = false;
	pthread_mutex_unlock(&h->mutex);
}

void
warehouse_exit(warehouse *h, int n, int w)
{
	pthread_mutex_lock(&h->mutex);
	if (n + 1 < h->n) {
		while (h->rooms[n + 1].robot_before_the_door)
			nap(h);
		h->rooms[n + 1].robot_before_the_door = true;
	}
	h->rooms[n].carries -= w;
	pthread_mutex_unlock(&h->mutex);
}
