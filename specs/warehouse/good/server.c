/* A thread of the warehouse does all the work; calls put a request into its list and wait for the answer. C11 threads. */
#include "../warehouse.h"

#include <stdbool.h>
#include <stdlib.h>
#include <threads.h>

struct request {
	struct request *next;
	bool enters, done;
	int n, w;
};

struct warehouse {
	mtx_t mutex;
	cnd_t asked, answered;
	thrd_t server;
	struct request *requests;
	bool over;
	int n, max;
	int *weight;
	bool *occupied;
};

static bool
serve(warehouse *h, struct request *r)
{
	if (r->enters ? h->weight[r->n] + r->w > h->max : r->n < h->n - 1 && h->occupied[r->n + 1])
		return false;
	h->weight[r->n] += r->enters ? r->w : -r->w;
	if (r->enters)
		h->occupied[r->n] = false;
	else if (r->n < h->n - 1)
		h->occupied[r->n + 1] = true;
	return r->done = true;
}

static bool
serve_one(warehouse *h)
{
	for (struct request **at = &h->requests; *at; at = &(*at)->next) {
		struct request *r = *at;
		if (!serve(h, r))
			continue;
		*at = r->next;
		return true;
	}
	return false;
}

static int
work(void *arg)
{
	warehouse *h = arg;
	mtx_lock(&h->mutex);
	while (!h->over) {
		if (serve_one(h))
			cnd_broadcast(&h->answered);
		else
			cnd_wait(&h->asked, &h->mutex);
	}
	mtx_unlock(&h->mutex);
	return 0;
}

warehouse *
warehouse_new(int n_warehouses, int max_weight)
{
	warehouse *h = calloc(1, sizeof *h);
	mtx_init(&h->mutex, mtx_plain);
	cnd_init(&h->asked);
	cnd_init(&h->answered);
	h->n = n_warehouses;
	h->max = max_weight;
	h->weight = calloc(n_warehouses, sizeof *h->weight);
	h->occupied = calloc(n_warehouses + 1, sizeof *h->occupied);
	thrd_create(&h->server, work, h);
	return h;
}

void
warehouse_free(warehouse *h)
{
	mtx_lock(&h->mutex);
	h->over = true;
	cnd_signal(&h->asked);
	mtx_unlock(&h->mutex);
	thrd_join(h->server, NULL);
	cnd_destroy(&h->asked);
	cnd_destroy(&h->answered);
	mtx_destroy(&h->mutex);
	free(h->weight);
	free(h->occupied);
	free(h);
}

static void
ask(warehouse *h, bool enters, int n, int w)
{
	struct request r = {.enters = enters, .n = n, .w = w};
	mtx_lock(&h->mutex);
	r.next = h->requests;
	h->requests = &r;
	cnd_signal(&h->asked);
	while (!r.done)
		cnd_wait(&h->answered, &h->mutex);
	mtx_unlock(&h->mutex);
}

void
warehouse_enter(warehouse *h, int n, int w)
{
	ask(h, true, n, w);
}

void
warehouse_exit(warehouse *h, int n, int w)
{
	ask(h, false, n, w);
}
