#include <pthread.h>
#include <stdlib.h>
#include <stdio.h>

typedef struct warehouse
{
	int n_warehouses;
	int max_weight;
	int weight[10];
	int robot_in_corridor; // 1 if there is a robot in the corridor
	pthread_mutex_t lock;
	pthread_cond_t cond;
} warehouse;

warehouse *warehouse_new(int n_warehouses, int max_weight)
{
	warehouse *wh = malloc(sizeof(warehouse));
	if (n_warehouses > 10) { printf("too many warehouses\n"); return NULL; }
	wh->n_warehouses = n_warehouses;
	wh->max_weight = max_weight;
	for (int i = 0; i < 10; i++) wh->weight[i] = 0;
	wh->robot_in_corridor = 0;
	pthread_mutex_init(&wh->lock, NULL);
	pthread_cond_init(&wh->cond, NULL);
	return wh;
}

void warehouse_free(warehouse *wh)
{
	pthread_mutex_destroy(&wh->lock);
	pthread_cond_destroy(&wh->cond);
	free(wh);
}

void warehouse_enter(warehouse *wh, int n, int w)
{
	pthread_mutex_lock(&wh->lock);
	while (wh->weight[n] + w > wh->max_weight)
	{
		pthread_cond_wait(&wh->cond, &wh->lock);
	}
	wh->weight[n] += w;
	wh->robot_in_corridor = 0;
	pthread_cond_broadcast(&wh->cond);
	pthread_mutex_unlock(&wh->lock);
}

void warehouse_exit(warehouse *wh, int n, int w)
{
	pthread_mutex_lock(&wh->lock);
	if (n < wh->n_warehouses - 1)
	{
		while (wh->robot_in_corridor)
		{
			pthread_cond_wait(&wh->cond, &wh->lock);
		}
		wh->robot_in_corridor = 1;
	}
	wh->weight[n] -= w;
	pthread_cond_broadcast(&wh->cond);
	pthread_mutex_unlock(&wh->lock);
}
