// TODO: preguntar al profesor si hace falta despertar tambien a los de salir
#include <pthread.h>
#include <semaphore.h>
#include <stdbool.h>
#include <stdlib.h>

#define HUECOS 64

typedef struct { bool usado; int n, w; sem_t s; } Espera;

struct warehouse {
    sem_t testigo;
    int n, max;
    int *peso;
    bool *ocupado;
    Espera entrar[HUECOS], salir[HUECOS];
};

struct warehouse *warehouse_new(int n, int max) {
    struct warehouse *r = calloc(1, sizeof(struct warehouse));
    sem_init(&r->testigo, 0, 1);
    for (int i = 0; i < HUECOS; i++) {
        sem_init(&r->entrar[i].s, 0, 0);
        sem_init(&r->salir[i].s, 0, 0);
    }
    r->n = n;
    r->max = max;
    r->peso = calloc(n, sizeof(int));
    r->ocupado = calloc(n + 1, sizeof(bool));
    return r;
}

void warehouse_free(struct warehouse *r) {
    for (int i = 0; i < HUECOS; i++) {
        sem_destroy(&r->entrar[i].s);
        sem_destroy(&r->salir[i].s);
    }
    sem_destroy(&r->testigo);
    free(r->peso);
    free(r->ocupado);
    free(r);
}

static void esperar(struct warehouse *r, Espera *lista, int n, int w) {
    Espera *e = lista;
    while (e->usado) e++;
    e->usado = true;
    e->n = n;
    e->w = w;
    sem_post(&r->testigo);
    sem_wait(&e->s);
}

void warehouse_enter(struct warehouse *r, int n, int w) {
    sem_wait(&r->testigo);
    if (r->peso[n] + w > r->max)
        esperar(r, r->entrar, n, w);
    r->peso[n] += w;
    r->ocupado[n] = false;
    // el pasillo queda libre: que salga uno
    for (int i = 0; i < HUECOS; i++)
        if (r->salir[i].usado && r->salir[i].n + 1 == n) {
            r->salir[i].usado = false;
            sem_post(&r->salir[i].s);
            return;
        }
    sem_post(&r->testigo);
}

void warehouse_exit(struct warehouse *r, int n, int w) {
    sem_wait(&r->testigo);
    if (n < r->n - 1 && r->ocupado[n + 1])
        esperar(r, r->salir, n, w);
    r->peso[n] -= w;
    if (n < r->n - 1)
        r->ocupado[n + 1] = true;
    // hay sitio: que entre uno
    for (int i = 0; i < HUECOS; i++)
        if (r->entrar[i].usado && r->entrar[i].n == n) {
            if (r->peso[n] + r->entrar[i].w > r->max)
                break; // no cabe, a esperar
            r->entrar[i].usado = false;
            sem_post(&r->entrar[i].s);
            return;
        }
    sem_post(&r->testigo);
}
