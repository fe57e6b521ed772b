/* Grupa 4, zadanie 2: magazyny.  Korytarzem jedzie tylko jeden robot, pilnuje tego semafor. */
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

struct magazyn {
    pthread_mutex_t m;
    pthread_cond_t lzej;
    int waga;
};

struct warehouse {
    int n, maks;
    sem_t korytarz;
    struct magazyn mag[];
};

struct warehouse *warehouse_new(int n, int maks)
{
    struct warehouse *h = malloc(sizeof(struct warehouse) + n * sizeof(struct magazyn));
    h->n = n;
    h->maks = maks;
    sem_init(&h->korytarz, 0, 1);
    for (int i = 0; i < n; ++i) {
        struct magazyn *p = h->mag + i;
        pthread_mutex_init(&p->m, NULL);
        pthread_cond_init(&p->lzej, NULL);
        p->waga = 0;
    }
    return h;
}

void warehouse_free(struct warehouse *h)
{
    for (int i = 0; i < h->n; ++i) {
        struct magazyn *p = h->mag + i;
        pthread_mutex_destroy(&p->m);
        pthread_cond_destroy(&p->lzej);
    }
    sem_destroy(&h->korytarz);
    free(h);
}

void warehouse_enter(struct warehouse *h, int n, int w)
{
    struct magazyn *p = h->mag + n;
    pthread_mutex_lock(&p->m);
    while (p->waga + w > h->maks)
        pthread_cond_wait(&p->lzej, &p->m);
    p->waga += w;
    pthread_mutex_unlock(&p->m);
    if (n > 0)
        sem_post(&h->korytarz);
}

void warehouse_exit(struct warehouse *h, int n, int w)
{
    struct magazyn *p = h->mag + n;
    if (n < h->n - 1)
        sem_wait(&h->korytarz);
    pthread_mutex_lock(&p->m);
    p->waga -= w;
    pthread_cond_broadcast(&p->lzej);
    pthread_mutex_unlock(&p->m);
}
