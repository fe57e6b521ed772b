/* A warehouse has room for five robots, whatever they weigh: a sixth that is light enough waits for ever. */
/* class: progress */
#include "../warehouse.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

enum { ROOM = 5 };

struct room {
	int weight, robots;
	bool occupied; /* the corridor before it */
};

struct warehouse {
	pthread_mutex_t mutex;
	pthread_cond_t changed;
	int n, max;
	struct room *rooms;
};

warehouse *
warehouse_new(int n_warehouses, int max_weight)
{
	warehouse *h = malloc(sizeof *h);
	pthread_mutex_init(&h->mutex, NULL);
	pthread_cond_init(&h->changed, NULL);
	h->n = n_warehouses;
	h->max = max_weight;
	h->rooms = calloc(n_warehouses, sizeof *h->rooms);
	return h;
}

void
warehouse_free(warehouse *h)
{
	pthread_cond_destroy(&h->changed);
	pthread_mutex_destroy(&h->mutex);
	free(h->rooms);
	free(h);
}

void
warehouse_enter(warehouse *h, int n, int w)
{
	struct room *room = &h->rooms[n];
	pthread_mutex_lock(&h->mutex);
	while (room->robots >= ROOM || room->weight + w > h->max)
		pthread_cond_wait(&h->changed, &h->mutex);
	room->weight += w;
	room->robots++;
	room->occupied = false;
	pthread_cond_broadcast(&h->changed);
	pthread_mutex_unlock(&h->mutex);
}

void
warehouse_exit(warehouse *h, int n, int w)
{
	struct room *room = &h->rooms[n];
	pthread_mutex_lock(&h->mutex);
	while (n < h->n - 1 && room[1].occupied)
		pthread_cond_wait(&h->changed, &h->mutex);
	room->weight -= w;
	room->robots--;
	if (n < h->n - 1)
		room[1].occupied = true;
	pthread_cond_broadcast(&h->changed);
	pthread_mutex_unlock(&h->mutex);
}
