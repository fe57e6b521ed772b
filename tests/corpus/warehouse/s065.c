/* Laboratorium 5. Blokada wirująca (spinlock), bez zmiennych warunkowych. */
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>

struct warehouse {
    pthread_spinlock_t blokada;
    int ile, maks;
    int waga[8], zajety[8];
};

struct warehouse *warehouse_new(int ile, int maks)
{
    struct warehouse *m = calloc(1, sizeof *m);
    pthread_spin_init(&m->blokada, PTHREAD_PROCESS_PRIVATE);
    m->ile = ile;
    m->maks = maks;
    return m;
}

void warehouse_free(struct warehouse *m)
{
    pthread_spin_destroy(&m->blokada);
    free(m);
}

void warehouse_enter(struct warehouse *m, int n, int w)
{
    pthread_spin_lock(&m->blokada);
    while (m->waga[n] + w > m->maks) {
        /* oddaj blokadę, niech inni popracują */
        pthread_spin_unlock(&m->blokada);
        sched_yield();
        pthread_spin_lock(&m->blokada);
    }
    m->waga[n] += w;
    m->zajety[n] = 0;
    pthread_spin_unlock(&m->blokada);
}

void warehouse_exit(struct warehouse *m, int n, int w)
{
    pthread_spin_lock(&m->blokada);
    while (n < m->ile - 1 && m->zajety[n + 1]) {
        pthread_spin_unlock(&m->blokada);
        sched_yield();
        pthread_spin_lock(&m->blokada);
    }
    m->waga[n] -= w;
    if (n < m->ile - 1)
        m->zajety[n + 1] = 1;
    pthread_spin_unlock(&m->blokada);
}
