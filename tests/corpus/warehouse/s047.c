#include <pthread.h>
#include <stdlib.h>
/* rwlock ska jag använda enligt uppgiften, men bara skrivlåset behövs. Att vänta görs med ett eget
   mutex/villkor-par och ett "biljettnummer" som ökar vid varje ändring. */
struct warehouse {
    pthread_rwlock_t tillstand;
    pthread_mutex_t m;
    pthread_cond_t c;
    unsigned long andringar;
    int n, max;
    int *vikt;
    int *gang;
};

struct warehouse* warehouse_new(int n, int max) {
    struct warehouse* h = malloc(sizeof(struct warehouse));
    pthread_rwlock_init(&h->tillstand, 0);
    pthread_mutex_init(&h->m, 0);
    pthread_cond_init(&h->c, 0);
    h->andringar = 0;
    h->n = n;
    h->max = max;
    h->vikt = calloc(n, sizeof(int));
    h->gang = calloc(n, sizeof(int));
    return h;
}

void warehouse_free(struct warehouse* h) {
    pthread_rwlock_destroy(&h->tillstand);
    pthread_mutex_destroy(&h->m);
    pthread_cond_destroy(&h->c);
    free(h->vikt);
    free(h->gang);
    free(h);
}

static unsigned long nu(struct warehouse* h) {
    unsigned long a;
    pthread_mutex_lock(&h->m);
    a = h->andringar;
    pthread_mutex_unlock(&h->m);
    return a;
}

static void vanta(struct warehouse* h, unsigned long sedan) {
    pthread_mutex_lock(&h->m);
    while (h->andringar == sedan)
        pthread_cond_wait(&h->c, &h->m);
    pthread_mutex_unlock(&h->m);
}

static void andrat(struct warehouse* h) {
    pthread_mutex_lock(&h->m);
    h->andringar++;
    pthread_cond_broadcast(&h->c);
    pthread_mutex_unlock(&h->m);
}

void warehouse_enter(struct warehouse* h, int n, int w) {
    int inne = 0;
    while (!inne) {
        unsigned long a = nu(h);            /* innan vi tittar, annars missar man en ändring */
        pthread_rwlock_wrlock(&h->tillstand);
        if (h->vikt[n] + w <= h->max) {
            h->vikt[n] += w;
            h->gang[n] = 0;
            inne = 1;
        }
        pthread_rwlock_unlock(&h->tillstand);
        if (inne) andrat(h);
        else vanta(h, a);
    }
}

void warehouse_exit(struct warehouse* h, int n, int w) {
    int ute = 0;
    while (!ute) {
        unsigned long a = nu(h);
        pthread_rwlock_wrlock(&h->tillstand);
        if (n == h->n - 1) {
            h->vikt[n] -= w;
            ute = 1;
        } else if (!h->gang[n + 1]) {
            h->vikt[n] -= w;
            h->gang[n + 1] = 1;
            ute = 1;
        }
        pthread_rwlock_unlock(&h->tillstand);
        if (ute) andrat(h);
        else vanta(h, a);
    }
}
