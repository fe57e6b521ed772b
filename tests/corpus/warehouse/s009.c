/* Uebungsblatt 7, Aufgabe 2 -- Lagerhalle als Monitor */

#include <pthread.h>
#include <stdlib.h>

/* ------------------------------------------------------------------ */
/* Ein kleiner Monitor, wie in der Vorlesung                           */
/* ------------------------------------------------------------------ */

typedef struct {
  pthread_mutex_t m;
  pthread_cond_t  c;
} monitor;

static void monitor_init(monitor *mon)    { pthread_mutex_init(&mon->m, NULL); pthread_cond_init(&mon->c, NULL); }
static void monitor_destroy(monitor *mon) { pthread_mutex_destroy(&mon->m); pthread_cond_destroy(&mon->c); }
static void betreten(monitor *mon)        { pthread_mutex_lock(&mon->m); }
static void verlassen(monitor *mon)       { pthread_cond_broadcast(&mon->c); pthread_mutex_unlock(&mon->m); }
static void warten(monitor *mon)          { pthread_cond_wait(&mon->c, &mon->m); }

#define WARTE_BIS(mon, bedingung) while (!(bedingung)) warten(mon)

/* ------------------------------------------------------------------ */

struct warehouse {
  monitor mon;
  int     anzahl;
  int     maximalgewicht;
  int    *gewicht;      /* pro Halle            */
  char   *gang_belegt;  /* Gang vor der Halle   */
};

struct warehouse *warehouse_new(int anzahl, int maximalgewicht)
{
  struct warehouse *h = malloc(sizeof(struct warehouse));
  monitor_init(&h->mon);
  h->anzahl         = anzahl;
  h->maximalgewicht = maximalgewicht;
  h->gewicht        = calloc(anzahl, sizeof(int));
  h->gang_belegt    = calloc(anzahl + 1, 1);
  return h;
}

void warehouse_free(struct warehouse *h)
{
  monitor_destroy(&h->mon);
  free(h->gewicht);
  free(h->gang_belegt);
  free(h);
}

void warehouse_enter(struct warehouse *h, int n, int w)
{
  betreten(&h->mon);
  WARTE_BIS(&h->mon, h->gewicht[n] + w <= h->maximalgewicht);
  h->gewicht[n] += w;
  h->gang_belegt[n] = 0;   /* Gang 0 gibt es nicht, schadet aber nicht */
  verlassen(&h->mon);
}

void warehouse_exit(struct warehouse *h, int n, int w)
{
  betreten(&h->mon);
  if (n < h->anzahl - 1) {
    WARTE_BIS(&h->mon, !h->gang_belegt[n + 1]);
    h->gang_belegt[n + 1] = 1;
  }
  h->gewicht[n] -= w;
  verlassen(&h->mon);
}
