#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

// To avoid deadlocks nobody waits for a corridor longer than MAX_WAIT ms.

#define MAX_WAIT 200

struct warehouse {
    pthread_mutex_t mtx;
    pthread_cond_t in, out;
    int n, max;
    int weights[8];
    int busy[8];
};

struct warehouse *warehouse_new(int n, int max) {
    struct warehouse *h = calloc(1, sizeof(struct warehouse));
    pthread_mutex_init(&h->mtx, NULL);
    pthread_cond_init(&h->in, NULL);
    pthread_cond_init(&h->out, NULL);
    h->n = n;
    h->max = max;
    return h;
}

void warehouse_free(struct warehouse *h) {
    pthread_cond_destroy(&h->in);
    pthread_cond_destroy(&h->out);
    pthread_mutex_destroy(&h->mtx);
    free(h);
}

static struct timespec deadline(void) {
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    t.tv_nsec += MAX_WAIT * 1000000L;
    t.tv_sec += t.tv_nsec / 1000000000L;
    t.tv_nsec %= 1000000000L;
    return t;
}

void warehouse_enter(struct warehouse *h, int n, int w) {
    pthread_mutex_lock(&h->mtx);
    while (h->weights[n] + w > h->max)
        pthread_cond_wait(&h->in, &h->mtx);
    h->weights[n] += w;
    h->busy[n] = 0;
    pthread_cond_signal(&h->out);
    pthread_mutex_unlock(&h->mtx);
}

void warehouse_exit(struct warehouse *h, int n, int w) {
    pthread_mutex_lock(&h->mtx);
    if (n == h->n - 1) {
        h->weights[n] -= w;
        pthread_mutex_unlock(&h->mtx);
        return;
    }
    struct timespec t = deadline();
    while (h->busy[n + 1])
        if (pthread_cond_timedwait(&h->out, &h->mtx, &t) == ETIMEDOUT)
            break;
    h->busy[n + 1] = 1;
    h->weights[n] -= w;
    pthread_cond_signal(&h->in);
    pthread_mutex_unlock(&h->mtx);
}
