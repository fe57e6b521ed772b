#include <stdbool.h>
#include <stdlib.h>
#include <threads.h>

// Those who are blocked are on a stack. Whoever has done something wakes the top one.

typedef struct blocked { cnd_t cond; bool awake; struct blocked *below; } blocked;

typedef struct warehouse {
    mtx_t lock;
    int n, max;
    int *weights;
    bool *taken;
    blocked *stack;
} warehouse;

warehouse *warehouse_new(int n, int max)
{
    warehouse *wh = malloc(sizeof(warehouse));
    mtx_init(&wh->lock, mtx_plain);
    wh->n = n;
    wh->max = max;
    wh->weights = calloc(n, sizeof(int));
    wh->taken = calloc(n, sizeof(bool));
    wh->stack = NULL;
    return wh;
}

void warehouse_free(warehouse *wh)
{
    mtx_destroy(&wh->lock);
    free(wh->weights);
    free(wh->taken);
    free(wh);
}

static void push_and_wait(warehouse *wh)
{
    blocked b = { .awake = false, .below = wh->stack };
    cnd_init(&b.cond);
    wh->stack = &b;
    while (!b.awake)
        cnd_wait(&b.cond, &wh->lock);
    cnd_destroy(&b.cond);
}

static void pop_and_wake(warehouse *wh)
{
    blocked *b = wh->stack;
    if (b) {
        wh->stack = b->below;
        b->awake = true;
        cnd_signal(&b->cond);
    }
}

void warehouse_enter(warehouse *wh, int n, int w)
{
    mtx_lock(&wh->lock);
    while (wh->weights[n] + w > wh->max)
        push_and_wait(wh);
    wh->weights[n] += w;
    if (n > 0) {
        wh->taken[n] = false;
        pop_and_wake(wh);
    }
    mtx_unlock(&wh->lock);
}

void warehouse_exit(warehouse *wh, int n, int w)
{
    mtx_lock(&wh->lock);
    // a robot in the corridor will move on by itself, so once is enough
    if (n < wh->n - 1 && wh->taken[n + 1])
        push_and_wait(wh);
    if (n < wh->n - 1)
        wh->taken[n + 1] = true;
    wh->weights[n] -= w;
    pop_and_wake(wh);
    mtx_unlock(&wh->lock);
}
