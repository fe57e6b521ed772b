#include <pthread.h>
#include <stdlib.h>

struct warehouse {
  pthread_mutex_t lock;
  int n, max;
  volatile int weight[10];
  volatile int corridor[10];
};

struct warehouse *warehouse_new(int n, int max) {
  struct warehouse *w = calloc(1, sizeof(struct warehouse));
  pthread_mutex_init(&w->lock, NULL);
  w->n = n; w->max = max;
  return w;
}

void warehouse_free(struct warehouse *w) {
  pthread_mutex_destroy(&w->lock);
  free(w);
}

/* aktives Warten, solange die Halle zu voll ist */
void warehouse_enter(struct warehouse *w, int n, int kg) {
  pthread_mutex_lock(&w->lock);
  while (w->weight[n] + kg > w->max)
    ;
  w->weight[n] += kg;
  w->corridor[n] = 0;
  pthread_mutex_unlock(&w->lock);
}

/* aktives Warten, solange der Gang belegt ist */
void warehouse_exit(struct warehouse *w, int n, int kg) {
  pthread_mutex_lock(&w->lock);
  while (n < w->n - 1 && w->corridor[n + 1])
    ;
  w->weight[n] -= kg;
  if (n < w->n - 1)
    w->corridor[n + 1] = 1;
  pthread_mutex_unlock(&w->lock);
}
