/* 0..1000, and somebody who tries to come in: 11 bits are enough */
#include <pthread.h>
#include <stdlib.h>

typedef struct {
  unsigned weight : 11;
  unsigned corridor : 1;
} room_t;

typedef struct warehouse {
  pthread_mutex_t lock;
  pthread_cond_t changed, corridors;
  unsigned n, max;
  room_t room[];
} warehouse;

warehouse *warehouse_new(int n, int max) {
  warehouse *h = calloc(1, sizeof(warehouse) + n * sizeof(room_t));
  pthread_mutex_init(&h->lock, NULL);
  pthread_cond_init(&h->changed, NULL);
  pthread_cond_init(&h->corridors, NULL);
  h->n = n;
  h->max = max;
  return h;
}

void warehouse_free(warehouse *h) {
  pthread_mutex_destroy(&h->lock);
  pthread_cond_destroy(&h->changed);
  pthread_cond_destroy(&h->corridors);
  free(h);
}

void warehouse_enter(warehouse *h, int n, int w) {
  room_t *r = &h->room[n];
  pthread_mutex_lock(&h->lock);
  r->weight += w;
  while (r->weight > h->max) {
    r->weight -= w;
    pthread_cond_wait(&h->changed, &h->lock);
    r->weight += w;
  }
  if (r->corridor) {
    r->corridor = 0;
    pthread_cond_broadcast(&h->corridors);
  }
  pthread_mutex_unlock(&h->lock);
}

void warehouse_exit(warehouse *h, int n, int w) {
  room_t *r = &h->room[n];
  pthread_mutex_lock(&h->lock);
  if ((unsigned)n + 1 < h->n) {
    while (r[1].corridor)
      pthread_cond_wait(&h->corridors, &h->lock);
    r[1].corridor = 1;
  }
  r->weight -= w;
  /* when it is empty one of them surely fits again */
  if (r->weight == 0)
    pthread_cond_signal(&h->changed);
  pthread_mutex_unlock(&h->lock);
}
