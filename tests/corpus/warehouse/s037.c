#include <pthread.h>
#include <stdlib.h>
#include <stdbool.h>

/* korridor[n] hör till lager n */

struct warehouse {
	pthread_mutex_t m;
	pthread_cond_t plats, fri;
	int n, max;
	int *vikt;
	bool *korridor;
};

struct warehouse *warehouse_new(int n, int max)
{
	struct warehouse *l = malloc(sizeof(*l));
	pthread_mutex_init(&l->m, NULL);
	pthread_cond_init(&l->plats, NULL);
	pthread_cond_init(&l->fri, NULL);
	l->n = n;
	l->max = max;
	l->vikt = calloc(n, sizeof(int));
	l->korridor = calloc(n, sizeof(bool));
	return l;
}

void warehouse_free(struct warehouse *l)
{
	pthread_mutex_destroy(&l->m);
	pthread_cond_destroy(&l->plats);
	pthread_cond_destroy(&l->fri);
	free(l->vikt);
	free(l->korridor);
	free(l);
}

void warehouse_enter(struct warehouse *l, int n, int w)
{
	pthread_mutex_lock(&l->m);
	while (l->vikt[n] + w > l->max)
		pthread_cond_wait(&l->plats, &l->m);
	l->vikt[n] += w;
	l->korridor[n] = false;          /* kom in genom korridoren */
	pthread_cond_broadcast(&l->fri);
	pthread_mutex_unlock(&l->m);
}

void warehouse_exit(struct warehouse *l, int n, int w)
{
	pthread_mutex_lock(&l->m);
	while (n < l->n - 1 && l->korridor[n])
		pthread_cond_wait(&l->fri, &l->m);
	l->korridor[n] = true;           /* går ut genom korridoren */
	l->vikt[n] -= w;
	pthread_cond_broadcast(&l->plats);
	pthread_mutex_unlock(&l->m);
}
