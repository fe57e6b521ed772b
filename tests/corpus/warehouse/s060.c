#include <pthread.h>
#include <stdlib.h>

// Warehouse 15/03 v2.3 FINAL (final final)

typedef struct warehouse warehouse;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_mutex_t big_lock;
static pthread_cond_t big_cond;

static void init_once(void) {
        pthread_mutex_init(&big_lock, NULL);
        pthread_cond_init(&big_cond, NULL);
}

struct warehouse { int nr; int top; struct { int kg; int q; int corr; } x[0]; };

warehouse *warehouse_new(int nr, int top) {
        warehouse *a;
        pthread_once(&once, init_once);
        a = calloc(1, sizeof(*a) + (nr + 1) * sizeof(a->x[0]));
        a->nr = nr; a->top = top;
        return a;
}

void warehouse_free(warehouse *a) { free(a); }

// q counts who waits to get in, so that we wake nobody for nothing
void warehouse_enter(warehouse *a, int n, int w) {
        pthread_mutex_lock(&big_lock);
        if (a->x[n].kg + w > a->top) {
                a->x[n].q++;
                do { pthread_cond_wait(&big_cond, &big_lock); } while (a->x[n].kg + w > a->top);
                a->x[n].q--;
        }
        a->x[n].kg += w;
        if (a->x[n].corr > 0) {
                a->x[n].corr = 0;
                pthread_cond_broadcast(&big_cond);
        }
        pthread_mutex_unlock(&big_lock);
}

void warehouse_exit(warehouse *a, int n, int w) {
        pthread_mutex_lock(&big_lock);
        if (n + 1 != a->nr) {
                while (a->x[n + 1].corr) pthread_cond_wait(&big_cond, &big_lock);
                a->x[n + 1].corr = 1;
        }
        a->x[n].kg -= w;
        if (a->x[n].q > 0) pthread_cond_broadcast(&big_cond);
        pthread_mutex_unlock(&big_lock);
}
