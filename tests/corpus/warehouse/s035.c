#include <pthread.h>
#include <stdlib.h>

/* Annahme: ein Gang traegt 80 % von dem, was eine Halle traegt. */

struct halle
{
    int gewicht;
    int gang;       /* Gewicht in dem Gang, der hierher fuehrt */
};

struct warehouse
{
    struct halle *halle;
    int           anzahl;
    int           max;
    pthread_mutex_t mutex;
    pthread_cond_t  cond;
};

struct warehouse *warehouse_new(int anzahl, int max)
{
    struct warehouse *w = malloc(sizeof(struct warehouse));
    w->halle  = calloc(anzahl, sizeof(struct halle));
    w->anzahl = anzahl;
    w->max    = max;
    pthread_mutex_init(&w->mutex, NULL);
    pthread_cond_init(&w->cond, NULL);
    return w;
}

void warehouse_free(struct warehouse *w)
{
    pthread_mutex_destroy(&w->mutex);
    pthread_cond_destroy(&w->cond);
    free(w->halle);
    free(w);
}

void warehouse_enter(struct warehouse *w, int n, int kg)
{
    pthread_mutex_lock(&w->mutex);
    while (w->halle[n].gewicht + kg > w->max)
        pthread_cond_wait(&w->cond, &w->mutex);
    w->halle[n].gewicht += kg;
    if (n > 0)
        w->halle[n].gang -= kg;
    pthread_cond_broadcast(&w->cond);
    pthread_mutex_unlock(&w->mutex);
}

void warehouse_exit(struct warehouse *w, int n, int kg)
{
    pthread_mutex_lock(&w->mutex);
    if (n + 1 < w->anzahl)
    {
        while (w->halle[n + 1].gang + kg > w->max * 8 / 10)
            pthread_cond_wait(&w->cond, &w->mutex);
        w->halle[n + 1].gang += kg;
    }
    w->halle[n].gewicht -= kg;
    pthread_cond_broadcast(&w->cond);
    pthread_mutex_unlock(&w->mutex);
}
