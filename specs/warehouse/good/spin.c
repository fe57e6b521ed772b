/* Pure spinning: the loads are atomic numbers, changed by compare-and-swap, and the corridors atomic flags. */
#include "../warehouse.h"

#include <stdatomic.h>
#include <stdlib.h>

struct warehouse {
	int n, max;
	atomic_int *load;
	atomic_flag *corridor;
};

warehouse *
warehouse_new(int n_warehouses, int max_weight)
{
	warehouse *h = malloc(sizeof *h);
	h->n = n_warehouses;
	h->max = max_weight;
	h->load = malloc(n_warehouses * sizeof *h->load);
	h->corridor = malloc(n_warehouses * sizeof *h->corridor);
	for (int i = 0; i < n_warehouses; i++) {
		atomic_init(&h->load[i], 0);
		atomic_flag_clear(&h->corridor[i]);
	}
	return h;
}

void
warehouse_free(warehouse *h)
{
	free(h->load);
	free(h->corridor);
	free(h);
}

void
warehouse_enter(warehouse *h, int n, int w)
{
	int load = atomic_load(&h->load[n]);
	for (;;) {
		if (load + w > h->max)
			load = atomic_load(&h->load[n]);
		else if (atomic_compare_exchange_weak(&h->load[n], &load, load + w))
			break;
	}
	if (n > 0)
		atomic_flag_clear(&h->corridor[n]);
}

void
warehouse_exit(warehouse *h, int n, int w)
{
	if (n < h->n - 1)
		while (atomic_flag_test_and_set(&h->corridor[n + 1]))
			;
	atomic_fetch_sub(&h->load[n], w);
}
