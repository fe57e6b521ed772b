#include <pthread.h>
#include <stdlib.h>

/* Ein Gang ist belegt, wenn in der Halle dahinter schon jemand ist. Deshalb zaehle ich die Roboter. */

struct halle
{
    int roboter;
    int gewicht;
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
    w->halle[n].roboter++;
    pthread_cond_broadcast(&w->cond);
    pthread_mutex_unlock(&w->mutex);
}

void warehouse_exit(struct warehouse *w, int n, int kg)
{
    pthread_mutex_lock(&w->mutex);
    while (n + 1 < w->anzahl && w->halle[n + 1].roboter > 0)
        pthread_cond_wait(&w->cond, &w->mutex);
    w->halle[n].gewicht -= kg;
    w->halle[n].roboter--;
    pthread_cond_broadcast(&w->cond);
    pthread_mutex_unlock(&w->mutex);
}
