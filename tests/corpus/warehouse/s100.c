// Labb 3 Samtidighet, Erik & Linnea
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

struct warehouse {
	int antal;
	int gräns;
	int *vikt;
	bool *robot_i_korridor;
	pthread_mutex_t lås;
	pthread_cond_t nu_finns_det_plats;
	pthread_cond_t korridor_ledig;
};

struct warehouse *warehouse_new(int antal, int gräns)
{
	struct warehouse *l = malloc(sizeof *l);
	l->antal = antal;
	l->gräns = gräns;
	l->vikt = calloc(antal, sizeof(int));
	l->robot_i_korridor = calloc(antal, sizeof(bool));
	pthread_mutex_init(&l->lås, NULL);
	pthread_cond_init(&l->nu_finns_det_plats, NULL);
	pthread_cond_init(&l->korridor_ledig, NULL);
	return l;
}

void warehouse_free(struct warehouse *l)
{
	pthread_mutex_destroy(&l->lås);
	pthread_cond_destroy(&l->nu_finns_det_plats);
	pthread_cond_destroy(&l->korridor_ledig);
	free(l->vikt);
	free(l->robot_i_korridor);
	free(l);
}

void warehouse_enter(struct warehouse *l, int n, int w)
{
	pthread_mutex_lock(&l->lås);
	while (l->vikt[n] + w > l->gräns)
		pthread_cond_wait(&l->nu_finns_det_plats, &l->lås);
	l->vikt[n] += w;
	l->robot_i_korridor[n] = false;
	pthread_cond_broadcast(&l->korridor_ledig);
	pthread_mutex_unlock(&l->lås);
}

void warehouse_exit(struct warehouse *l, int n, int w)
{
	pthread_mutex_lock(&l->lås);
	while (n < l->antal - 1 && l->robot_i_korridor[n + 1])
		pthread_cond_wait(&l->korridor_ledig, &l->lås);
	if (n < l->antal - 1)
		l->robot_i_korridor[n + 1] = true;
	l->vikt[n] -= w;
	// en går ut, en går in
	pthread_cond_signal(&l->nu_finns_det_plats);
	pthread_mutex_unlock(&l->lås);
}
