/* ocupado[n]: hay un robot pasando por la puerta de la nave n */
#include <pthread.h>
#include <stdlib.h>

typedef struct warehouse {
  int N, MAX;
  int *peso, *ocupado;
  pthread_mutex_t m;
  pthread_cond_t c;
} NAVES;

NAVES *warehouse_new(int N, int MAX)
{
  NAVES *x = (NAVES *) malloc(sizeof(NAVES));
  x->N = N;
  x->MAX = MAX;
  x->peso = (int *) calloc(N, sizeof(int));
  x->ocupado = (int *) calloc(N, sizeof(int));
  pthread_mutex_init(&x->m, NULL);
  pthread_cond_init(&x->c, NULL);
  return x;
}

void warehouse_free(NAVES *x)
{
  pthread_mutex_destroy(&x->m);
  pthread_cond_destroy(&x->c);
  free(x->peso);
  free(x->ocupado);
  free(x);
}

void warehouse_enter(NAVES *x, int n, int w)
{
  pthread_mutex_lock(&x->m);
  while (x->peso[n] + w > x->MAX) { pthread_cond_wait(&x->c, &x->m); }
  x->peso[n] = x->peso[n] + w;
  x->ocupado[n] = 1;
  pthread_cond_broadcast(&x->c);
  pthread_mutex_unlock(&x->m);
}

void warehouse_exit(NAVES *x, int n, int w)
{
  pthread_mutex_lock(&x->m);
  while (n != x->N - 1 && x->ocupado[n + 1]) { pthread_cond_wait(&x->c, &x->m); }
  x->peso[n] = x->peso[n] - w;
  x->ocupado[n] = 0;
  pthread_cond_broadcast(&x->c);
  pthread_mutex_unlock(&x->m);
}
