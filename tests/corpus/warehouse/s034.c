#include <pthread.h>
#include <stdlib.h>

/* Verbindung der Hallen: Gang i fuehrt von i nach i+1 */

struct warehouse {
    pthread_mutex_t m;
    pthread_cond_t  c;
    int  n, max;
    int *kg;
    int *gang;
};

struct warehouse *warehouse_new(int n, int max)
{
    struct warehouse *h = malloc(sizeof *h);
    pthread_mutex_init(&h->m, NULL);
    pthread_cond_init(&h->c, NULL);
    h->n = n;
    h->max = max;
    h->kg = calloc(n, sizeof(int));
    h->gang = calloc(n, sizeof(int));
    return h;
}

void warehouse_free(struct warehouse *h)
{
    pthread_mutex_destroy(&h->m);
    pthread_cond_destroy(&h->c);
    free(h->kg);
    free(h->gang);
    free(h);
}

void warehouse_enter(struct warehouse *h, int n, int w)
{
    pthread_mutex_lock(&h->m);
    /* die Halle darf nie ueberladen sein */
    while (!(h->kg[n] + w < h->max))
        pthread_cond_wait(&h->c, &h->m);
    h->kg[n] += w;
    if (n)
        h->gang[n - 1] = 0;
    pthread_cond_broadcast(&h->c);
    pthread_mutex_unlock(&h->m);
}

void warehouse_exit(struct warehouse *h, int n, int w)
{
    pthread_mutex_lock(&h->m);
    if (n != h->n - 1) {
        while (h->gang[n])
            pthread_cond_wait(&h->c, &h->m);
        h->gang[n] = 1;
    }
    h->kg[n] -= w;
    pthread_cond_broadcast(&h->c);
    pthread_mutex_unlock(&h->m);
}
