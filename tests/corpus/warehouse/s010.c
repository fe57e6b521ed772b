/* Fila de espera com um semaforo por robo guardado em thread-specific data */
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

static pthread_key_t key;
static pthread_once_t key_once = PTHREAD_ONCE_INIT;

static void liberta(void *p) { sem_destroy(p); free(p); }
static void cria_key(void) { pthread_key_create(&key, liberta); }

static sem_t *meu_semaforo(void)
{
    sem_t *s;
    pthread_once(&key_once, cria_key);
    s = pthread_getspecific(key);
    if (s == NULL) {
        s = malloc(sizeof(sem_t));
        sem_init(s, 0, 0);
        pthread_setspecific(key, s);
    }
    return s;
}

struct elem { sem_t *s; struct elem *prox; };

struct warehouse {
    pthread_mutex_t m;
    int n, max;
    int *peso, *corr;
    struct elem *a_espera;
};

struct warehouse *warehouse_new(int n, int max)
{
    struct warehouse *w = calloc(1, sizeof(struct warehouse));
    pthread_mutex_init(&w->m, NULL);
    w->n = n;
    w->max = max;
    w->peso = calloc(n, sizeof(int));
    w->corr = calloc(n, sizeof(int));
    return w;
}

void warehouse_free(struct warehouse *w)
{
    pthread_mutex_destroy(&w->m);
    free(w->peso);
    free(w->corr);
    free(w);
}

static void espera(struct warehouse *w)
{
    struct elem e = { meu_semaforo(), w->a_espera };
    w->a_espera = &e;
    pthread_mutex_unlock(&w->m);
    sem_wait(e.s);
    pthread_mutex_lock(&w->m);
}

static void avisa(struct warehouse *w)
{
    struct elem *e = w->a_espera;
    w->a_espera = NULL;
    while (e != NULL) {
        struct elem *prox = e->prox;   /* depois do post o e pode desaparecer */
        sem_post(e->s);
        e = prox;
    }
}

void warehouse_enter(struct warehouse *w, int n, int kg)
{
    pthread_mutex_lock(&w->m);
    while (w->peso[n] + kg > w->max)
        espera(w);
    w->peso[n] += kg;
    w->corr[n] = 0;
    avisa(w);
    pthread_mutex_unlock(&w->m);
}

void warehouse_exit(struct warehouse *w, int n, int kg)
{
    pthread_mutex_lock(&w->m);
    if (n < w->n - 1) {
        while (w->corr[n + 1])
            espera(w);
        w->corr[n + 1] = 1;
    }
    w->peso[n] -= kg;
    avisa(w);
    pthread_mutex_unlock(&w->m);
}
