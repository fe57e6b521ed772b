/* Robots stand side by side, two in each warehouse. The weights of all places are added up. */
#include <pthread.h>
#include <stdlib.h>

#define PLACES 2
#define NOBODY 0

struct warehouse {
	pthread_mutex_t mutex;
	pthread_cond_t cond;
	int n, max;
	int place[30][PLACES];
	int corridor[30];
};

struct warehouse *warehouse_new(int n, int max)
{
	struct warehouse *h = calloc(1, sizeof(*h));
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

static int sum(struct warehouse *h, int n)
{
	int s = 0;
	for (int i = 1; i < PLACES; i++)
		s += h->place[n][i];
	return s;
}

static int *find(struct warehouse *h, int n, int w)
{
	for (int i = 0; i < PLACES; i++)
		if (h->place[n][i] == w)
			return &h->place[n][i];
	return NULL;
}

void warehouse_enter(struct warehouse *h, int n, int w)
{
	int *p;
	pthread_mutex_lock(&h->mutex);
	while ((p = find(h, n, NOBODY)) == NULL || sum(h, n) + w > h->max)
		pthread_cond_wait(&h->cond, &h->mutex);
	*p = w;
	h->corridor[n] = 0;
	pthread_cond_broadcast(&h->cond);
	pthread_mutex_unlock(&h->mutex);
}

void warehouse_exit(struct warehouse *h, int n, int w)
{
	pthread_mutex_lock(&h->mutex);
	while (n < h->n - 1 && h->corridor[n + 1])
		pthread_cond_wait(&h->cond, &h->mutex);
	if (n < h->n - 1)
		h->corridor[n + 1] = 1;
	*find(h, n, w) = NOBODY;
	pthread_cond_broadcast(&h->cond);
	pthread_mutex_unlock(&h->mutex);
}
