#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

/* condition variable out of semaphores, with handshake (The Little Book of Semaphores / lecture 5)
 * the mutex is a semaphore too */

typedef struct {
  int waiting;
  sem_t queue, ack;
} mycond;

static void mycond_init(mycond *c) { c->waiting = 0; sem_init(&c->queue, 0, 0); sem_init(&c->ack, 0, 0); }
static void mycond_destroy(mycond *c) { sem_destroy(&c->queue); sem_destroy(&c->ack); }

/* with mutex */
static void wait(mycond *c, sem_t *mutex) {
  c->waiting++;
  sem_post(mutex);
  sem_wait(&c->queue);
  sem_post(&c->ack);
  sem_wait(mutex);
}

/* with mutex; everyone who waits has passed the queue when this returns */
static void wakeAll(mycond *c) {
  int k;
  for (k = 0; k < c->waiting; k++)
    sem_post(&c->queue);
  for (k = 0; k < c->waiting; k++)
    sem_wait(&c->ack);
  c->waiting = 0;
}

struct warehouse {
  sem_t mutex;
  mycond room;
  mycond corridor;
  int N, MAX;
  int weight[50], occupied[50];
};

struct warehouse *warehouse_new(int N, int MAX) {
  struct warehouse *s = calloc(1, sizeof(struct warehouse));
  sem_init(&s->mutex, 0, 1);
  mycond_init(&s->room);
  mycond_init(&s->corridor);
  s->N = N;
  s->MAX = MAX;
  return s;
}

void warehouse_free(struct warehouse *s) {
  mycond_destroy(&s->room);
  mycond_destroy(&s->corridor);
  sem_destroy(&s->mutex);
  free(s);
}

void warehouse_enter(struct warehouse *s, int n, int w) {
  sem_wait(&s->mutex);
  while (s->weight[n] + w > s->MAX)
    wait(&s->room, &s->mutex);
  s->weight[n] += w;
  if (n > 0) {
    s->occupied[n] = 0;
    wakeAll(&s->corridor);
  }
  sem_post(&s->mutex);
}

void warehouse_exit(struct warehouse *s, int n, int w) {
  sem_wait(&s->mutex);
  if (n < s->N - 1) {
    while (s->occupied[n + 1])
      wait(&s->corridor, &s->mutex);
    s->occupied[n + 1] = 1;
  }
  s->weight[n] -= w;
  wakeAll(&s->room);
  sem_post(&s->mutex);
}
