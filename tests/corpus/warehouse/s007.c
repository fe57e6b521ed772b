#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

// Every room has a mutex. I use trylock in a loop so there can be no deadlock.

typedef struct warehouse {
    int n;
    int max;
    struct room {
        pthread_mutex_t m;
        int weight;
    } rooms[10];
    pthread_mutex_t doors[10]; // protects taken[i]
    int taken[10];
} warehouse;

warehouse *warehouse_new(int n, int max)
{
    warehouse *h = (warehouse *)calloc(1, sizeof(warehouse));
    h->n = n;
    h->max = max;
    for (int i = 0; i < n; i++) {
        pthread_mutex_init(&h->rooms[i].m, NULL);
        pthread_mutex_init(&h->doors[i], NULL);
    }
    return h;
}

void warehouse_free(warehouse *h)
{
    for (int i = 0; i < h->n; i++) {
        pthread_mutex_destroy(&h->rooms[i].m);
        pthread_mutex_destroy(&h->doors[i]);
    }
    free(h);
}

void warehouse_enter(warehouse *h, int n, int w)
{
    for (;;) {
        if (pthread_mutex_trylock(&h->rooms[n].m) == 0) {
            if (h->rooms[n].weight + w <= h->max) {
                h->rooms[n].weight += w;
                pthread_mutex_unlock(&h->rooms[n].m);
                break;
            }
            pthread_mutex_unlock(&h->rooms[n].m);
        }
        usleep(1000); // let others try
    }
    pthread_mutex_lock(&h->doors[n]);
    h->taken[n] = 0;
    pthread_mutex_unlock(&h->doors[n]);
}

void warehouse_exit(warehouse *h, int n, int w)
{
    if (n < h->n - 1) {
        int got_it = 0;
        while (!got_it) {
            if (pthread_mutex_trylock(&h->doors[n + 1]) == 0) {
                if (!h->taken[n + 1]) {
                    h->taken[n + 1] = 1;
                    got_it = 1;
                }
                pthread_mutex_unlock(&h->doors[n + 1]);
            }
            if (!got_it)
                usleep(1000);
        }
    }
    pthread_mutex_lock(&h->rooms[n].m);
    h->rooms[n].weight -= w;
    pthread_mutex_unlock(&h->rooms[n].m);
}
