/*
 * Raw futexes, without any lock: a warehouse is a word that holds its weight, a corridor one that is 0 or 1. Each is changed
 * by compare-and-swap, and who cannot do so sleeps until it is no longer what it was.
 */
#define _GNU_SOURCE
#include "../warehouse.h"

#include <limits.h>
#include <linux/futex.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

struct warehouse {
	int n, max;
	_Atomic int *weight, *corridor;
};

static void
put(_Atomic int *place, int load, int most)
{
	int now = atomic_load(place);
	for (;;) {
		if (now + load > most) {
			syscall(SYS_futex, place, FUTEX_WAIT | FUTEX_PRIVATE_FLAG, now, NULL, NULL, 0);
			now = atomic_load(place);
		} else if (atomic_compare_exchange_weak(place, &now, now + load)) {
			return;
		}
	}
}

static void
take(_Atomic int *place, int load)
{
	atomic_fetch_sub(place, load);
	syscall(SYS_futex, place, FUTEX_WAKE | FUTEX_PRIVATE_FLAG, INT_MAX, NULL, NULL, 0);
}

warehouse *
warehouse_new(int n_warehouses, int max_weight)
{
	warehouse *h = malloc(sizeof *h);
	h->n = n_warehouses;
	h->max = max_weight;
	h->weight = calloc(n_warehouses, sizeof *h->weight);
	h->corridor = calloc(n_warehouses, sizeof *h->corridor);
	return h;
}

void
warehouse_free(warehouse *h)
{
	free((void *)h->weight);
	free((void *)h->corridor);
	free(h);
}

void
warehouse_enter(warehouse *h, int n, int w)
{
	put(&h->weight[n], w, h->max);
	if (n > 0)
		take(&h->corridor[n], 1);
}

void
warehouse_exit(warehouse *h, int n, int w)
{
	if (n < h->n - 1)
		put(&h->corridor[n + 1], 1, 1);
	take(&h->weight[n], w);
}
