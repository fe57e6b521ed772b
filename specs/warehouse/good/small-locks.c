/*
 * No lock for the whole: each warehouse and each corridor is a little monitor of its own, and a call goes through two of them,
 * one after the other, first through the one where it may have to wait. C11 threads.
 */
#include "../warehouse.h"

#include <stdlib.h>
#include <threads.h>

struct place {
	mtx_t lock;
	cnd_t less;
	int load, most;
};

struct warehouse {
	int n;
	struct place *room, *corridor; /* corridor[n] leads to room[n] */
};

static struct place *
places(int n, int most)
{
	struct place *all = calloc(n, sizeof *all);
	for (int i = 0; i < n; i++) {
		mtx_init(&all[i].lock, mtx_plain);
		cnd_init(&all[i].less);
		all[i].most = most;
	}
	return all;
}

static void
free_places(struct place *all, int n)
{
	for (int i = 0; i < n; i++) {
		mtx_destroy(&all[i].lock);
		cnd_destroy(&all[i].less);
	}
	free(all);
}

warehouse *
warehouse_new(int n_warehouses, int max_weight)
{
	warehouse *h = malloc(sizeof *h);
	h->n = n_warehouses;
	h->room = places(n_warehouses, max_weight);
	h->corridor = places(n_warehouses, 1);
	return h;
}

void
warehouse_free(warehouse *h)
{
	free_places(h->room, h->n);
	free_places(h->corridor, h->n);
	free(h);
}

static void
put(struct place *p, int load)
{
	mtx_lock(&p->lock);
	while (p->load + load > p->most)
		cnd_wait(&p->less, &p->lock);
	p->load += load;
	mtx_unlock(&p->lock);
}

static void
take(struct place *p, int load)
{
	mtx_lock(&p->lock);
	p->load -= load;
	cnd_broadcast(&p->less);
	mtx_unlock(&p->lock);
}

void
warehouse_enter(warehouse *h, int n, int w)
{
	put(&h->room[n], w);
	if (n > 0)
		take(&h->corridor[n], 1);
}

void
warehouse_exit(warehouse *h, int n, int w)
{
	if (n + 1 < h->n)
		put(&h->corridor[n + 1], 1);
	take(&h->room[n], w);
}
