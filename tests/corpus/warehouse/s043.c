#include <pthread.h>
#include <stdlib.h>

struct warehouse {
  pthread_mutex_t m;
  pthread_cond_t c;
  int n, max, w[10], occ[11];
};

struct warehouse *warehouse_new(int n, int max) {
  struct warehouse *h = calloc(1, sizeof(struct warehouse));
  pthread_mutex_init(&h->m, NULL);
  pthread_cond_init(&h->c, NULL);
  h->n = n;
  h->max = max;
  return h;
}

void warehouse_free(struct warehouse *h) {
  pthread_mutex_destroy(&h->m);
  pthread_cond_destroy(&h->c);
  free(h);
}

/* as long as it does not fit in and the corridor is taken */
void warehouse_enter(struct warehouse *h, int n, int w) {
  pthread_mutex_lock(&h->m);
  while (h->w[n] + w > h->max && h->occ[n])
    pthread_cond_wait(&h->c, &h->m);
  h->w[n] += w;
  h->occ[n] = 0;
  pthread_cond_broadcast(&h->c);
  pthread_mutex_unlock(&h->m);
}

/* as long as it is not the last one or the corridor is taken */
void warehouse_exit(struct warehouse *h, int n, int w) {
  pthread_mutex_lock(&h->m);
  while (n != h->n - 1 || h->occ[n + 1])
    pthread_cond_wait(&h->c, &h->m);
  h->w[n] -= w;
  if (n < h->n - 1)
    h->occ[n + 1] = 1;
  pthread_cond_broadcast(&h->c);
  pthread_mutex_unlock(&h->m);
}
