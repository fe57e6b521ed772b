#include <pthread.h>
#include <semaphore.h>
#include <time.h>
#include <stdlib.h>

/* sem_timedwait: hvis ingen vækker mig, kigger jeg selv efter hvert tiende millisekund */

typedef struct warehouse {
    sem_t mutex;
    sem_t vaagn;
    int antal, maks;
    int vaegt[12];
    int optaget[13];
} warehouse;

warehouse *warehouse_new(int antal, int maks) {
    warehouse *l = calloc(1, sizeof(warehouse));
    sem_init(&l->mutex, 0, 1);
    sem_init(&l->vaagn, 0, 0);
    l->antal = antal;
    l->maks = maks;
    return l;
}

void warehouse_free(warehouse *l) {
    sem_destroy(&l->mutex);
    sem_destroy(&l->vaagn);
    free(l);
}

static void sov(warehouse *l) {
    struct timespec t;
    sem_post(&l->mutex);
    clock_gettime(CLOCK_REALTIME, &t);
    t.tv_nsec += 10000000;
    if (t.tv_nsec >= 1000000000) {
        t.tv_nsec -= 1000000000;
        t.tv_sec++;
    }
    sem_timedwait(&l->vaagn, &t);
    sem_wait(&l->mutex);
}

void warehouse_enter(warehouse *l, int n, int w) {
    sem_wait(&l->mutex);
    while (l->vaegt[n] + w > l->maks)
        sov(l);
    l->vaegt[n] += w;
    l->optaget[n] = 0;
    sem_post(&l->mutex);
}

void warehouse_exit(warehouse *l, int n, int w) {
    sem_wait(&l->mutex);
    while (n != l->antal - 1 && l->optaget[n + 1])
        sov(l);
    if (n != l->antal - 1)
        l->optaget[n + 1] = 1;
    l->vaegt[n] -= w;
    sem_post(&l->mutex);
}
