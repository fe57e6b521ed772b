#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

// Salir son dos pasos: (1) dejar la nave  (2) entrar en el pasillo

struct warehouse
{
    int n, max;
    int *peso;
    bool *hay_robot;
    pthread_mutex_t m;
    pthread_cond_t naves, pasillos;
};

struct warehouse *warehouse_new(int n, int max)
{
    struct warehouse *s = malloc(sizeof(struct warehouse));
    s->n = n;
    s->max = max;
    s->peso = calloc(n, sizeof(int));
    s->hay_robot = calloc(n, sizeof(bool));
    pthread_mutex_init(&s->m, NULL);
    pthread_cond_init(&s->naves, NULL);
    pthread_cond_init(&s->pasillos, NULL);
    return s;
}

void warehouse_free(struct warehouse *s)
{
    pthread_mutex_destroy(&s->m);
    pthread_cond_destroy(&s->naves);
    pthread_cond_destroy(&s->pasillos);
    free(s->peso);
    free(s->hay_robot);
    free(s);
}

void warehouse_enter(struct warehouse *s, int n, int w)
{
    pthread_mutex_lock(&s->m);
    while (s->peso[n] + w > s->max)
        pthread_cond_wait(&s->naves, &s->m);
    s->peso[n] += w;
    s->hay_robot[n] = false;
    pthread_cond_signal(&s->pasillos);
    pthread_mutex_unlock(&s->m);
}

static void dejar_nave(struct warehouse *s, int n, int w)
{
    pthread_mutex_lock(&s->m);
    s->peso[n] -= w;
    pthread_cond_signal(&s->naves);
    pthread_mutex_unlock(&s->m);
}

static void entrar_pasillo(struct warehouse *s, int n)
{
    pthread_mutex_lock(&s->m);
    while (s->hay_robot[n])
        pthread_cond_wait(&s->pasillos, &s->m);
    s->hay_robot[n] = true;
    pthread_mutex_unlock(&s->m);
}

void warehouse_exit(struct warehouse *s, int n, int w)
{
    dejar_nave(s, n, w);
    if (n + 1 < s->n)
        entrar_pasillo(s, n + 1);
}
