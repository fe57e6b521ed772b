#define _GNU_SOURCE
#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <limits.h>
#include <stdatomic.h>
#include <stdlib.h>
/* futex: one lock (Drepper's second mutex) and a change counter to sleep on */

typedef struct warehouse {
    atomic_int lock;      /* 0 free, 1 locked, 2 locked and somebody waits */
    atomic_int changes;
    int n, max;
    int kg[32];
    unsigned char corridor[33];
} warehouse;

static long futex(atomic_int *a, int op, int v) { return syscall(SYS_futex, a, op, v, NULL, NULL, 0); }

static void lock(warehouse *h)
{
    int c = 0;
    if (atomic_compare_exchange_strong(&h->lock, &c, 1))
        return;
    if (c != 2)
        c = atomic_exchange(&h->lock, 2);
    while (c != 0) {
        futex(&h->lock, FUTEX_WAIT_PRIVATE, 2);
        c = atomic_exchange(&h->lock, 2);
    }
}

static void unlock(warehouse *h)
{
    if (atomic_fetch_sub(&h->lock, 1) != 1) {
        atomic_store(&h->lock, 0);
        futex(&h->lock, FUTEX_WAKE_PRIVATE, 1);
    }
}

static void wait_for_change(warehouse *h)
{
    int seen = atomic_load(&h->changes);
    unlock(h);
    futex(&h->changes, FUTEX_WAIT_PRIVATE, seen);
    lock(h);
}

static void change(warehouse *h)
{
    atomic_fetch_add(&h->changes, 1);
    futex(&h->changes, FUTEX_WAKE_PRIVATE, INT_MAX);
}

warehouse *warehouse_new(int n, int max)
{
    warehouse *h = calloc(1, sizeof(warehouse));
    h->n = n;
    h->max = max;
    return h;
}

void warehouse_free(warehouse *h) { free(h); }

void warehouse_enter(warehouse *h, int n, int w)
{
    lock(h);
    while (h->kg[n] + w > h->max)
        wait_for_change(h);
    h->kg[n] += w;
    h->corridor[n] = 0;
    change(h);
    unlock(h);
}

void warehouse_exit(warehouse *h, int n, int w)
{
    lock(h);
    while (n < h->n - 1 && h->corridor[n + 1])
        wait_for_change(h);
    h->kg[n] -= w;
    if (n < h->n - 1)
        h->corridor[n + 1] = 1;
    change(h);
    unlock(h);
}
