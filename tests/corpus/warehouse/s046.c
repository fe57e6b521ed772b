/* Solo semaforos, como pide el enunciado. Tecnica de paso de testigo (Andrews). */
#include <semaphore.h>
#include <stdlib.h>

#define MAX_NAVES 32

/* d_entrar[n]: procesos esperando para entrar en la nave n. Pueden tener pesos
   distintos asi que guardo los pesos en una tabla y cada hueco tiene su semaforo */
#define HUECOS 128

struct hueco { int usado; int nave; int peso; sem_t sem; };

struct warehouse {
    sem_t e;                        /* testigo */
    int N, MAX;
    int peso[MAX_NAVES];
    int pasillo[MAX_NAVES + 1];
    struct hueco entrar[HUECOS];
    sem_t sem_salir[MAX_NAVES];     /* para los de la misma nave la condicion es igual */
    int esp_salir[MAX_NAVES];
};

struct warehouse *warehouse_new(int n, int max) {
    struct warehouse *a = calloc(1, sizeof *a);
    int i;
    a->N = n;
    a->MAX = max;
    sem_init(&a->e, 0, 1);
    for (i = 0; i < HUECOS; i++) sem_init(&a->entrar[i].sem, 0, 0);
    for (i = 0; i < MAX_NAVES; i++) sem_init(&a->sem_salir[i], 0, 0);
    return a;
}

void warehouse_free(struct warehouse *a) {
    int i;
    for (i = 0; i < HUECOS; i++) sem_destroy(&a->entrar[i].sem);
    for (i = 0; i < MAX_NAVES; i++) sem_destroy(&a->sem_salir[i]);
    sem_destroy(&a->e);
    free(a);
}

/* pasa el testigo al primero que pueda, o lo deja */
static void desbloquear(struct warehouse *a) {
    int i;
    for (i = 0; i < HUECOS; i++) {
        struct hueco *h = &a->entrar[i];
        if (h->usado && a->peso[h->nave] + h->peso <= a->MAX) {
            h->usado = 0;
            sem_post(&h->sem);
            return;
        }
    }
    for (i = 0; i < a->N - 1; i++) {
        if (a->esp_salir[i] > 0 && !a->pasillo[i + 1]) {
            a->esp_salir[i]--;
            sem_post(&a->sem_salir[i]);
            return;
        }
    }
    sem_post(&a->e);
}

void warehouse_enter(struct warehouse *a, int n, int w) {
    sem_wait(&a->e);
    if (a->peso[n] + w > a->MAX) {
        int i = 0;
        while (a->entrar[i].usado) i++;
        a->entrar[i].usado = 1;
        a->entrar[i].nave = n;
        a->entrar[i].peso = w;
        sem_post(&a->e);
        sem_wait(&a->entrar[i].sem);   /* nos pasan el testigo */
    }
    a->peso[n] += w;
    a->pasillo[n] = 0;
    desbloquear(a);
}

void warehouse_exit(struct warehouse *a, int n, int w) {
    sem_wait(&a->e);
    if (n < a->N - 1 && a->pasillo[n + 1]) {
        a->esp_salir[n]++;
        sem_post(&a->e);
        sem_wait(&a->sem_salir[n]);
    }
    a->peso[n] -= w;
    if (n < a->N - 1) a->pasillo[n + 1] = 1;
    desbloquear(a);
}
