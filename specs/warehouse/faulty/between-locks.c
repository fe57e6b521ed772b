/* Gives back the lock under which it has looked before it takes the one under which it sleeps: a wake-up in between is lost. */
/* class: progress */
#include "../warehouse.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

struct event {
	pthread_mutex_t mutex;
	pthread_cond_t cond;
};

struct warehouse {
	pthread_mutex_t state;
	struct event changed;
	int n, max;
	int *weight;
	bool *occupied;
};

static void
event_wait(struct event *e)
{
	pthread_mutex_lock(&e->mutex);
	pthread_cond_wait(&e->cond, &e->mutex);
	pthread_mutex_unlock(&e->mutex);
}

static void
event_set(struct event *e)
{
	pthread_mutex_lock(&e->mutex);
	pthread_cond_broadcast(&e->cond);
	pthread_mutex_unlock(&e->mutex);
}

warehouse *
warehouse_new(int n_warehouses, int max_weight)
{
	warehouse *h = malloc(sizeof *h);
	pthread_mutex_init(&h->state, NULL);
	pthread_mutex_init(&h->changed.mutex, NULL);
	pthread_cond_init(&h->changed.cond, NULL);
	h->n = n_warehouses;
	h->max = max_weight;
	h->weight = calloc(n_warehouses, sizeof *h->weight);
	h->occupied = calloc(n_warehouses, sizeof *h->occupied);
	return h;
}

void
warehouse_free(warehouse *h)
{
	pthread_mutex_destroy(&h->state);
	pthread_mutex_destroy(&h->changed.mutex);
	pthread_cond_destroy(&h->changed.cond);
	free(h->weight);
	free(h->occupied);
	free(h);
}

static void
wait_for_change(warehouse *h)
{
	pthread_mutex_unlock(&h->state);
	event_wait(&h->changed);
	pthread_mutex_lock(&h->state);
}

void
warehouse_enter(warehouse *h, int n, int w)
{
	pthread_mutex_lock(&h->state);
	while (h->weight[n] + w > h->max)
		wait_for_change(h);
	h->weight[n] += w;
	h->occupied[n] = false;
	pthread_mutex_unlock(&h->state);
	event_set(&h->changed);
}

void
warehouse_exit(warehouse *h, int n, int w)
{
	pthread_mutex_lock(&h->state);
	while (n < h->n - 1 && h->occupied[n + 1])
		wait_for_change(h);
	h->weight[n] -= w;
	if (n < h->n - 1)
		h->occupied[n + 1] = true;
	pthread_mutex_unlock(&h->state);
	event_set(&h->changed);
}
