/* Grupa 4, zadanie 2: magazyny.  Kto za ciężki, czeka sam w przedsionku, reszta za nim na semaforze. */
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

struct magazyn {
    sem_t przedsionek;      /* tylko jeden na raz sprawdza, czy się zmieści */
    pthread_mutex_t m;
    pthread_cond_t lzej;
    int waga;
    sem_t korytarz;
};

struct warehouse {
    int n, maks;
    struct magazyn mag[];
};

struct warehouse *warehouse_new(int n, int maks)
{
    struct warehouse *h = malloc(sizeof(struct warehouse) + n * sizeof(struct magazyn));
    h->n = n;
    h->maks = maks;
    for (int i = 0; i < n; ++i) {
        struct magazyn *p = h->mag + i;
        sem_init(&p->przedsionek, 0, 1);
        sem_init(&p->korytarz, 0, 1);
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
        sem_destroy(&p->przedsionek);
        sem_destroy(&p->korytarz);
        pthread_mutex_destroy(&p->m);
        pthread_cond_destroy(&p->lzej);
    }
    free(h);
}

void warehouse_enter(struct warehouse *h, int n, int w)
{
    struct magazyn *p = h->mag + n;
    sem_wait(&p->przedsionek);
    pthread_mutex_lock(&p->m);
    while (p->waga + w > h->maks)
        pthread_cond_wait(&p->lzej, &p->m);
    p->waga += w;
    pthread_mutex_unlock(&p->m);
    sem_post(&p->przedsionek);
    if (n > 0)
        sem_post(&p->korytarz);
}

void warehouse_exit(struct warehouse *h, int n, int w)
{
    struct magazyn *p = h->mag + n;
    if (n < h->n - 1)
        sem_wait(&p[1].korytarz);
    pthread_mutex_lock(&p->m);
    p->waga -= w;
    pthread_cond_signal(&p->lzej);
    pthread_mutex_unlock(&p->m);
}
