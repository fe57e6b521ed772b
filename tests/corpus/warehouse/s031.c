/* A clock thread wakes everybody every 10 ms. No need to think about signals in enter/exit :-) */
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

typedef struct warehouse {
  pthread_mutex_t m;
  pthread_cond_t tick;
  pthread_t clock;
  int stop;
  int n, max;
  int *w, *c;
} warehouse;

static void *clock_thread(void *arg) {
  warehouse *h = arg;
  pthread_mutex_lock(&h->m);
  while (!h->stop) {
    pthread_cond_broadcast(&h->tick);
    pthread_mutex_unlock(&h->m);
    usleep(10000);
    pthread_mutex_lock(&h->m);
  }
  pthread_mutex_unlock(&h->m);
  return 0;
}

warehouse *warehouse_new(int n, int max) {
  warehouse *h = calloc(1, sizeof *h);
  pthread_mutex_init(&h->m, 0);
  pthread_cond_init(&h->tick, 0);
  h->n = n; h->max = max;
  h->w = calloc(n, sizeof(int));
  h->c = calloc(n + 1, sizeof(int));
  pthread_create(&h->clock, 0, clock_thread, h);
  return h;
}

void warehouse_free(warehouse *h) {
  pthread_mutex_lock(&h->m);
  h->stop = 1;
  pthread_mutex_unlock(&h->m);
  pthread_join(h->clock, 0);
  pthread_cond_destroy(&h->tick);
  pthread_mutex_destroy(&h->m);
  free(h->w); free(h->c); free(h);
}

void warehouse_enter(warehouse *h, int n, int w) {
  pthread_mutex_lock(&h->m);
  while (h->w[n] + w > h->max) pthread_cond_wait(&h->tick, &h->m);
  h->w[n] += w;
  h->c[n] = 0;
  pthread_mutex_unlock(&h->m);
}

void warehouse_exit(warehouse *h, int n, int w) {
  pthread_mutex_lock(&h->m);
  while (n < h->n - 1 && h->c[n + 1]) pthread_cond_wait(&h->tick, &h->m);
  h->w[n] -= w;
  if (n < h->n - 1) h->c[n + 1] = 1;
  pthread_mutex_unlock(&h->m);
}
