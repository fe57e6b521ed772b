#include <pthread.h>
#include <stdlib.h>

#define LOCK   pthread_mutex_lock(&wh->lock)
#define UNLOCK pthread_mutex_unlock(&wh->lock)
#define AWAIT(c) while (!(c)) pthread_cond_wait(&wh->cv, &wh->lock)
#define TELL   pthread_cond_broadcast(&wh->cv)
#define ATOMICALLY(body) LOCK; body TELL; UNLOCK;

typedef struct warehouse { pthread_mutex_t lock; pthread_cond_t cv; int n; int max; int weight[99]; int corridor[99]; } warehouse;

warehouse *warehouse_new(int n, int max) {
	warehouse *wh = calloc(1, sizeof *wh);
	pthread_mutex_init(&wh->lock, NULL); pthread_cond_init(&wh->cv, NULL);
	wh->n = n; wh->max = max;
	/* there is no corridor behind the last one, so leaving it must be always possible: see exit */
	return wh;
}

void warehouse_free(warehouse *wh) { pthread_cond_destroy(&wh->cv); pthread_mutex_destroy(&wh->lock); free(wh); }

void warehouse_enter(warehouse *wh, int n, int w) {
	ATOMICALLY(
		AWAIT(wh->weight[n] + w <= wh->max);
		wh->weight[n] += w;
		wh->corridor[n] = 0;
	)
}

void warehouse_exit(warehouse *wh, int n, int w) {
	ATOMICALLY(
		AWAIT(!wh->corridor[n + 1]);
		wh->weight[n] -= w;
		wh->corridor[n + 1] = n + 1 < wh->n;
	)
}
