#include <stdlib.h>
#include <pthread.h>

/*
 * Put the weight first, so that nobody else can take the place in between; then wait if it was too much.
 */
struct warehouse {
	pthread_mutex_t mu;
	pthread_cond_t less[32];
	pthread_cond_t empty[32];
	int n, max, load[32], corr[32];
};

struct warehouse *warehouse_new(int n, int max)
{
	struct warehouse *h = calloc(1, sizeof *h);
	h->n = n, h->max = max;
	pthread_mutex_init(&h->mu, NULL);
	for (int i = 0; i < 32; i++)
		pthread_cond_init(h->less + i, NULL), pthread_cond_init(h->empty + i, NULL);
	return h;
}

void warehouse_free(struct warehouse *h)
{
	for (int i = 0; i < 32; i++)
		pthread_cond_destroy(h->less + i), pthread_cond_destroy(h->empty + i);
	pthread_mutex_destroy(&h->mu);
	free(h);
}

void warehouse_enter(struct warehouse *h, int n, int w)
{
	pthread_mutex_lock(&h->mu);
	h->load[n] += w;
	if (h->load[n] > h->max)
		pthread_cond_wait(h->less + n, &h->mu);
	h->corr[n] = 0;
	pthread_cond_signal(h->empty + n);
	pthread_mutex_unlock(&h->mu);
}

void warehouse_exit(struct warehouse *h, int n, int w)
{
	pthread_mutex_lock(&h->mu);
	if (n < h->n - 1) {
		while (h->corr[n + 1])
			pthread_cond_wait(h->empty + n + 1, &h->mu);
		h->corr[n + 1] = 1;
	}
	h->load[n] -= w;
	pthread_cond_signal(h->less + n);
	pthread_mutex_unlock(&h->mu);
}
