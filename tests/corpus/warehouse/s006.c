#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

/* Heikki V., harjoitus 5. Ovi menee kiinni kun varasto on melkein täynnä (60 %) ja auki kun puolet on vapaana,
   ettei se aukea ja sulkeudu koko ajan. */

struct warehouse {
	pthread_mutex_t lukko;
	pthread_cond_t ovi, kaytava;
	int lkm;
	int yla;
	int *paino;
	bool *kiinni;
	bool *varattu;
};

struct warehouse *warehouse_new(int lkm, int yla)
{
	struct warehouse *v = malloc(sizeof *v);
	pthread_mutex_init(&v->lukko, NULL);
	pthread_cond_init(&v->ovi, NULL);
	pthread_cond_init(&v->kaytava, NULL);
	v->lkm = lkm;
	v->yla = yla;
	v->paino = calloc(lkm, sizeof(int));
	v->kiinni = calloc(lkm, sizeof(bool));
	v->varattu = calloc(lkm, sizeof(bool));
	return v;
}

void warehouse_free(struct warehouse *v)
{
	pthread_cond_destroy(&v->ovi);
	pthread_cond_destroy(&v->kaytava);
	pthread_mutex_destroy(&v->lukko);
	free(v->paino);
	free(v->kiinni);
	free(v->varattu);
	free(v);
}

void warehouse_enter(struct warehouse *v, int n, int w)
{
	pthread_mutex_lock(&v->lukko);
	while (v->kiinni[n])
		pthread_cond_wait(&v->ovi, &v->lukko);
	v->paino[n] += w;
	if (v->paino[n] >= v->yla * 6 / 10)
		v->kiinni[n] = true;
	v->varattu[n] = false;
	pthread_cond_broadcast(&v->kaytava);
	pthread_mutex_unlock(&v->lukko);
}

void warehouse_exit(struct warehouse *v, int n, int w)
{
	pthread_mutex_lock(&v->lukko);
	while (n < v->lkm - 1 && v->varattu[n + 1])
		pthread_cond_wait(&v->kaytava, &v->lukko);
	if (n < v->lkm - 1)
		v->varattu[n + 1] = true;
	v->paino[n] -= w;
	if (v->kiinni[n] && v->paino[n] <= v->yla / 2) {
		v->kiinni[n] = false;
		pthread_cond_broadcast(&v->ovi);
	}
	pthread_mutex_unlock(&v->lukko);
}
