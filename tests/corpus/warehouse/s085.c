#include <semaphore.h>
#include <stdlib.h>

/* tokens of 100 kg. Corridors: sem_trywait so that a robot never blocks the exit */

typedef struct warehouse {
    int n;
    struct { sem_t tokens, corridor; } room[12];
} warehouse;

warehouse *warehouse_new(int n, int max)
{
    warehouse *w = malloc(sizeof(warehouse));
    w->n = n;
    for (int i = 0; i < n; i++) {
        sem_init(&w->room[i].tokens, 0, max / 100);
        sem_init(&w->room[i].corridor, 0, 1);
    }
    return w;
}

void warehouse_free(warehouse *w)
{
    for (int i = 0; i < w->n; i++) {
        sem_destroy(&w->room[i].tokens);
        sem_destroy(&w->room[i].corridor);
    }
    free(w);
}

void warehouse_enter(warehouse *w, int n, int kg)
{
    int tokens = kg / 100;
    while (tokens--)
        sem_wait(&w->room[n].tokens);
    if (n)
        sem_post(&w->room[n].corridor);
}

void warehouse_exit(warehouse *w, int n, int kg)
{
    int tokens = kg / 100;
    if (n + 1 < w->n)
        sem_trywait(&w->room[n + 1].corridor);
    while (tokens--)
        sem_post(&w->room[n].tokens);
}
