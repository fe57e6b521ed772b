#include <pthread.h>
#include <stdlib.h>

/* Recursive mutex so that functions can call each other without thinking about it. */

typedef struct warehouse
{
   pthread_mutex_t mutex;
   pthread_cond_t cond;
   int n_warehouses, max_weight;
   double *weight;
   int *in_corridor;   /* number of robots, 0 or 1 */
} warehouse;

static void Lock(warehouse *w) { pthread_mutex_lock(&w->mutex); }
static void Unlock(warehouse *w) { pthread_mutex_unlock(&w->mutex); }

warehouse *warehouse_new(int n_warehouses, int max_weight)
{
   pthread_mutexattr_t a;
   warehouse *w = (warehouse *) calloc(1, sizeof(warehouse));
   pthread_mutexattr_init(&a);
   pthread_mutexattr_settype(&a, PTHREAD_MUTEX_RECURSIVE);
   pthread_mutex_init(&w->mutex, &a);
   pthread_cond_init(&w->cond, NULL);
   w->n_warehouses = n_warehouses;
   w->max_weight = max_weight;
   w->weight = (double *) calloc(n_warehouses, sizeof(double));
   w->in_corridor = (int *) calloc(n_warehouses, sizeof(int));
   return w;
}

void warehouse_free(warehouse *w)
{
   pthread_cond_destroy(&w->cond);
   pthread_mutex_destroy(&w->mutex);
   free(w->weight);
   free(w->in_corridor);
   free(w);
}

static double getWeight(warehouse *w, int n)
{
   double r;
   Lock(w);
   r = w->weight[n];
   Unlock(w);
   return r;
}

static void addWeight(warehouse *w, int n, double kg)
{
   Lock(w);
   w->weight[n] = getWeight(w, n) + kg;
   pthread_cond_broadcast(&w->cond);
   Unlock(w);
}

static int isFree(warehouse *w, int corridor)
{
   int r;
   Lock(w);
   r = w->in_corridor[corridor] == 0;
   Unlock(w);
   return r;
}

static void enterCorridor(warehouse *w, int corridor)
{
   Lock(w);
   w->in_corridor[corridor]++;
   Unlock(w);
}

static void leaveCorridor(warehouse *w, int corridor)
{
   Lock(w);
   w->in_corridor[corridor]--;
   pthread_cond_broadcast(&w->cond);
   Unlock(w);
}

void warehouse_enter(warehouse *w, int n, int kg)
{
   Lock(w);
   while (getWeight(w, n) + kg > w->max_weight)
      pthread_cond_wait(&w->cond, &w->mutex);
   addWeight(w, n, kg);
   if (n > 0) leaveCorridor(w, n);
   Unlock(w);
}

void warehouse_exit(warehouse *w, int n, int kg)
{
   int last = n == w->n_warehouses - 1;
   Lock(w);
   while (!last && !isFree(w, n + 1))
      pthread_cond_wait(&w->cond, &w->mutex);
   if (!last) enterCorridor(w, n + 1);
   addWeight(w, n, -kg);
   Unlock(w);
}
