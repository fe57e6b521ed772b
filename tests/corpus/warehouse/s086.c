#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <stdbool.h>

/* "Patata caliente": el que sale de la operacion hace el trabajo de los que esperan.
 * Cada uno que espera deja su nodo en el monton y duerme en su semaforo privado;
 * cuando despierta ya esta todo hecho. Se atiende primero al que mas pesa (me parecia lo mas justo). */

typedef struct nodo
{
    bool entra;
    int n, w;
    sem_t despierta;
    struct nodo *sig;
} nodo;

typedef struct warehouse
{
    pthread_mutex_t m;
    int n, max, *peso;
    bool *ocu;
    nodo *monton;   /* ordenado por peso, de mayor a menor */
} warehouse;

warehouse *warehouse_new(int n, int max)
{
    warehouse *r = malloc(sizeof(warehouse));
    pthread_mutex_init(&r->m, NULL);
    r->n = n, r->max = max;
    r->peso = calloc(n, sizeof(int));
    r->ocu = calloc(n + 1, sizeof(bool));
    r->monton = NULL;
    return r;
}

void warehouse_free(warehouse *r)
{
    pthread_mutex_destroy(&r->m);
    free(r->peso), free(r->ocu), free(r);
}

static bool hacer(warehouse *r, bool entra, int n, int w)
{
    if (entra)
    {
        if (r->peso[n] + w > r->max)
            return false;
        r->peso[n] += w;
        r->ocu[n] = false;
        return true;
    }
    if (n < r->n - 1)
    {
        if (r->ocu[n + 1])
            return false;
        r->ocu[n + 1] = true;
    }
    r->peso[n] -= w;
    return true;
}

static void repartir(warehouse *r)
{
    bool alguno;
    do
    {
        alguno = false;
        for (nodo **p = &r->monton; *p; )
        {
            nodo *x = *p;
            if (hacer(r, x->entra, x->n, x->w))
            {
                *p = x->sig;
                sem_post(&x->despierta);
                alguno = true;
            }
            else
                p = &x->sig;
        }
    } while (alguno);
}

static void operacion(warehouse *r, bool entra, int n, int w)
{
    pthread_mutex_lock(&r->m);
    if (hacer(r, entra, n, w))
    {
        repartir(r);
        pthread_mutex_unlock(&r->m);
        return;
    }
    nodo yo = { .entra = entra, .n = n, .w = w };
    sem_init(&yo.despierta, 0, 0);
    nodo **p = &r->monton;
    while (*p && (*p)->w >= w)
        p = &(*p)->sig;
    yo.sig = *p;
    *p = &yo;
    pthread_mutex_unlock(&r->m);
    sem_wait(&yo.despierta);
    sem_destroy(&yo.despierta);
}

void warehouse_enter(warehouse *r, int n, int w) { operacion(r, true, n, w); }
void warehouse_exit(warehouse *r, int n, int w) { operacion(r, false, n, w); }
