#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* A robot reserves its place in the next warehouse when it goes into the corridor,
 * so that it surely can come in at the other end. */

struct warehouse {
	pthread_mutex_t mutex;
	pthread_cond_t cond;
	int n, max;
	int weight[25];
	int corridor[25];
};

struct warehouse *warehouse_new(int n, int max)
{
	struct warehouse *h = malloc(sizeof *h);
	memset(h, 0, sizeof *h);
	pthread_mutex_init(&h->mutex, NULL);
	pthread_cond_init(&h->cond, NULL);
	h->n = n;
	h->max = max;
	return h;
}

void warehouse_free(struct warehouse *h)
{
	pthread_mutex_destroy(&h->mutex);
	pthread_cond_destroy(&h->cond);
	free(h);
}

void warehouse_enter(struct warehouse *h, int n, int w)
{
	pthread_mutex_lock(&h->mutex);
	while (h->weight[n] + w > h->max)
		pthread_cond_wait(&h->cond, &h->mutex);
	h->weight[n] += w;
	h->corridor[n] = 0;
	pthread_cond_broadcast(&h->cond);
	pthread_mutex_unlock(&h->mutex);
}

void warehouse_exit(struct warehouse *h, int n, int w)
{
	pthread_mutex_lock(&h->mutex);
	while (n + 1 < h->n && h->corridor[n + 1])
		pthread_cond_wait(&h->cond, &h->mutex);
	h->weight[n] -= w;
	if (n + 1 < h->n) {
		h->corridor[n + 1] = 1;
		h->weight[n + 1] += w;
	}
	pthread_cond_broadcast(&h->cond);
	pthread_mutex_unlock(&h->mutex);
}
