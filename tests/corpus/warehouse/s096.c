#include <pthread.h>
#include <stdlib.h>

/* Jeder Gang ist ein Mutex: wer hinausgeht sperrt ihn, wer in die naechste Halle kommt gibt ihn frei.
   Wer in Halle n nicht hineinpasst, wartet an einem gesperrten Mutex (Schranke), bis jemand aufmacht. */

struct warehouse {
  int n, max;
  int gewicht[16];
  int warten[16];
  pthread_mutex_t zustand;
  pthread_mutex_t schranke[16];
  pthread_mutex_t gang[16];
};

struct warehouse *warehouse_new(int n, int max) {
  struct warehouse *h = calloc(1, sizeof(struct warehouse));
  h->n = n;
  h->max = max;
  pthread_mutex_init(&h->zustand, NULL);
  for (int i = 0; i < n; i++) {
    pthread_mutex_init(&h->schranke[i], NULL);
    pthread_mutex_init(&h->gang[i], NULL);
  }
  return h;
}

void warehouse_free(struct warehouse *h) {
  for (int i = 0; i < h->n; i++) {
    pthread_mutex_destroy(&h->schranke[i]);
    pthread_mutex_destroy(&h->gang[i]);
  }
  pthread_mutex_destroy(&h->zustand);
  free(h);
}

void warehouse_enter(struct warehouse *h, int n, int w) {
  pthread_mutex_lock(&h->zustand);
  while (h->gewicht[n] + w > h->max) {
    if (h->warten[n]++ == 0)
      pthread_mutex_lock(&h->schranke[n]);
    pthread_mutex_unlock(&h->zustand);
    pthread_mutex_lock(&h->schranke[n]);
    pthread_mutex_lock(&h->zustand);
  }
  h->gewicht[n] += w;
  pthread_mutex_unlock(&h->zustand);
  if (n > 0)
    pthread_mutex_unlock(&h->gang[n]);
}

void warehouse_exit(struct warehouse *h, int n, int w) {
  if (n < h->n - 1)
    pthread_mutex_lock(&h->gang[n + 1]);
  pthread_mutex_lock(&h->zustand);
  h->gewicht[n] -= w;
  /* der letzte, der noch wartet, darf hinein */
  if (h->warten[n] > 0 && --h->warten[n] == 0)
    pthread_mutex_unlock(&h->schranke[n]);
  pthread_mutex_unlock(&h->zustand);
}
