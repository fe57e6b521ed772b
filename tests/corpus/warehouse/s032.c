// grp 7  /  "queue.c"
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

// There are only a few robots, so three places in each queue should be more than enough.
#define PLACES 3

typedef struct queue {
    int head, count;
    int weight[PLACES];
    int ticket[PLACES];
} queue;

typedef struct warehouse {
    int n, max, tickets;
    int *weight;
    int *occupied;
    queue *queue;
    pthread_mutex_t mutex;
    pthread_cond_t cond;
} warehouse;

static void put(queue *q, int weight, int ticket)
{
    assert(q->count < PLACES);
    int at = (q->head + q->count++) % PLACES;
    q->weight[at] = weight;
    q->ticket[at] = ticket;
}

static void take(queue *q)
{
    assert(q->count > 0);
    q->head = (q->head + 1) % PLACES;
    q->count--;
}

warehouse *warehouse_new(int n, int max)
{
    warehouse *w = calloc(1, sizeof(warehouse));
    w->n = n;
    w->max = max;
    w->weight = calloc(n, sizeof(int));
    w->occupied = calloc(n, sizeof(int));
    w->queue = calloc(n, sizeof(queue));
    pthread_mutex_init(&w->mutex, NULL);
    pthread_cond_init(&w->cond, NULL);
    return w;
}

void warehouse_free(warehouse *w)
{
    pthread_mutex_destroy(&w->mutex);
    pthread_cond_destroy(&w->cond);
    free(w->weight);
    free(w->occupied);
    free(w->queue);
    free(w);
}

void warehouse_enter(warehouse *w, int n, int kg)
{
    queue *q = &w->queue[n];
    pthread_mutex_lock(&w->mutex);
    if (q->count > 0 || w->weight[n] + kg > w->max) {
        int ticket = w->tickets++;
        put(q, kg, ticket);
        // my turn, and I fit
        while (q->ticket[q->head] != ticket || w->weight[n] + kg > w->max)
            pthread_cond_wait(&w->cond, &w->mutex);
        take(q);
    }
    w->weight[n] += kg;
    w->occupied[n] = 0;
    pthread_cond_broadcast(&w->cond);
    pthread_mutex_unlock(&w->mutex);
}

void warehouse_exit(warehouse *w, int n, int kg)
{
    pthread_mutex_lock(&w->mutex);
    while (n < w->n - 1 && w->occupied[n + 1])
        pthread_cond_wait(&w->cond, &w->mutex);
    if (n < w->n - 1)
        w->occupied[n + 1] = 1;
    w->weight[n] -= kg;
    pthread_cond_broadcast(&w->cond);
    pthread_mutex_unlock(&w->mutex);
}
