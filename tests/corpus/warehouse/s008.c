#include <stdlib.h>
#include <threads.h>

/* Ein Roboter darf gehen, wenn in der naechsten Halle Platz fuer ihn ist.
   Dann muss er im Gang auch nicht warten. */

typedef struct warehouse {
  mtx_t mtx;
  cnd_t cnd;
  int n, max, *g;
} warehouse;

warehouse *warehouse_new(int n, int max) {
  warehouse *h = malloc(sizeof *h);
  mtx_init(&h->mtx, mtx_plain);
  cnd_init(&h->cnd);
  h->n = n;
  h->max = max;
  h->g = calloc(n, sizeof(int));
  return h;
}

void warehouse_free(warehouse *h) {
  mtx_destroy(&h->mtx);
  cnd_destroy(&h->cnd);
  free(h->g);
  free(h);
}

static void warte_auf_platz(warehouse *h, int n, int w) {
  while (h->g[n] + w > h->max)
    cnd_wait(&h->cnd, &h->mtx);
}

void warehouse_enter(warehouse *h, int n, int w) {
  mtx_lock(&h->mtx);
  warte_auf_platz(h, n, w);
  h->g[n] += w;
  mtx_unlock(&h->mtx);
}

void warehouse_exit(warehouse *h, int n, int w) {
  mtx_lock(&h->mtx);
  if (n < h->n - 1)
    warte_auf_platz(h, n + 1, w);
  h->g[n] -= w;
  cnd_broadcast(&h->cnd);
  mtx_unlock(&h->mtx);
}
