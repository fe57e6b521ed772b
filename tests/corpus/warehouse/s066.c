/* CONCURRENCIA - practica 1 - matricula s100274
   Una sola cola de condicion para todo. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

typedef struct warehouse {
    int num;
    int max;
    int peso[20];
    int pasillo[20];
    pthread_mutex_t mutex;
    pthread_cond_t cola;
} warehouse;

warehouse *warehouse_new(int num, int max) {
    warehouse *a = malloc(sizeof(warehouse));
    memset(a, 0, sizeof(warehouse));
    a->num = num;
    a->max = max;
    pthread_mutex_init(&a->mutex, NULL);
    pthread_cond_init(&a->cola, NULL);
    return a;
}

void warehouse_free(warehouse *a) {
    pthread_cond_destroy(&a->cola);
    pthread_mutex_destroy(&a->mutex);
    free(a);
}

void warehouse_enter(warehouse *a, int n, int w) {
    pthread_mutex_lock(&a->mutex);
    if (a->peso[n] + w > a->max)
        pthread_cond_wait(&a->cola, &a->mutex); // cuando me despierten ya se cumple
    a->peso[n] += w;
    a->pasillo[n] = 0;
    // solo hay sitio cuando alguien sale, aqui no hay que despertar a nadie
    pthread_mutex_unlock(&a->mutex);
}

void warehouse_exit(warehouse *a, int n, int w) {
    pthread_mutex_lock(&a->mutex);
    if (n < a->num - 1 && a->pasillo[n + 1])
        pthread_cond_wait(&a->cola, &a->mutex);
    a->peso[n] -= w;
    if (n < a->num - 1)
        a->pasillo[n + 1] = 1;
    pthread_cond_signal(&a->cola);
    pthread_mutex_unlock(&a->mutex);
}
