/* Servidor: un hilo gestor atiende las peticiones por lotes */
#include <pthread.h>
#include <semaphore.h>
#include <stdbool.h>
#include <stdlib.h>

#define MAXPET 100
#define LOTE 4      /* cuantas se miran cada vez, para no tener el mutex mucho tiempo */

typedef struct { bool entrar; int nave, peso; sem_t *resp; } Peticion;

typedef struct warehouse {
   int n, max;
   int peso[20];
   bool pasillo[21];
   Peticion pet[MAXPET];
   int npet;
   bool fin;
   pthread_mutex_t m;
   sem_t hay;
   pthread_t gestor;
} warehouse;

static bool aceptable(warehouse *w, Peticion *p) {
   if (p->entrar)
      return w->peso[p->nave] + p->peso <= w->max;
   return p->nave == w->n - 1 || !w->pasillo[p->nave + 1];
}

static void aplicar(warehouse *w, Peticion *p) {
   if (p->entrar) {
      w->peso[p->nave] += p->peso;
      w->pasillo[p->nave] = false;
   } else {
      w->peso[p->nave] -= p->peso;
      w->pasillo[p->nave + 1] = p->nave < w->n - 1;
   }
}

/* primero miro cuales se pueden aceptar y despues las acepto */
static bool lote(warehouse *w) {
   bool si[MAXPET];
   bool alguna = false;
   int i, quedan = 0;
   for (i = 0; i < w->npet; i++)
      si[i] = i < LOTE && aceptable(w, &w->pet[i]);
   for (i = 0; i < w->npet; i++)
      if (si[i]) {
         aplicar(w, &w->pet[i]);
         alguna = true;
         sem_post(w->pet[i].resp);
      } else
         w->pet[quedan++] = w->pet[i];
   w->npet = quedan;
   return alguna;
}

static void *gestor(void *arg) {
   warehouse *w = arg;
   for (;;) {
      sem_wait(&w->hay);
      pthread_mutex_lock(&w->m);
      if (w->fin) {
         pthread_mutex_unlock(&w->m);
         return NULL;
      }
      while (lote(w))
         ; /* puede que ahora puedan otros */
      pthread_mutex_unlock(&w->m);
   }
}

warehouse *warehouse_new(int n, int max) {
   warehouse *w = calloc(1, sizeof(warehouse));
   w->n = n;
   w->max = max;
   pthread_mutex_init(&w->m, NULL);
   sem_init(&w->hay, 0, 0);
   pthread_create(&w->gestor, NULL, gestor, w);
   return w;
}

void warehouse_free(warehouse *w) {
   pthread_mutex_lock(&w->m);
   w->fin = true;
   pthread_mutex_unlock(&w->m);
   sem_post(&w->hay);
   pthread_join(w->gestor, NULL);
   sem_destroy(&w->hay);
   pthread_mutex_destroy(&w->m);
   free(w);
}

static void pedir(warehouse *w, bool entrar, int n, int peso) {
   sem_t resp;
   sem_init(&resp, 0, 0);
   pthread_mutex_lock(&w->m);
   w->pet[w->npet++] = (Peticion) { entrar, n, peso, &resp };
   pthread_mutex_unlock(&w->m);
   sem_post(&w->hay);
   sem_wait(&resp);
   sem_destroy(&resp);
}

void warehouse_enter(warehouse *w, int n, int peso) { pedir(w, true, n, peso); }
void warehouse_exit(warehouse *w, int n, int peso) { pedir(w, false, n, peso); }
