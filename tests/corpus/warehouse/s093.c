/* Cuando sale un robot despierto al mas pesado de los que esperan, asi los pesados no esperan siempre (inanicion) */
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

struct espera { int w; sem_t s; struct espera *sig; };

struct warehouse {
	pthread_mutex_t mutex;
	int n, max;
	int peso[40];
	struct espera *cola[40];   /* de mas pesado a menos */
	sem_t pasillo[40];
};

struct warehouse *warehouse_new(int n, int max)
{
	struct warehouse *a = calloc(1, sizeof(struct warehouse));
	pthread_mutex_init(&a->mutex, NULL);
	a->n = n;
	a->max = max;
	for (int i = 0; i < n; i++)
		sem_init(&a->pasillo[i], 0, 1);
	return a;
}

void warehouse_free(struct warehouse *a)
{
	for (int i = 0; i < a->n; i++)
		sem_destroy(&a->pasillo[i]);
	pthread_mutex_destroy(&a->mutex);
	free(a);
}

static void encolar(struct espera **p, struct espera *yo)
{
	while (*p && (*p)->w > yo->w)
		p = &(*p)->sig;
	yo->sig = *p;
	*p = yo;
}

void warehouse_enter(struct warehouse *a, int n, int w)
{
	pthread_mutex_lock(&a->mutex);
	if (a->cola[n] || a->peso[n] + w > a->max) {   /* nadie se cuela */
		struct espera yo = { .w = w };
		sem_init(&yo.s, 0, 0);
		encolar(&a->cola[n], &yo);
		pthread_mutex_unlock(&a->mutex);
		sem_wait(&yo.s);
		sem_destroy(&yo.s);
	} else {
		a->peso[n] += w;
		pthread_mutex_unlock(&a->mutex);
	}
	if (n > 0)
		sem_post(&a->pasillo[n]);
}

void warehouse_exit(struct warehouse *a, int n, int w)
{
	struct espera *e;
	if (n < a->n - 1)
		sem_wait(&a->pasillo[n + 1]);
	pthread_mutex_lock(&a->mutex);
	a->peso[n] -= w;
	e = a->cola[n];
	if (e) {
		a->cola[n] = e->sig;
		a->peso[n] += e->w;
		sem_post(&e->s);
	}
	pthread_mutex_unlock(&a->mutex);
}
