#include <semaphore.h>
#include <stdlib.h>

/* capacidad de cada nave = semaforo con max/100 fichas; un robot coge sus fichas una a una */

struct warehouse {
    int n;
    sem_t *fichas;
    sem_t *pasillo;
};

struct warehouse *warehouse_new(int n, int max)
{
    int i;
    struct warehouse *w = malloc(sizeof(struct warehouse));
    w->n = n;
    w->fichas = malloc(sizeof(sem_t) * n);
    w->pasillo = malloc(sizeof(sem_t) * n);
    for (i = 0; i < n; i++) {
        sem_init(&w->fichas[i], 0, max / 100);
        sem_init(&w->pasillo[i], 0, 1);
    }
    return w;
}

void warehouse_free(struct warehouse *w)
{
    int i;
    for (i = 0; i < w->n; i++) {
        sem_destroy(&w->fichas[i]);
        sem_destroy(&w->pasillo[i]);
    }
    free(w->fichas);
    free(w->pasillo);
    free(w);
}

void warehouse_enter(struct warehouse *w, int n, int peso)
{
    int i;
    for (i = 0; i < peso; i += 100)
        sem_wait(&w->fichas[n]);
    if (n > 0)
        sem_post(&w->pasillo[n]);
}

void warehouse_exit(struct warehouse *w, int n, int peso)
{
    int i;
    if (n < w->n - 1)
        sem_wait(&w->pasillo[n + 1]);
    for (i = 0; i < peso; i += 100)
        sem_post(&w->fichas[n]);
}
