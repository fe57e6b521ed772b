/* Polls. Who leaves the last warehouse takes the corridor behind it, which there is none of. */
/* class: memory */
#include "../warehouse.h"

#include <pthread.h>
#include <sched.h>
#include <stdbool.h>

enum { WAREHOUSES = 4 };

struct warehouse {
	pthread_mutex_t mutex;
	int n, max;
};

static warehouse it;
static int weight[WAREHOUSES];
static bool occupied[WAREHOUSES];

warehouse *
warehouse_new(int n_warehouses, int max_weight)
{
	it = (warehouse){.n = n_warehouses, .max = max_weight};
	pthread_mutex_init(&it.mutex, NULL);
	return &it;
}

void
warehouse_free(warehouse *h)
{
	pthread_mutex_destroy(&h->mutex);
}

void
warehouse_enter(warehouse *h, int n, int w)
{
	pthread_mutex_lock(&h->mutex);
	while (weight[n] + w > h->max) {
		pthread_mutex_unlock(&h->mutex);
		sched_yield();
		pthread_mutex_lock(&h->mutex);
	}
	weight[n] += w;
	occupied[n] = false;
	pthread_mutex_unlock(&h->mutex);
}

void
warehouse_exit(warehouse *h, int n, int w)
{
	pthread_mutex_lock(&h->mutex);
	while (n < h->n - 1 && occupied[n + 1]) {
		pthread_mutex_unlock(&h->mutex);
		sched_yield();
		pthread_mutex_lock(&h->mutex);
	}
	weight[n] -= w;
	occupied[n + 1] = true;
	pthread_mutex_unlock(&h->mutex);
}
