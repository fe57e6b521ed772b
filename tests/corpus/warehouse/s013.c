/*
 * Antes de salir compruebo que en la nave siguiente voy a caber, para no quedarme parado en el pasillo.
 */
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

typedef struct warehouse {
   int n, max;
   int  *peso;
   bool *pasillo_ocupado;
   pthread_mutex_t m;
   pthread_cond_t  c;
} warehouse;

warehouse *warehouse_new(int n, int max) {
   warehouse *a = malloc(sizeof(*a));
   a->n = n;
   a->max = max;
   a->peso = calloc(n, sizeof(int));
   a->pasillo_ocupado = calloc(n, sizeof(bool));
   pthread_mutex_init(&a->m, NULL);
   pthread_cond_init(&a->c, NULL);
   return a;
}

void warehouse_free(warehouse *a) {
   pthread_mutex_destroy(&a->m);
   pthread_cond_destroy(&a->c);
   free(a->peso);
   free(a->pasillo_ocupado);
   free(a);
}

static bool puede_salir(warehouse *a, int n, int w) {
   if (n == a->n - 1)
      return true;
   return !a->pasillo_ocupado[n + 1] && a->peso[n + 1] + w <= a->max;
}

void warehouse_enter(warehouse *a, int n, int w) {
   pthread_mutex_lock(&a->m);
   while (a->peso[n] + w > a->max)
      pthread_cond_wait(&a->c, &a->m);
   a->peso[n] += w;
   a->pasillo_ocupado[n] = false;
   pthread_cond_broadcast(&a->c);
   pthread_mutex_unlock(&a->m);
}

void warehouse_exit(warehouse *a, int n, int w) {
   pthread_mutex_lock(&a->m);
   while (!puede_salir(a, n, w))
      pthread_cond_wait(&a->c, &a->m);
   a->peso[n] -= w;
   if (n < a->n - 1)
      a->pasillo_ocupado[n + 1] = true;
   pthread_cond_broadcast(&a->c);
   pthread_mutex_unlock(&a->m);
}
