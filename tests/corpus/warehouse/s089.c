/* Two locks, weights before corridors, always in this order. (A deadlock cost me two evenings...) */
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

struct warehouse {
	pthread_mutex_t weights_lock;
	pthread_cond_t weights_changed;
	pthread_mutex_t corridors_lock;
	pthread_cond_t corridors_changed;
	int number_of_warehouses;
	int maximum;
	int *weights;
	bool *corridors;
};

struct warehouse *warehouse_new(int number_of_warehouses, int maximum)
{
	struct warehouse *wh = malloc(sizeof(struct warehouse));
	pthread_mutex_init(&wh->weights_lock, NULL);
	pthread_mutex_init(&wh->corridors_lock, NULL);
	pthread_cond_init(&wh->weights_changed, NULL);
	pthread_cond_init(&wh->corridors_changed, NULL);
	wh->number_of_warehouses = number_of_warehouses;
	wh->maximum = maximum;
	wh->weights = calloc(number_of_warehouses, sizeof(int));
	wh->corridors = calloc(number_of_warehouses, sizeof(bool));
	return wh;
}

void warehouse_free(struct warehouse *wh)
{
	pthread_mutex_destroy(&wh->weights_lock);
	pthread_mutex_destroy(&wh->corridors_lock);
	pthread_cond_destroy(&wh->weights_changed);
	pthread_cond_destroy(&wh->corridors_changed);
	free(wh->weights);
	free(wh->corridors);
	free(wh);
}

void warehouse_enter(struct warehouse *wh, int n, int w)
{
	pthread_mutex_lock(&wh->weights_lock);
	while (wh->weights[n] + w > wh->maximum)
		pthread_cond_wait(&wh->weights_changed, &wh->weights_lock);
	wh->weights[n] += w;
	pthread_mutex_lock(&wh->corridors_lock);
	wh->corridors[n] = false;
	pthread_cond_broadcast(&wh->corridors_changed);
	pthread_mutex_unlock(&wh->corridors_lock);
	pthread_mutex_unlock(&wh->weights_lock);
}

void warehouse_exit(struct warehouse *wh, int n, int w)
{
	bool done = false;
	while (!done) {
		pthread_mutex_lock(&wh->weights_lock);
		pthread_mutex_lock(&wh->corridors_lock);
		if (n == wh->number_of_warehouses - 1 || !wh->corridors[n + 1]) {
			if (n < wh->number_of_warehouses - 1)
				wh->corridors[n + 1] = true;
			wh->weights[n] -= w;
			pthread_cond_broadcast(&wh->weights_changed);
			done = true;
			pthread_mutex_unlock(&wh->corridors_lock);
			pthread_mutex_unlock(&wh->weights_lock);
		} else {
			/* let go of the first one while we wait, and begin again */
			pthread_mutex_unlock(&wh->weights_lock);
			pthread_cond_wait(&wh->corridors_changed, &wh->corridors_lock);
			pthread_mutex_unlock(&wh->corridors_lock);
		}
	}
}
