/* el robot, al salir de la nave n, ya va hacia la nave n+1: su peso pasa de una a otra */
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

struct warehouse {
    pthread_mutex_t mutex;
    pthread_cond_t cambio;
    int naves, max;
    int *peso;
    bool *pasillo;
};

struct warehouse *warehouse_new(int naves, int max)
{
    struct warehouse *c = malloc(sizeof *c);
    pthread_mutex_init(&c->mutex, NULL);
    pthread_cond_init(&c->cambio, NULL);
    c->naves = naves;
    c->max = max;
    c->peso = calloc(naves, sizeof(int));
    c->pasillo = calloc(naves, sizeof(bool));
    return c;
}

void warehouse_free(struct warehouse *c)
{
    pthread_mutex_destroy(&c->mutex);
    pthread_cond_destroy(&c->cambio);
    free(c->peso);
    free(c->pasillo);
    free(c);
}

void warehouse_enter(struct warehouse *c, int n, int w)
{
    pthread_mutex_lock(&c->mutex);
    if (n == 0) {
        while (c->peso[0] + w > c->max)
            pthread_cond_wait(&c->cambio, &c->mutex);
        c->peso[0] += w;
    } else {
        /* el peso se sumo al salir de la anterior */
        while (c->peso[n] > c->max)
            pthread_cond_wait(&c->cambio, &c->mutex);
        c->pasillo[n] = false;
    }
    pthread_cond_broadcast(&c->cambio);
    pthread_mutex_unlock(&c->mutex);
}

void warehouse_exit(struct warehouse *c, int n, int w)
{
    pthread_mutex_lock(&c->mutex);
    if (n < c->naves - 1) {
        c->peso[n + 1] += w;
        while (c->pasillo[n + 1])
            pthread_cond_wait(&c->cambio, &c->mutex);
        c->pasillo[n + 1] = true;
    }
    c->peso[n] -= w;
    pthread_cond_broadcast(&c->cambio);
    pthread_mutex_unlock(&c->mutex);
}
