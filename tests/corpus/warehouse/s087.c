#include <pthread.h>
#include <stdlib.h>

/* The corridor belongs to the robot from when it leaves until it is done with the next warehouse */

struct warehouse {
	int n;
	int max;
	pthread_mutex_t mutex;
	pthread_cond_t *door;
	int *kilos;
	int *reserved;
};

struct warehouse *warehouse_new(int n, int max)
{
	struct warehouse *h = malloc(sizeof *h);
	h->n = n;
	h->max = max;
	h->kilos = calloc(n, sizeof *h->kilos);
	h->reserved = calloc(n, sizeof *h->reserved);
	h->door = malloc(n * sizeof *h->door);
	pthread_mutex_init(&h->mutex, NULL);
	for (int i = 0; i < n; i++)
		pthread_cond_init(h->door + i, NULL);
	return h;
}

void warehouse_free(struct warehouse *h)
{
	for (int i = 0; i < h->n; i++)
		pthread_cond_destroy(h->door + i);
	pthread_mutex_destroy(&h->mutex);
	free(h->door);
	free(h->kilos);
	free(h->reserved);
	free(h);
}

void warehouse_enter(struct warehouse *h, int n, int w)
{
	pthread_mutex_lock(&h->mutex);
	while (h->kilos[n] + w > h->max)
		pthread_cond_wait(h->door + n, &h->mutex);
	h->kilos[n] += w;
	pthread_mutex_unlock(&h->mutex);
}

void warehouse_exit(struct warehouse *h, int n, int w)
{
	pthread_mutex_lock(&h->mutex);
	if (n < h->n - 1) {
		while (h->reserved[n + 1])
			pthread_cond_wait(h->door + n + 1, &h->mutex);
		h->reserved[n + 1] = 1;
	}
	h->kilos[n] -= w;
	h->reserved[n] = 0;
	pthread_cond_broadcast(h->door + n);
	pthread_mutex_unlock(&h->mutex);
}
