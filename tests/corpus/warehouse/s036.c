#include <stdlib.h>
#include <sched.h>

/* sperrvariable mit gcc builtins */

struct warehouse { volatile int lock; int n, max; int *g; char *b; };
typedef struct warehouse W;

static void sperren(W *h) { while (__sync_lock_test_and_set(&h->lock, 1)) while (h->lock) sched_yield(); }
static void freigeben(W *h) { __sync_lock_release(&h->lock); }

W *warehouse_new(int n, int max) {
	W *h = malloc(sizeof(W));
	h->lock = 0; h->n = n; h->max = max;
	h->g = calloc(n, sizeof(int)); h->b = calloc(n + 1, 1);
	return h;
}
void warehouse_free(W *h) { free(h->g); free(h->b); free(h); }

void warehouse_enter(W *h, int n, int w) {
	sperren(h);
	while (h->g[n] + w > h->max) { freigeben(h); sched_yield(); sperren(h); }
	h->g[n] += w;
	h->b[n] = 0;
	freigeben(h);
}
void warehouse_exit(W *h, int n, int w) {
	sperren(h);
	while (n != h->n - 1 && h->b[n + 1]) { freigeben(h); sched_yield(); sperren(h); }
	h->g[n] -= w;
	h->b[n + 1] = 1;
	freigeben(h);
}
