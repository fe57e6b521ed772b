/* Counts in tens of kilograms in a signed char: from 1280 kg on the sum is negative, and fits. */
/* class: safety */
#include "../warehouse.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

struct place {
	signed char load;
	bool robot_in_corridor;
};

struct warehouse {
	pthread_mutex_t mutex;
	pthread_cond_t changed;
	int n;
	signed char max;
	struct place place[];
};

warehouse *
warehouse_new(int n_warehouses, int max_weight)
{
	warehouse *h = calloc(1, sizeof *h + n_warehouses * sizeof h->place[0]);
	pthread_mutex_init(&h->mutex, NULL);
	pthread_cond_init(&h->changed, NULL);
	h->n = n_warehouses;
	h->max = (signed char)(max_weight / 10);
	return h;
}

void
warehouse_free(warehouse *h)
{
	pthread_cond_destroy(&h->changed);
	pthread_mutex_destroy(&h->mutex);
	free(h);
}

static signed char
sum(signed char a, int kilograms)
{
	return (signed char)(a + kilograms / 10);
}

void
warehouse_enter(warehouse *h, int n, int w)
{
	struct place *p = &h->place[n];
	pthread_mutex_lock(&h->mutex);
	while (sum(p->load, w) > h->max)
		pthread_cond_wait(&h->changed, &h->mutex);
	p->load = sum(p->load, w);
	p->robot_in_corridor = false;
	pthread_cond_broadcast(&h->changed);
	pthread_mutex_unlock(&h->mutex);
}

void
warehouse_exit(warehouse *h, int n, int w)
{
	struct place *p = &h->place[n];
	pthread_mutex_lock(&h->mutex);
	if (n < h->n - 1) {
		while (p[1].robot_in_corridor)
			pthread_cond_wait(&h->changed, &h->mutex);
		p[1].robot_in_corridor = true;
	}
	p->load = sum(p->load, -w);
	pthread_cond_broadcast(&h->changed);
	pthread_mutex_unlock(&h->mutex);
}
