// Två lås: ett för vikterna och ett för korridorerna, så att fler kan köra samtidigt
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

typedef struct warehouse {
    int n, max;

    pthread_mutex_t viktlas;
    pthread_cond_t lattare;
    int *vikter;

    pthread_mutex_t korridorlas;
    pthread_cond_t ledig;
    bool *korridorer;
} warehouse;

warehouse *warehouse_new(int n, int max)
{
    warehouse *h = malloc(sizeof(warehouse));
    h->n = n;
    h->max = max;
    pthread_mutex_init(&h->viktlas, NULL);
    pthread_mutex_init(&h->korridorlas, NULL);
    pthread_cond_init(&h->lattare, NULL);
    pthread_cond_init(&h->ledig, NULL);
    h->vikter = calloc(n, sizeof(int));
    h->korridorer = calloc(n, sizeof(bool));
    return h;
}

void warehouse_free(warehouse *h)
{
    pthread_mutex_destroy(&h->viktlas);
    pthread_mutex_destroy(&h->korridorlas);
    pthread_cond_destroy(&h->lattare);
    pthread_cond_destroy(&h->ledig);
    free(h->vikter);
    free(h->korridorer);
    free(h);
}

static void ut_ur_korridoren(warehouse *h, int n)
{
    pthread_mutex_lock(&h->korridorlas);
    h->korridorer[n] = false;
    pthread_cond_broadcast(&h->ledig);
    pthread_mutex_unlock(&h->korridorlas);
}

static void minska(warehouse *h, int n, int w)
{
    pthread_mutex_lock(&h->viktlas);
    h->vikter[n] -= w;
    pthread_cond_broadcast(&h->lattare);
    pthread_mutex_unlock(&h->viktlas);
}

void warehouse_enter(warehouse *h, int n, int w)
{
    pthread_mutex_lock(&h->viktlas);
    while (h->vikter[n] + w > h->max)
        pthread_cond_wait(&h->lattare, &h->viktlas);
    h->vikter[n] += w;
    if (n > 0)
        ut_ur_korridoren(h, n);
    pthread_mutex_unlock(&h->viktlas);
}

void warehouse_exit(warehouse *h, int n, int w)
{
    if (n == h->n - 1) {
        minska(h, n, w);
        return;
    }
    pthread_mutex_lock(&h->korridorlas);
    while (h->korridorer[n + 1])
        pthread_cond_wait(&h->ledig, &h->korridorlas);
    h->korridorer[n + 1] = true;
    minska(h, n, w);
    pthread_mutex_unlock(&h->korridorlas);
}
