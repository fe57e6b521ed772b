#include <pthread.h>
#include <stdlib.h>
#include <stdbool.h>

// A robot leaves a warehouse for good when it comes into the next one. So that is where its weight is taken off.

struct warehouse {
    int n, max;
    int *weight;
    bool *corridor;
    pthread_mutex_t mutex;
    pthread_cond_t cond;
};

struct warehouse *warehouse_new(int n, int max) {
    struct warehouse *h = malloc(sizeof *h);
    h->n = n;
    h->max = max;
    h->weight = calloc(n, sizeof *h->weight);
    h->corridor = calloc(n, sizeof *h->corridor);
    pthread_mutex_init(&h->mutex, NULL);
    pthread_cond_init(&h->cond, NULL);
    return h;
}

void warehouse_free(struct warehouse *h) {
    pthread_mutex_destroy(&h->mutex);
    pthread_cond_destroy(&h->cond);
    free(h->weight);
    free(h->corridor);
    free(h);
}

void warehouse_enter(struct warehouse *h, int n, int w) {
    pthread_mutex_lock(&h->mutex);
    if (n > 0)
        h->weight[n - 1] -= w;
    while (h->weight[n] + w > h->max)
        pthread_cond_wait(&h->cond, &h->mutex);
    h->weight[n] += w;
    h->corridor[n] = false;
    pthread_cond_broadcast(&h->cond);
    pthread_mutex_unlock(&h->mutex);
}

void warehouse_exit(struct warehouse *h, int n, int w) {
    pthread_mutex_lock(&h->mutex);
    if (n == h->n - 1) {
        h->weight[n] -= w;
    } else {
        while (h->corridor[n + 1])
            pthread_cond_wait(&h->cond, &h->mutex);
        h->corridor[n + 1] = true;
    }
    pthread_cond_broadcast(&h->cond);
    pthread_mutex_unlock(&h->mutex);
}
