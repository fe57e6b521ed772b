#include <pthread.h>
#include <stdlib.h>

// one mutex per warehouse, so that different warehouses do not disturb each other

typedef struct {
    pthread_mutex_t mutex;
    pthread_cond_t lighter;
    int weight;
    pthread_mutex_t corridorMutex;
    pthread_cond_t corridorFree;
    int corridorTaken;
} Warehouse;

typedef struct warehouse {
    Warehouse *all;
    int count;
    int maxWeight;
} warehouse;

warehouse *warehouse_new(int count, int maxWeight) {
    warehouse *w = malloc(sizeof(warehouse));
    w->all = calloc(count, sizeof(Warehouse));
    w->count = count;
    w->maxWeight = maxWeight;
    for (int i = 0; i < count; i++) {
        pthread_mutex_init(&w->all[i].mutex, NULL);
        pthread_cond_init(&w->all[i].lighter, NULL);
        pthread_mutex_init(&w->all[i].corridorMutex, NULL);
        pthread_cond_init(&w->all[i].corridorFree, NULL);
    }
    return w;
}

void warehouse_free(warehouse *w) {
    for (int i = 0; i < w->count; i++) {
        pthread_mutex_destroy(&w->all[i].mutex);
        pthread_cond_destroy(&w->all[i].lighter);
        pthread_mutex_destroy(&w->all[i].corridorMutex);
        pthread_cond_destroy(&w->all[i].corridorFree);
    }
    free(w->all);
    free(w);
}

void warehouse_enter(warehouse *w, int n, int kg) {
    Warehouse *here = &w->all[n];
    pthread_mutex_lock(&here->mutex);
    while (here->weight + kg > w->maxWeight) {
        pthread_cond_wait(&here->lighter, &here->mutex);
    }
    here->weight += kg;
    pthread_mutex_unlock(&here->mutex);
    if (n > 0) {
        pthread_mutex_lock(&here->corridorMutex);
        here->corridorTaken = 0;
        pthread_cond_signal(&here->corridorFree);
        pthread_mutex_unlock(&here->corridorMutex);
    }
}

void warehouse_exit(warehouse *w, int n, int kg) {
    Warehouse *here = &w->all[n];
    pthread_mutex_lock(&here->mutex); // nobody may come in while we are going out
    if (n < w->count - 1) {
        Warehouse *next = &w->all[n + 1];
        pthread_mutex_lock(&next->corridorMutex);
        while (next->corridorTaken) {
            pthread_cond_wait(&next->corridorFree, &next->corridorMutex);
        }
        next->corridorTaken = 1;
        pthread_mutex_unlock(&next->corridorMutex);
    }
    here->weight -= kg;
    pthread_cond_broadcast(&here->lighter);
    pthread_mutex_unlock(&here->mutex);
}
