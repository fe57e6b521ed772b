#include <semaphore.h>
#include <stdlib.h>

/* Split binary semaphore (paso del testigo) */

struct warehouse {
    int N, MAX;
    int peso[10], corredor[11];
    int de[10], ds[10];          /* cuantos esperan para entrar / salir */
    sem_t e, entrar[10], salir[10];
};

struct warehouse *warehouse_new(int N, int MAX)
{
    struct warehouse *w = calloc(1, sizeof *w);
    w->N = N; w->MAX = MAX;
    sem_init(&w->e, 0, 1);
    for (int i = 0; i < N; i++) { sem_init(&w->entrar[i], 0, 0); sem_init(&w->salir[i], 0, 0); }
    return w;
}

void warehouse_free(struct warehouse *w)
{
    for (int i = 0; i < w->N; i++) { sem_destroy(&w->entrar[i]); sem_destroy(&w->salir[i]); }
    sem_destroy(&w->e);
    free(w);
}

/* si cabe otro igual, le paso el testigo al que espera */
static void SIGNAL_NAVE(struct warehouse *w, int n, int kg)
{
    /* en las demas naves los que esperan estan en el pasillo, y esos salen solos */
    if (n == 0 && w->de[n] > 0 && w->peso[n] + kg <= w->MAX) { w->de[n]--; sem_post(&w->entrar[n]); }
    else sem_post(&w->e);
}

static void SIGNAL_CORREDOR(struct warehouse *w, int n)
{
    if (n > 0 && w->ds[n - 1] > 0) { w->ds[n - 1]--; sem_post(&w->salir[n - 1]); }
    else sem_post(&w->e);
}

void warehouse_enter(struct warehouse *w, int n, int kg)
{
    sem_wait(&w->e);
    if (w->peso[n] + kg > w->MAX) { w->de[n]++; sem_post(&w->e); sem_wait(&w->entrar[n]); }
    w->peso[n] += kg;
    w->corredor[n] = 0;
    SIGNAL_CORREDOR(w, n);
}

void warehouse_exit(struct warehouse *w, int n, int kg)
{
    sem_wait(&w->e);
    if (n < w->N - 1 && w->corredor[n + 1]) { w->ds[n]++; sem_post(&w->e); sem_wait(&w->salir[n]); }
    w->peso[n] -= kg;
    if (n < w->N - 1) w->corredor[n + 1] = 1;
    SIGNAL_NAVE(w, n, kg);
}
