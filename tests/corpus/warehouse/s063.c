#include <pthread.h>
#include <stdlib.h>
#include <stdbool.h>

/*
 * A warehouse is "full" when it carries max or more. Nobody comes in while it is full.
 */

typedef struct warehouse {
  int n, max;
  int *load;
  bool *corridor;
  pthread_mutex_t mutex;
  pthread_cond_t changed;
} warehouse;

static bool full(warehouse *h, int n) { return h->load[n] >= h->max; }

warehouse *warehouse_new(int n, int max) {
  warehouse *h = malloc(sizeof(warehouse));
  h->n = n;
  h->max = max;
  h->load = calloc(n, sizeof(int));
  h->corridor = calloc(n, sizeof(bool));
  pthread_mutex_init(&h->mutex, NULL);
  pthread_cond_init(&h->changed, NULL);
  return h;
}

void warehouse_free(warehouse *h) {
  pthread_mutex_destroy(&h->mutex);
  pthread_cond_destroy(&h->changed);
  free(h->load);
  free(h->corridor);
  free(h);
}

void warehouse_enter(warehouse *h, int n, int w) {
  pthread_mutex_lock(&h->mutex);
  while (full(h, n)) {
    pthread_cond_wait(&h->changed, &h->mutex);
  }
  h->load[n] += w;
  h->corridor[n] = false;
  pthread_cond_broadcast(&h->changed);
  pthread_mutex_unlock(&h->mutex);
}

void warehouse_exit(warehouse *h, int n, int w) {
  pthread_mutex_lock(&h->mutex);
  while (n + 1 < h->n && h->corridor[n + 1]) {
    pthread_cond_wait(&h->changed, &h->mutex);
  }
  h->load[n] -= w;
  if (n + 1 < h->n) {
    h->corridor[n + 1] = true;
  }
  pthread_cond_broadcast(&h->changed);
  pthread_mutex_unlock(&h->mutex);
}
