/* A corridor is a pipe: while it is free there is a byte in it, and the robot that reads it may go. Warehouses are monitors. */
#include "../warehouse.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

struct warehouse {
	int n, max;
	int *weight;
	int (*corridor)[2];
	pthread_mutex_t mutex;
	pthread_cond_t lighter;
};

static void
come_out(int corridor[2])
{
	ssize_t n;
	do
		n = write(corridor[1], "", 1);
	while (n < 0 && errno == EINTR);
	if (n != 1)
		abort();
}

static void
go_in(int corridor[2])
{
	char byte;
	ssize_t n;
	do
		n = read(corridor[0], &byte, 1);
	while (n < 0 && errno == EINTR);
	if (n != 1)
		abort();
}

warehouse *
warehouse_new(int n_warehouses, int max_weight)
{
	warehouse *h = malloc(sizeof *h);
	h->n = n_warehouses;
	h->max = max_weight;
	h->weight = calloc(n_warehouses, sizeof *h->weight);
	h->corridor = calloc(n_warehouses, sizeof *h->corridor);
	for (int i = 1; i < n_warehouses; i++) {
		if (pipe(h->corridor[i]) != 0)
			abort();
		come_out(h->corridor[i]);
	}
	pthread_mutex_init(&h->mutex, NULL);
	pthread_cond_init(&h->lighter, NULL);
	return h;
}

void
warehouse_free(warehouse *h)
{
	for (int i = 1; i < h->n; i++) {
		close(h->corridor[i][0]);
		close(h->corridor[i][1]);
	}
	pthread_mutex_destroy(&h->mutex);
	pthread_cond_destroy(&h->lighter);
	free(h->corridor);
	free(h->weight);
	free(h);
}

void
warehouse_enter(warehouse *h, int n, int w)
{
	pthread_mutex_lock(&h->mutex);
	while (h->weight[n] + w > h->max)
		pthread_cond_wait(&h->lighter, &h->mutex);
	h->weight[n] += w;
	pthread_mutex_unlock(&h->mutex);
	if (n > 0)
		come_out(h->corridor[n]);
}

void
warehouse_exit(warehouse *h, int n, int w)
{
	if (n < h->n - 1)
		go_in(h->corridor[n + 1]);
	pthread_mutex_lock(&h->mutex);
	h->weight[n] -= w;
	pthread_cond_broadcast(&h->lighter);
	pthread_mutex_unlock(&h->mutex);
}
