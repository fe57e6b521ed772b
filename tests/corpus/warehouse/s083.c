#include <stdlib.h>
#include <pthread.h>
#include <sched.h>

/* I know busy waiting is not nice but it works */

typedef struct warehouse { int n; int max; int* w; int* c; pthread_mutex_t mx; } warehouse;

warehouse* warehouse_new(int n, int max) {
  warehouse* this = malloc(sizeof(warehouse));
  this->n = n; this->max = max;
  this->w = calloc(n, sizeof(int));
  this->c = calloc(n, sizeof(int));
  pthread_mutex_init(&this->mx, 0);
  return this;
}

void warehouse_free(warehouse* this) {
  pthread_mutex_destroy(&this->mx);
  free(this->w); free(this->c); free(this);
}

int tryEnter(warehouse* this, int n, int weight) {
  int ok = 0;
  pthread_mutex_lock(&this->mx);
  if (this->w[n] + weight <= this->max) {
    this->w[n] += weight;
    if (n > 0) this->c[n] = 0;
    ok = 1;
  }
  pthread_mutex_unlock(&this->mx);
  return ok;
}

int tryExit(warehouse* this, int n, int weight) {
  int ok = 0;
  pthread_mutex_lock(&this->mx);
  if (n == this->n - 1) {
    this->w[n] -= weight;
    ok = 1;
  } else if (!this->c[n+1]) {
    this->c[n+1] = 1;
    this->w[n] -= weight;
    ok = 1;
  }
  pthread_mutex_unlock(&this->mx);
  return ok;
}

void warehouse_enter(warehouse* this, int n, int weight) { while (!tryEnter(this, n, weight)) sched_yield(); }
void warehouse_exit(warehouse* this, int n, int weight) { while (!tryExit(this, n, weight)) sched_yield(); }
