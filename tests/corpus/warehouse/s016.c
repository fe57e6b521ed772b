#include <pthread.h>
#include <stdlib.h>

/* Robots carry pallets of 300 kg, so it is enough to count pallets */

#define KG_PER_PALLET 300
#define PALLETS(kg) (((kg) + KG_PER_PALLET / 2) / KG_PER_PALLET)

struct warehouse {
	int number;
	int max_pallets;
	int *pallets;
	char *corridor;
	pthread_mutex_t mutex;
	pthread_cond_t cond;
};

struct warehouse *warehouse_new(int number, int max_weight)
{
	struct warehouse *h = malloc(sizeof(struct warehouse));
	h->number = number;
	h->max_pallets = PALLETS(max_weight);
	h->pallets = calloc(number, sizeof(int));
	h->corridor = calloc(number, 1);
	pthread_mutex_init(&h->mutex, NULL);
	pthread_cond_init(&h->cond, NULL);
	return h;
}

void warehouse_free(struct warehouse *h)
{
	pthread_mutex_destroy(&h->mutex);
	pthread_cond_destroy(&h->cond);
	free(h->pallets);
	free(h->corridor);
	free(h);
}

void warehouse_enter(struct warehouse *h, int n, int w)
{
	int p = PALLETS(w);
	pthread_mutex_lock(&h->mutex);
	while (h->pallets[n] + p > h->max_pallets)
		pthread_cond_wait(&h->cond, &h->mutex);
	h->pallets[n] += p;
	h->corridor[n] = 0;
	pthread_cond_broadcast(&h->cond);
	pthread_mutex_unlock(&h->mutex);
}

void warehouse_exit(struct warehouse *h, int n, int w)
{
	pthread_mutex_lock(&h->mutex);
	while (n < h->number - 1 && h->corridor[n + 1])
		pthread_cond_wait(&h->cond, &h->mutex);
	h->pallets[n] -= PALLETS(w);
	if (n < h->number - 1)
		h->corridor[n + 1] = 1;
	pthread_cond_broadcast(&h->cond);
	pthread_mutex_unlock(&h->mutex);
}
