/* Esercizio 3 - magazzino. Una condizione per ogni fascia di peso:
   cosi' quando si libera posto sveglio solo chi ci sta. */
#include <pthread.h>
#include <stdlib.h>

#define FASCE 20            /* fasce da 100 kg, oltre va nell'ultima */

struct magazzino {
  int peso;
  int attesa[FASCE];        /* quanti aspettano in ogni fascia */
  pthread_cond_t coda[FASCE];
  int corridoio;            /* corridoio davanti al magazzino */
  pthread_cond_t libero;
};

struct warehouse {
  pthread_mutex_t mutex;
  int n, massimo;
  struct magazzino *mag;
};

static int fascia(int w) { int f = (w + 99) / 100; return f < FASCE ? f : FASCE - 1; }

struct warehouse *warehouse_new(int n, int massimo) {
  struct warehouse *s = malloc(sizeof *s);
  pthread_mutex_init(&s->mutex, NULL);
  s->n = n;
  s->massimo = massimo;
  s->mag = calloc(n, sizeof(struct magazzino));
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < FASCE; j++)
      pthread_cond_init(&s->mag[i].coda[j], NULL);
    pthread_cond_init(&s->mag[i].libero, NULL);
  }
  return s;
}

void warehouse_free(struct warehouse *s) {
  for (int i = 0; i < s->n; i++) {
    for (int j = 0; j < FASCE; j++)
      pthread_cond_destroy(&s->mag[i].coda[j]);
    pthread_cond_destroy(&s->mag[i].libero);
  }
  pthread_mutex_destroy(&s->mutex);
  free(s->mag);
  free(s);
}

/* sveglia tutte le fasce che forse ci stanno */
static void sveglia(struct warehouse *s, struct magazzino *m) {
  int posto = s->massimo - m->peso;
  for (int j = 0; j < FASCE && (j - 1) * 100 < posto; j++)
    if (m->attesa[j])
      pthread_cond_broadcast(&m->coda[j]);
}

void warehouse_enter(struct warehouse *s, int n, int w) {
  struct magazzino *m = s->mag + n;
  int f = fascia(w);
  pthread_mutex_lock(&s->mutex);
  m->attesa[f]++;
  while (m->peso + w > s->massimo)
    pthread_cond_wait(&m->coda[f], &s->mutex);
  m->attesa[f]--;
  m->peso += w;
  m->corridoio = 0;
  pthread_cond_signal(&m->libero);
  pthread_mutex_unlock(&s->mutex);
}

void warehouse_exit(struct warehouse *s, int n, int w) {
  struct magazzino *m = s->mag + n;
  pthread_mutex_lock(&s->mutex);
  if (n != s->n - 1) {
    while (m[1].corridoio)
      pthread_cond_wait(&m[1].libero, &s->mutex);
    m[1].corridoio = 1;
  }
  m->peso -= w;
  sveglia(s, m);
  pthread_mutex_unlock(&s->mutex);
}
