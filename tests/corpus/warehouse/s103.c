#include <semaphore.h>
#include <stdlib.h>

// Semaphores. Every warehouse has a queue of robots in front of it: those in the corridor who want to come in,
// and those who want into the corridor.

typedef struct warehouse
{
  sem_t mutex;
  sem_t queue[10];
  int queued[10];
  int n, max;
  int weight[10];
  int corridor[10];
} warehouse;

warehouse* warehouse_new(int n, int max)
{
  warehouse* w = calloc(1, sizeof(warehouse));
  sem_init(&w->mutex, 0, 1);
  for (int i = 0; i < n; i++)
    sem_init(&w->queue[i], 0, 0);
  w->n = n;
  w->max = max;
  return w;
}

void warehouse_free(warehouse* w)
{
  for (int i = 0; i < w->n; i++)
    sem_destroy(&w->queue[i]);
  sem_destroy(&w->mutex);
  free(w);
}

static void block(warehouse* w, int q)
{
  w->queued[q]++;
  sem_post(&w->mutex);
  sem_wait(&w->queue[q]);
}

// lets the next one of the queue have the mutex, or gives it back
static void next(warehouse* w, int q)
{
  if (w->queued[q] > 0)
  {
    w->queued[q]--;
    sem_post(&w->queue[q]);
  }
  else
    sem_post(&w->mutex);
}

void warehouse_enter(warehouse* w, int n, int kg)
{
  sem_wait(&w->mutex);
  if (w->weight[n] + kg > w->max)
    block(w, n);
  w->weight[n] += kg;
  w->corridor[n] = 0;
  next(w, n);
}

void warehouse_exit(warehouse* w, int n, int kg)
{
  sem_wait(&w->mutex);
  if (n < w->n - 1)
  {
    if (w->corridor[n + 1])
      block(w, n + 1);
    w->corridor[n + 1] = 1;
  }
  w->weight[n] -= kg;
  next(w, n < w->n - 1 ? n + 1 : n);
}
