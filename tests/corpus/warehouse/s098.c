#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

/* Opgave 6 - lagerhal */

typedef struct warehouse {
  int antal, max;
  int *vaegt;
  bool *gang;
  pthread_mutex_t laas;
  pthread_cond_t plads;
  pthread_cond_t gang_fri;
} warehouse;

warehouse *warehouse_new(int antal, int max) {
  warehouse *l = malloc(sizeof(warehouse));
  l->antal = antal;
  l->max = max;
  l->vaegt = calloc(antal, sizeof(int));
  l->gang = calloc(antal, sizeof(bool));
  pthread_mutex_init(&l->laas, NULL);
  pthread_cond_init(&l->plads, NULL);
  pthread_cond_init(&l->gang_fri, NULL);
  return l;
}

void warehouse_free(warehouse *l) {
  pthread_mutex_destroy(&l->laas);
  pthread_cond_destroy(&l->plads);
  pthread_cond_destroy(&l->gang_fri);
  free(l->vaegt);
  free(l->gang);
  free(l);
}

void warehouse_enter(warehouse *l, int n, int w) {
  pthread_mutex_lock(&l->laas);
  while (l->vaegt[n] + w > l->max) {
    pthread_cond_wait(&l->plads, &l->laas);
  }
  l->vaegt[n] += w;
  if (n > 0) {
    l->gang[n] = false;
    /* giv låsen fri så de andre kan komme til */
    pthread_mutex_unlock(&l->laas);
    pthread_cond_signal(&l->gang_fri);
  }
  pthread_mutex_unlock(&l->laas);
}

void warehouse_exit(warehouse *l, int n, int w) {
  pthread_mutex_lock(&l->laas);
  if (n < l->antal - 1) {
    while (l->gang[n + 1]) {
      pthread_cond_wait(&l->gang_fri, &l->laas);
    }
    l->gang[n + 1] = true;
  }
  l->vaegt[n] -= w;
  pthread_mutex_unlock(&l->laas);
}
