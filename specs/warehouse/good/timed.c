/* One signal wakes somebody, perhaps the wrong one; nobody relies on it, for after a millisecond everybody looks again. */
#include "../warehouse.h"

#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <time.h>

struct warehouse {
	pthread_mutex_t mutex;
	pthread_cond_t maybe;
	int n, max, *weight;
	bool *occupied;
};

warehouse *
warehouse_new(int n_warehouses, int max_weight)
{
	warehouse *h = malloc(sizeof *h);
	pthread_mutex_init(&h->mutex, NULL);
	pthread_cond_init(&h->maybe, NULL);
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
	pthread_cond_destroy(&h->maybe);
	free(h->weight);
	free(h->occupied);
	free(h);
}

static void
wait_a_little(warehouse *h)
{
	struct timespec until;
	timespec_get(&until, TIME_UTC);
	until.tv_nsec += 1000000;
	if (until.tv_nsec > 999999999) {
		until.tv_sec++;
		until.tv_nsec -= 1000000000;
	}
	int error = pthread_cond_timedwait(&h->maybe, &h->mutex, &until);
	if (error && error != ETIMEDOUT)
		abort();
}

void
warehouse_enter(warehouse *h, int n, int w)
{
	pthread_mutex_lock(&h->mutex);
	while (h->weight[n] + w > h->max)
		wait_a_little(h);
	h->weight[n] += w;
	h->occupied[n] = false;
	pthread_mutex_unlock(&h->mutex);
}

void
warehouse_exit(warehouse *h, int n, int w)
{
	pthread_mutex_lock(&h->mutex);
	while (n < h->n - 1 && h->occupied[n + 1])
		wait_a_little(h);
	if (n < h->n - 1)
		h->occupied[n + 1] = true;
	h->weight[n] -= w;
	pthread_cond_signal(&h->maybe);
	pthread_mutex_unlock(&h->mutex);
}
