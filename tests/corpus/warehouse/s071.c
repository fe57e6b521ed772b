#include <stdlib.h>
#include <pthread.h>

/* the last warehouse has no corridor behind it so that case is easy and comes first */

typedef struct warehouse {
  pthread_mutex_t mutex; pthread_cond_t cond;
  int numWarehouses; int maxWeight;
  int *weights; int *corridors;
} warehouse;

warehouse *warehouse_new(int numWarehouses, int maxWeight)
{
  warehouse *self = malloc(sizeof(warehouse));
  pthread_mutex_init(&self->mutex, NULL);
  pthread_cond_init(&self->cond, NULL);
  self->numWarehouses = numWarehouses;
  self->maxWeight = maxWeight;
  self->weights = calloc(numWarehouses, sizeof(int));
  self->corridors = calloc(numWarehouses, sizeof(int));
  return self;
}

void warehouse_free(warehouse *self)
{
  pthread_mutex_destroy(&self->mutex);
  pthread_cond_destroy(&self->cond);
  free(self->weights);
  free(self->corridors);
  free(self);
}

void warehouse_enter(warehouse *self, int n, int w)
{
  pthread_mutex_lock(&self->mutex);
  while (self->weights[n] + w > self->maxWeight)
    pthread_cond_wait(&self->cond, &self->mutex);
  self->weights[n] += w;
  self->corridors[n] = 0;
  pthread_cond_broadcast(&self->cond);
  pthread_mutex_unlock(&self->mutex);
}

void warehouse_exit(warehouse *self, int n, int w)
{
  pthread_mutex_lock(&self->mutex);
  if (n == self->numWarehouses - 1)
  {
    self->weights[n] -= w;
    pthread_cond_broadcast(&self->cond);
    return;
  }
  while (self->corridors[n + 1])
    pthread_cond_wait(&self->cond, &self->mutex);
  self->corridors[n + 1] = 1;
  self->weights[n] -= w;
  pthread_cond_broadcast(&self->cond);
  pthread_mutex_unlock(&self->mutex);
}
