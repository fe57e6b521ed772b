#include <threads.h>
#include <stdlib.h>
#include <stdbool.h>

/* the warehouses form a ring, which saves the special case at the end */
#define NEXT(h, n) (((n) + 1) % (h)->count)

struct warehouse {
	int count, max;
	mtx_t mtx;
	cnd_t cnd;
	struct { int kg; bool corridor; } *w;
};

struct warehouse *warehouse_new(int count, int max)
{
	struct warehouse *h = malloc(sizeof *h);
	h->count = count;
	h->max = max;
	h->w = calloc(count, sizeof *h->w);
	mtx_init(&h->mtx, mtx_plain);
	cnd_init(&h->cnd);
	return h;
}

void warehouse_free(struct warehouse *h)
{
	cnd_destroy(&h->cnd);
	mtx_destroy(&h->mtx);
	free(h->w);
	free(h);
}

void warehouse_enter(struct warehouse *h, int n, int kg)
{
	mtx_lock(&h->mtx);
	while (h->w[n].kg + kg > h->max)
		cnd_wait(&h->cnd, &h->mtx);
	h->w[n].kg += kg;
	h->w[n].corridor = false;
	cnd_broadcast(&h->cnd);
	mtx_unlock(&h->mtx);
}

void warehouse_exit(struct warehouse *h, int n, int kg)
{
	mtx_lock(&h->mtx);
	while (h->w[NEXT(h, n)].corridor)
		cnd_wait(&h->cnd, &h->mtx);
	h->w[NEXT(h, n)].corridor = true;
	h->w[n].kg -= kg;
	cnd_broadcast(&h->cnd);
	mtx_unlock(&h->mtx);
}
