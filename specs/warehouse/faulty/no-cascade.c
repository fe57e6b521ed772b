/* Goes through the waiting calls only once: what one that goes ahead makes possible for an earlier one is not seen. */
/* class: progress */
#include "../warehouse.h"

#include <semaphore.h>
#include <stdbool.h>
#include <stdlib.h>

enum { MOST = 64 };

struct call {
	bool enters;
	int n, w;
	sem_t go;
};

struct warehouse {
	sem_t mutex;
	int n, max, waiting;
	int *weight;
	bool *occupied;
	struct call *wait[MOST];
};

warehouse *
warehouse_new(int n_warehouses, int max_weight)
{
	warehouse *h = calloc(1, sizeof *h);
	sem_init(&h->mutex, 0, 1);
	h->n = n_warehouses;
	h->max = max_weight;
	h->weight = calloc(n_warehouses, sizeof *h->weight);
	h->occupied = calloc(n_warehouses + 1, sizeof *h->occupied);
	return h;
}

void
warehouse_free(warehouse *h)
{
	sem_destroy(&h->mutex);
	free(h->weight);
	free(h->occupied);
	free(h);
}

static bool
go(warehouse *h, const struct call *c)
{
	bool last = c->n == h->n - 1;
	if (c->enters ? h->weight[c->n] + c->w > h->max : !last && h->occupied[c->n + 1])
		return false;
	h->weight[c->n] += c->enters ? c->w : -c->w;
	if (c->enters)
		h->occupied[c->n] = false;
	else if (!last)
		h->occupied[c->n + 1] = true;
	return true;
}

static void
go_through(warehouse *h)
{
	int left = 0;
	for (int i = 0; i < h->waiting; i++) {
		struct call *c = h->wait[i];
		if (go(h, c))
			sem_post(&c->go);
		else
			h->wait[left++] = c;
	}
	h->waiting = left;
}

static void
call(warehouse *h, struct call c)
{
	sem_init(&c.go, 0, 0);
	sem_wait(&h->mutex);
	h->wait[h->waiting++] = &c;
	go_through(h);
	sem_post(&h->mutex);
	sem_wait(&c.go);
	sem_destroy(&c.go);
}

void
warehouse_enter(warehouse *h, int n, int w)
{
	call(h, (struct call){.enters = true, .n = n, .w = w});
}

void
warehouse_exit(warehouse *h, int n, int w)
{
	call(h, (struct call){.enters = false, .n = n, .w = w});
}
