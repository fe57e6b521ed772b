#include <pthread.h>
#include <stdlib.h>

/* Every robot is a thread, so what the robot weighs can be a thread variable. It is set when the robot comes in from outside. */
static __thread int my_weight;

struct warehouse {
	pthread_mutex_t lock;
	pthread_cond_t cond;
	int n, max;
	int *total;
	int *corridor;
};

struct warehouse *warehouse_new(int n, int max)
{
	struct warehouse *h = malloc(sizeof *h);
	pthread_mutex_init(&h->lock, NULL);
	pthread_cond_init(&h->cond, NULL);
	h->n = n;
	h->max = max;
	h->total = calloc(n, sizeof *h->total);
	h->corridor = calloc(n, sizeof *h->corridor);
	return h;
}

void warehouse_free(struct warehouse *h)
{
	pthread_cond_destroy(&h->cond);
	pthread_mutex_destroy(&h->lock);
	free(h->total);
	free(h->corridor);
	free(h);
}

void warehouse_enter(struct warehouse *h, int n, int w)
{
	if (n == 0)
		my_weight = w;
	pthread_mutex_lock(&h->lock);
	while (h->total[n] + my_weight > h->max)
		pthread_cond_wait(&h->cond, &h->lock);
	h->total[n] += w;
	h->corridor[n] = 0;
	pthread_cond_broadcast(&h->cond);
	pthread_mutex_unlock(&h->lock);
}

void warehouse_exit(struct warehouse *h, int n, int w)
{
	pthread_mutex_lock(&h->lock);
	while (n < h->n - 1 && h->corridor[n + 1])
		pthread_cond_wait(&h->cond, &h->lock);
	h->total[n] -= my_weight;
	if (n < h->n - 1)
		h->corridor[n + 1] = 1;
	pthread_cond_broadcast(&h->cond);
	pthread_mutex_unlock(&h->lock);
}
