#include <stdlib.h>
#include <pthread.h>
#include <semaphore.h>

/* Een semafoor met 10 blokjes van 100 kg per magazijn. Omdat iemand die 3 blokjes wil niet met 2 mag
 * blijven wachten, pakt men ze allemaal tegelijk (onder een mutex) of geen een, en slaapt dan. */

#define BLOK 100

typedef struct warehouse {
    int n;
    sem_t *blokjes;
    sem_t *gang;
    pthread_mutex_t pakken;
    pthread_cond_t terug;
} magazijnen;

magazijnen *warehouse_new(int n, int max)
{
    magazijnen *m = malloc(sizeof(magazijnen));
    m->n = n;
    m->blokjes = malloc(n * sizeof(sem_t));
    m->gang = malloc(n * sizeof(sem_t));
    for (int i = 0; i < n; i++) {
        sem_init(m->blokjes + i, 0, max / BLOK);
        sem_init(m->gang + i, 0, 1);
    }
    pthread_mutex_init(&m->pakken, NULL);
    pthread_cond_init(&m->terug, NULL);
    return m;
}

void warehouse_free(magazijnen *m)
{
    for (int i = 0; i < m->n; i++) {
        sem_destroy(m->blokjes + i);
        sem_destroy(m->gang + i);
    }
    pthread_mutex_destroy(&m->pakken);
    pthread_cond_destroy(&m->terug);
    free(m->blokjes);
    free(m->gang);
    free(m);
}

void warehouse_enter(magazijnen *m, int n, int w)
{
    int nodig = w / BLOK, heb;
    pthread_mutex_lock(&m->pakken);
    for (;;) {
        for (heb = 0; heb < nodig; heb++)
            if (sem_trywait(m->blokjes + n) != 0)
                break;
        if (heb == nodig)
            break;
        while (heb-- > 0)
            sem_post(m->blokjes + n);
        pthread_cond_wait(&m->terug, &m->pakken);
    }
    pthread_mutex_unlock(&m->pakken);
    if (n > 0)
        sem_post(m->gang + n);
}

void warehouse_exit(magazijnen *m, int n, int w)
{
    if (n < m->n - 1)
        sem_wait(m->gang + n + 1);
    pthread_mutex_lock(&m->pakken);
    for (int i = 0; i < w / BLOK; i++)
        sem_post(m->blokjes + n);
    pthread_cond_broadcast(&m->terug);
    pthread_mutex_unlock(&m->pakken);
}
