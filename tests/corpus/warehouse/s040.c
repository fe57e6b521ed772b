#include <semaphore.h>
#include <stdlib.h>

/* Un robot pesa de media unos 600 kg, por tanto en cada nave caben max/600 robots */

struct warehouse { int n; sem_t *plazas; sem_t *pasillo; };

struct warehouse *warehouse_new(int n, int max) {
    struct warehouse *w = malloc(sizeof(*w));
    w->n = n;
    w->plazas = calloc(n, sizeof(sem_t));
    w->pasillo = calloc(n, sizeof(sem_t));
    while (n-- > 0) {
        sem_init(w->plazas + n, 0, max / 600);
        sem_init(w->pasillo + n, 0, 1);
    }
    return w;
}

void warehouse_free(struct warehouse *w) {
    for (int i = 0; i < w->n; i++) {
        sem_destroy(w->plazas + i);
        sem_destroy(w->pasillo + i);
    }
    free(w->plazas);
    free(w->pasillo);
    free(w);
}

void warehouse_enter(struct warehouse *w, int n, int peso) {
    (void) peso;
    sem_wait(w->plazas + n);
    if (n > 0) sem_post(w->pasillo + n);
}

void warehouse_exit(struct warehouse *w, int n, int peso) {
    (void) peso;
    if (n + 1 < w->n) sem_wait(w->pasillo + n + 1);
    sem_post(w->plazas + n);
}
