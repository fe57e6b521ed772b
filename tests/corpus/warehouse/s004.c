// Lock-free version (bonus task)
#include <stdatomic.h>
#include <sched.h>
#include <stdlib.h>

typedef struct warehouse {
    int n;
    int max;
    atomic_int weight[64];
    atomic_int corridor[64]; // 0 = free, 1 = taken
} warehouse;

warehouse* warehouse_new(int n, int max)
{
    warehouse* w = malloc(sizeof(warehouse));
    w->n = n;
    w->max = max;
    for (int i = 0; i < 64; i++) {
        atomic_init(&w->weight[i], 0);
        atomic_init(&w->corridor[i], 0);
    }
    return w;
}

void warehouse_free(warehouse* w) { free(w); }

void warehouse_enter(warehouse* wh, int n, int w)
{
    int old;
    for (;;) {
        old = atomic_load(&wh->weight[n]);
        if (old + w > wh->max) {
            sched_yield();
            continue;
        }
        if (atomic_compare_exchange_strong(&wh->weight[n], &old, old + w))
            break;
    }
    // only after we are in the warehouse the corridor is free
    if (n > 0)
        atomic_store(&wh->corridor[n], 0);
}

void warehouse_exit(warehouse* wh, int n, int w)
{
    if (n < wh->n - 1) {
        int zero = 0;
        while (!atomic_compare_exchange_strong(&wh->corridor[n + 1], &zero, 1)) {
            zero = 0;
            sched_yield();
        }
    }
    // only after we are in the corridor there is room again
    atomic_fetch_sub(&wh->weight[n], w);
}
