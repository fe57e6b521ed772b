/* Nobody is ever woken: whoever cannot go on looks again a little later. Everything is static. */
#include "../warehouse.h"

#include <pthread.h>
#include <sched.h>
#include <stdbool.h>
#include <string.h>

enum { MOST = 64 };

struct warehouse {
	int n, max;
	int weight[MOST];
	bool occupied[MOST];
};

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static warehouse only;

warehouse *
warehouse_new(int n_warehouses, int max_weight)
{
	only.n = n_warehouses;
	only.max = max_weight;
	return &only;
}

void
warehouse_free(warehouse *h)
{
	memset(h, 0, sizeof *h);
}

void
warehouse_enter(warehouse *h, int n, int w)
{
	for (;;) {
		pthread_mutex_lock(&mutex);
		if (h->weight[n] + w <= h->max)
			break;
		pthread_mutex_unlock(&mutex);
		sched_yield();
	}
	h->weight[n] += w;
	h->occupied[n] = false;
	pthread_mutex_unlock(&mutex);
}

void
warehouse_exit(warehouse *h, int n, int w)
{
	for (;;) {
		pthread_mutex_lock(&mutex);
		if (n == h->n - 1 || !h->occupied[n + 1])
			break;
		pthread_mutex_unlock(&mutex);
		sched_yield();
	}
	h->weight[n] -= w;
	if (n < h->n - 1)
		h->occupied[n + 1] = true;
	pthread_mutex_unlock(&mutex);
}
