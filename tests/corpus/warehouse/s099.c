#include <stdlib.h>
#include <pthread.h>
#include <errno.h>
#include <stdio.h>

/* Mutex mit Fehlerpruefung, damit ich sehe wenn ich etwas falsch mache */

#define PRUEFE(ausdruck) do { int e_ = (ausdruck); if (e_) { fprintf(stderr, "%s:%d: %s -> %d\n", __FILE__, __LINE__, #ausdruck, e_); abort(); } } while (0)

struct warehouse {
    pthread_mutex_t schloss;
    pthread_cond_t  aenderung;
    size_t          hallen;
    long            grenze;
    struct halle {
        long gewicht;
        enum { FREI, BESETZT } zugang;
    } *halle;
};

struct warehouse *warehouse_new(int n_warehouses, int max_weight)
{
    pthread_mutexattr_t attr;
    struct warehouse *w = malloc(sizeof *w);
    PRUEFE(pthread_mutexattr_init(&attr));
    PRUEFE(pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_ERRORCHECK));
    PRUEFE(pthread_mutex_init(&w->schloss, &attr));
    PRUEFE(pthread_mutexattr_destroy(&attr));
    PRUEFE(pthread_cond_init(&w->aenderung, NULL));
    w->hallen = n_warehouses;
    w->grenze = max_weight;
    w->halle = calloc(w->hallen, sizeof *w->halle);
    return w;
}

void warehouse_free(struct warehouse *w)
{
    PRUEFE(pthread_cond_destroy(&w->aenderung));
    PRUEFE(pthread_mutex_destroy(&w->schloss));
    free(w->halle);
    free(w);
}

void warehouse_enter(struct warehouse *w, int n, int kg)
{
    PRUEFE(pthread_mutex_lock(&w->schloss));
    while (w->halle[n].gewicht + kg > w->grenze)
        PRUEFE(pthread_cond_wait(&w->aenderung, &w->schloss));
    w->halle[n].gewicht += kg;
    w->halle[n].zugang = FREI;
    PRUEFE(pthread_cond_broadcast(&w->aenderung));
    PRUEFE(pthread_mutex_unlock(&w->schloss));
}

void warehouse_exit(struct warehouse *w, int n, int kg)
{
    size_t naechste = n + 1;
    PRUEFE(pthread_mutex_lock(&w->schloss));
    while (naechste < w->hallen && w->halle[naechste].zugang == BESETZT)
        PRUEFE(pthread_cond_wait(&w->aenderung, &w->schloss));
    w->halle[n].gewicht -= kg;
    if (naechste < w->hallen)
        w->halle[naechste].zugang = BESETZT;
    PRUEFE(pthread_cond_broadcast(&w->aenderung));
    PRUEFE(pthread_mutex_unlock(&w->schloss));
}
