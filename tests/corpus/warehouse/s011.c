/* The sensors in the floor count in steps of 7 kg, so one byte is enough (142 = full) */
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

#define STEP 7

typedef struct {
  uint8_t steps;
  uint8_t corridor;
} room_t;

typedef struct warehouse {
  pthread_mutex_t lock;
  pthread_cond_t lighter, corridors;
  int n, full;
  room_t room[];
} warehouse;

warehouse *warehouse_new(int n, int max) {
  warehouse *h = calloc(1, sizeof(warehouse) + n * sizeof(room_t));
  pthread_mutex_init(&h->lock, NULL);
  pthread_cond_init(&h->lighter, NULL);
  pthread_cond_init(&h->corridors, NULL);
  h->n = n;
  h->full = max / STEP;
  return h;
}

void warehouse_free(warehouse *h) {
  pthread_mutex_destroy(&h->lock);
  pthread_cond_destroy(&h->lighter);
  pthread_cond_destroy(&h->corridors);
  free(h);
}

void warehouse_enter(warehouse *h, int n, int w) {
  room_t *r = &h->room[n];
  pthread_mutex_lock(&h->lock);
  r->steps += w / STEP;
  while (r->steps > h->full) {
    r->steps -= w / STEP;
    pthread_cond_wait(&h->lighter, &h->lock);
    r->steps += w / STEP;
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
  if (n + 1 < h->n) {
    while (r[1].corridor)
      pthread_cond_wait(&h->corridors, &h->lock);
    r[1].corridor = 1;
  }
  r->steps -= w / STEP;
  /* when it is empty one of them surely fits again */
  if (r->steps == 0)
    pthread_cond_signal(&h->lighter);
  pthread_mutex_unlock(&h->lock);
}
