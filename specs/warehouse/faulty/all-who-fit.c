/* Who leaves lets in everyone who fits into what is there now, each looked at as if the others stayed outside. */
/* class: safety */
#include "../warehouse.h"

#include <pthread.h>
#include <semaphore.h>
#include <stdbool.h>
#include <stdlib.h>

struct waiter {
	struct waiter *next;
	int n, w;
	sem_t go;
};

struct warehouse {
	pthread_mutex_t mutex;
	pthread_cond_t corridor_free;
	struct waiter *outside;
	int n, max;
	int *weight;
	bool *occupied;
};

warehouse *
warehouse_new(int n_warehouses, int max_weight)
{
	warehouse *h = calloc(1, sizeof *h);
	pthread_mutex_init(&h->mutex, NULL);
	pthread_cond_init(&h->corridor_free, NULL);
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
	pthread_cond_destroy(&h->corridor_free);
	free(h->weight);
	free(h->occupied);
	free(h);
}

static void
go_in(warehouse *h, int n, int w)
{
	h->weight[n] += w;
	h->occupied[n] = false;
	pthread_cond_broadcast(&h->corridor_free);
}

static void
let_in_those_who_fit(warehouse *h, int n)
{
	int room = h->max - h->weight[n];
	for (struct waiter **at = &h->outside; *at;) {
		struct waiter *c = *at;
		if (c->n != n || c->w > room) {
			at = &c->next;
			continue;
		}
		*at = c->next;
		go_in(h, n, c->w);
		sem_post(&c->go);
	}
}

void
warehouse_enter(warehouse *h, int n, int w)
{
	struct waiter me = {.n = n, .w = w};
	pthread_mutex_lock(&h->mutex);
	bool fits = h->weight[n] + w <= h->max;
	if (fits) {
		go_in(h, n, w);
	} else {
		sem_init(&me.go, 0, 0);
		me.next = h->outside;
		h->outside = &me;
	}
	pthread_mutex_unlock(&h->mutex);
	if (fits)
		return;
	sem_wait(&me.go);
	sem_destroy(&me.go);
}

void
warehouse_exit(warehouse *h, int n, int w)
{
	pthread_mutex_lock(&h->mutex);
	if (n < h->n - 1) {
		while (h->occupied[n + 1])
			pthread_cond_wait(&h->corridor_free, &h->mutex);
		h->occupied[n + 1] = true;
	}
	h->weight[n] -= w;
	let_in_those_who_fit(h, n);
	pthread_mutex_unlock(&h->mutex);
}
