#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

/*
 * Cada proceso bloqueado tiene su condicion (monitor con bloqueo explicito). Quien modifica el estado recorre la lista
 * y despierta a los que cumplen su CPRE. No hace falta while porque nadie mas los despierta.
 */

typedef struct bloqueado {
    bool entra;
    int n, w;
    bool despierto;
    pthread_cond_t c;
    struct bloqueado *sig;
} bloqueado;

typedef struct warehouse {
    pthread_mutex_t m;
    int n, max;
    int *peso;
    bool *pasillo;
    bloqueado *lista;
} warehouse;

warehouse *warehouse_new(int n, int max)
{
    warehouse *x = malloc(sizeof(warehouse));
    pthread_mutex_init(&x->m, NULL);
    x->n = n;
    x->max = max;
    x->peso = calloc(n, sizeof(int));
    x->pasillo = calloc(n + 1, sizeof(bool));
    x->lista = NULL;
    return x;
}

void warehouse_free(warehouse *x)
{
    pthread_mutex_destroy(&x->m);
    free(x->peso);
    free(x->pasillo);
    free(x);
}

static bool cpre(warehouse *x, bool entra, int n, int w)
{
    return entra ? x->peso[n] + w <= x->max : n == x->n - 1 || !x->pasillo[n + 1];
}

static void bloquear(warehouse *x, bool entra, int n, int w)
{
    bloqueado b = { entra, n, w, false, PTHREAD_COND_INITIALIZER, x->lista };
    x->lista = &b;
    while (!b.despierto)
        pthread_cond_wait(&b.c, &x->m);
}

static void desbloquear(warehouse *x)
{
    bloqueado **p = &x->lista;
    while (*p != NULL) {
        bloqueado *b = *p;
        if (cpre(x, b->entra, b->n, b->w)) {
            *p = b->sig;
            b->despierto = true;
            pthread_cond_signal(&b->c);
        } else
            p = &b->sig;
    }
}

void warehouse_enter(warehouse *x, int n, int w)
{
    pthread_mutex_lock(&x->m);
    if (!cpre(x, true, n, w)) {
        bloquear(x, true, n, w);
        /* me ha despertado otro, que ya ha avisado a los demas */
        x->peso[n] += w;
        x->pasillo[n] = false;
    } else {
        x->peso[n] += w;
        x->pasillo[n] = false;
        desbloquear(x);
    }
    pthread_mutex_unlock(&x->m);
}

void warehouse_exit(warehouse *x, int n, int w)
{
    pthread_mutex_lock(&x->m);
    if (!cpre(x, false, n, w)) {
        bloquear(x, false, n, w);
        x->peso[n] -= w;
        x->pasillo[n + 1] = true;
    } else {
        x->peso[n] -= w;
        x->pasillo[n + 1] = n < x->n - 1;
        desbloquear(x);
    }
    pthread_mutex_unlock(&x->m);
}
