/* server.c - la nave como servidor: un hilo atiende las peticiones (paso de mensajes con canales hechos a mano) */
#include <pthread.h>
#include <stdlib.h>
#include <stdbool.h>

typedef struct peticion {
    bool es_entrada;
    int nave;
    int peso;
    bool concedida;
    pthread_cond_t respuesta;
    struct peticion *sig;
} peticion;

struct warehouse {
    int n, max;
    int *pesos;
    bool *pasillo;
    pthread_t hilo;
    pthread_mutex_t m;
    pthread_cond_t nueva;
    bool fin;
    bool hay_nueva;
    peticion *pendientes;
};
typedef struct warehouse warehouse;

static bool se_puede(warehouse *s, peticion *p) {
    if (p->es_entrada)
        return s->pesos[p->nave] + p->peso <= s->max;
    else
        return p->nave == s->n - 1 || !s->pasillo[p->nave + 1];
}

static void conceder(warehouse *s, peticion *p) {
    if (p->es_entrada) {
        s->pesos[p->nave] += p->peso;
        if (p->nave > 0)
            s->pasillo[p->nave] = false;
    } else {
        s->pesos[p->nave] -= p->peso;
        if (p->nave < s->n - 1)
            s->pasillo[p->nave + 1] = true;
    }
    p->concedida = true;
    pthread_cond_signal(&p->respuesta);
}

/* atiende una peticion de la lista, devuelve false si no se puede atender ninguna */
static bool atender_una(warehouse *s) {
    peticion *ant = NULL, *p = s->pendientes;
    while (p != NULL) {
        if (se_puede(s, p)) {
            if (ant == NULL) s->pendientes = p->sig;
            else ant->sig = p->sig;
            conceder(s, p);
            return true;
        }
        ant = p;
        p = p->sig;
    }
    return false;
}

static void *servidor(void *arg) {
    warehouse *s = arg;
    pthread_mutex_lock(&s->m);
    while (!s->fin) {
        while (!s->hay_nueva && !s->fin)
            pthread_cond_wait(&s->nueva, &s->m);
        s->hay_nueva = false;
        while (atender_una(s))
            ;
    }
    pthread_mutex_unlock(&s->m);
    return NULL;
}

warehouse *warehouse_new(int n, int max) {
    warehouse *s = calloc(1, sizeof(warehouse));
    s->n = n;
    s->max = max;
    s->pesos = calloc(n, sizeof(int));
    s->pasillo = calloc(n, sizeof(bool));
    pthread_mutex_init(&s->m, NULL);
    pthread_cond_init(&s->nueva, NULL);
    pthread_create(&s->hilo, NULL, servidor, s);
    return s;
}

void warehouse_free(warehouse *s) {
    pthread_mutex_lock(&s->m);
    s->fin = true;
    pthread_cond_signal(&s->nueva);
    pthread_mutex_unlock(&s->m);
    pthread_join(s->hilo, NULL);
    pthread_cond_destroy(&s->nueva);
    pthread_mutex_destroy(&s->m);
    free(s->pesos);
    free(s->pasillo);
    free(s);
}

static void pedir(warehouse *s, bool es_entrada, int nave, int peso) {
    peticion p;
    p.es_entrada = es_entrada;
    p.nave = nave;
    p.peso = peso;
    p.concedida = false;
    pthread_cond_init(&p.respuesta, NULL);
    pthread_mutex_lock(&s->m);
    p.sig = s->pendientes;
    s->pendientes = &p;
    s->hay_nueva = true;
    pthread_cond_signal(&s->nueva);
    while (!p.concedida)
        pthread_cond_wait(&p.respuesta, &s->m);
    pthread_mutex_unlock(&s->m);
    pthread_cond_destroy(&p.respuesta);
}

void warehouse_enter(warehouse *s, int n, int w) { pedir(s, true, n, w); }
void warehouse_exit(warehouse *s, int n, int w) { pedir(s, false, n, w); }
