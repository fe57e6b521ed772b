/* Kazdy robot ma vlastni semafor, cekajici jsou v poli. -- cv. 6, skupina B */
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>

#define MAX_CEKA 256

typedef struct {
    sem_t sem;
    int sklad;
    int vaha;      /* -1: chce ven */
} cekajici_t;

struct warehouse {
    pthread_mutex_t zamek;
    int skladu, nosnost;
    int *vaha;
    int *chodba;
    cekajici_t *ceka[MAX_CEKA];
    int pocet;
};

struct warehouse *warehouse_new(int skladu, int nosnost)
{
    struct warehouse *s = calloc(1, sizeof(struct warehouse));
    pthread_mutex_init(&s->zamek, NULL);
    s->skladu = skladu;
    s->nosnost = nosnost;
    s->vaha = calloc(skladu, sizeof(int));
    s->chodba = calloc(skladu + 1, sizeof(int));
    return s;
}

void warehouse_free(struct warehouse *s)
{
    pthread_mutex_destroy(&s->zamek);
    free(s->vaha);
    free(s->chodba);
    free(s);
}

/* probudi vsechny, kteri cekaji; kazdy se podiva sam */
static void probud(struct warehouse *s)
{
    for (int i = 0; i < s->pocet; i++)
        sem_post(&s->ceka[i]->sem);
    s->pocet = 0;
}

static void cekej(struct warehouse *s, cekajici_t *ja)
{
    if (s->pocet == MAX_CEKA) {
        fprintf(stderr, "prilis mnoho robotu\n");
        abort();
    }
    s->ceka[s->pocet++] = ja;
    pthread_mutex_unlock(&s->zamek);
    sem_wait(&ja->sem);
    pthread_mutex_lock(&s->zamek);
}

void warehouse_enter(struct warehouse *s, int n, int w)
{
    cekajici_t ja = { .sklad = n, .vaha = w };
    sem_init(&ja.sem, 0, 0);
    pthread_mutex_lock(&s->zamek);
    while (s->vaha[n] + w > s->nosnost)
        cekej(s, &ja);
    s->vaha[n] += w;
    s->chodba[n] = 0;
    probud(s);
    pthread_mutex_unlock(&s->zamek);
    sem_destroy(&ja.sem);
}

void warehouse_exit(struct warehouse *s, int n, int w)
{
    cekajici_t ja = { .sklad = n, .vaha = -1 };
    sem_init(&ja.sem, 0, 0);
    pthread_mutex_lock(&s->zamek);
    while (n + 1 < s->skladu && s->chodba[n + 1])
        cekej(s, &ja);
    s->vaha[n] -= w;
    if (n + 1 < s->skladu)
        s->chodba[n + 1] = 1;
    probud(s);
    pthread_mutex_unlock(&s->zamek);
    sem_destroy(&ja.sem);
}
