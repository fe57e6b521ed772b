#include <pthread.h>
#include <stdlib.h>

/* Mientras un robot espera no se sabe cuanto va a pesar al final, asi que uso el peso medio de los que hay dentro */

struct warehouse {
  pthread_mutex_t mutex;
  pthread_cond_t cambio;
  int n, max;
  struct { int robots, total; } nave[10];
  int pasillo[11];
};

struct warehouse *warehouse_new(int n, int max) {
  struct warehouse *x = calloc(1, sizeof(struct warehouse));
  pthread_mutex_init(&x->mutex, NULL);
  pthread_cond_init(&x->cambio, NULL);
  x->n = n;
  x->max = max;
  return x;
}

void warehouse_free(struct warehouse *x) {
  pthread_mutex_destroy(&x->mutex);
  pthread_cond_destroy(&x->cambio);
  free(x);
}

static int media(struct warehouse *x, int n) {
  if (x->nave[n].robots == 0)
    return 0;
  return x->nave[n].total / x->nave[n].robots;
}

void warehouse_enter(struct warehouse *x, int n, int w) {
  pthread_mutex_lock(&x->mutex);
  while (x->nave[n].total + media(x, n) > x->max)
    pthread_cond_wait(&x->cambio, &x->mutex);
  x->nave[n].total += w;
  x->nave[n].robots++;
  x->pasillo[n] = 0;
  pthread_cond_broadcast(&x->cambio);
  pthread_mutex_unlock(&x->mutex);
}

void warehouse_exit(struct warehouse *x, int n, int w) {
  pthread_mutex_lock(&x->mutex);
  while (n < x->n - 1 && x->pasillo[n + 1])
    pthread_cond_wait(&x->cambio, &x->mutex);
  x->nave[n].total -= w;
  x->nave[n].robots--;
  x->pasillo[n + 1] = n < x->n - 1;
  pthread_cond_broadcast(&x->cambio);
  pthread_mutex_unlock(&x->mutex);
}
