/* A spin lock made of an atomic_flag; who cannot go on lets it go, makes some pauses, more of them each time, and tries again. */
#include "../warehouse.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

struct warehouse {
	atomic_flag lock;
	int n, max;
	int *weight;
	bool *occupied;
};

static void
relax(unsigned times)
{
	for (unsigned i = 0; i < times; i++) {
#if defined __x86_64__ || defined __i386__
		__builtin_ia32_pause();
#else
		atomic_signal_fence(memory_order_seq_cst);
#endif
	}
}

static void
lock(warehouse *h)
{
	while (atomic_flag_test_and_set_explicit(&h->lock, memory_order_acquire))
		relax(1);
}

static void
unlock(warehouse *h)
{
	atomic_flag_clear_explicit(&h->lock, memory_order_release);
}

warehouse *
warehouse_new(int n_warehouses, int max_weight)
{
	warehouse *h = malloc(sizeof *h);
	*h = (warehouse){.lock = ATOMIC_FLAG_INIT, .n = n_warehouses, .max = max_weight};
	h->weight = calloc(n_warehouses, sizeof *h->weight);
	h->occupied = calloc(n_warehouses, sizeof *h->occupied);
	return h;
}

void
warehouse_free(warehouse *h)
{
	free(h->weight);
	free(h->occupied);
	free(h);
}

static bool
try_enter(warehouse *h, int n, int w)
{
	lock(h);
	bool fits = h->weight[n] + w <= h->max;
	if (fits) {
		h->weight[n] += w;
		h->occupied[n] = false;
	}
	unlock(h);
	return fits;
}

static bool
try_exit(warehouse *h, int n, int w)
{
	lock(h);
	bool last = n == h->n - 1, may = last || !h->occupied[n + 1];
	if (may)
		h->weight[n] -= w;
	if (may && !last)
		h->occupied[n + 1] = true;
	unlock(h);
	return may;
}

void
warehouse_enter(warehouse *h, int n, int w)
{
	for (unsigned pauses = 1; !try_enter(h, n, w); pauses += pauses < 32)
		relax(pauses);
}

void
warehouse_exit(warehouse *h, int n, int w)
{
	for (unsigned pauses = 1; !try_exit(h, n, w); pauses += pauses < 32)
		relax(pauses);
}
