/*
 * Each waiting call has a semaphore of its own, in a thread-local node. Whoever changes something lets those go ahead that
 * can, and does their work for them.
 */
#include "../warehouse.h"

#include <pthread.h>
#include <semaphore.h>
#include <stdbool.h>
#include <stdlib.h>

struct node {
	struct node *next;
	bool enters, ready;
	int n, w;
	sem_t go;
};

struct warehouse {
	pthread_mutex_t mutex;
	struct node *waiting;
	int n, max;
	int *weight;
	bool *occupied;
};

static __thread struct node mine;

warehouse *
warehouse_new(int n_warehouses, int max_weight)
{
	warehouse *h = calloc(1, sizeof *h);
	pthread_mutex_init(&h->mutex, NULL);
	h->n = n_warehouses;
	h->max = max_weight;
	h->weight = calloc(n_warehouses, sizeof *h->weight);
	h->occupied = calloc(n_warehouses + 1, sizeof *h->occupied);
	return h;
}

void
warehouse_free(warehouse *h)
{
	pthread_mutex_destroy(&h->mutex);
	free(h->weight);
	free(h->occupied);
	free(h);
}

static bool
can_go(const warehouse *h, const struct node *c)
{
	if (c->enters)
		return h->weight[c->n] + c->w <= h->max;
	return c->n == h->n - 1 || !h->occupied[c->n + 1];
}

static void
go(warehouse *h, const struct node *c)
{
	h->weight[c->n] += c->enters ? c->w : -c->w;
	if (c->enters && c->n > 0)
		h->occupied[c->n] = false;
	if (!c->enters && c->n < h->n - 1)
		h->occupied[c->n + 1] = true;
}

static void
let_others_go(warehouse *h)
{
	for (struct node **at = &h->waiting; *at;) {
		struct node *c = *at;
		if (!can_go(h, c)) {
			at = &c->next;
			continue;
		}
		go(h, c);
		*at = c->next;
		sem_post(&c->go);
		at = &h->waiting; /* what it did may let others go */
	}
}

static void
request(warehouse *h, bool enters, int n, int w)
{
	mine.enters = enters;
	mine.n = n;
	mine.w = w;
	pthread_mutex_lock(&h->mutex);
	if (can_go(h, &mine)) {
		go(h, &mine);
		let_others_go(h);
		pthread_mutex_unlock(&h->mutex);
		return;
	}
	sem_init(&mine.go, 0, 0);
	mine.next = h->waiting;
	h->waiting = &mine;
	pthread_mutex_unlock(&h->mutex);
	sem_wait(&mine.go);
	sem_destroy(&mine.go);
}

void
warehouse_enter(warehouse *h, int n, int w)
{
	request(h, true, n, w);
}

void
warehouse_exit(warehouse *h, int n, int w)
{
	request(h, false, n, w);
}
