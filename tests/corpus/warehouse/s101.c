#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <stdbool.h>

/* De som väntar vid utgången från lager n står i ut[n]. */

typedef struct warehouse {
	pthread_mutex_t m;
	int antal, max;
	int *vikt;
	bool *upptagen;
	pthread_cond_t *in;
	sem_t *ut;
	int *vantar;
} warehouse;

warehouse *warehouse_new(int antal, int max)
{
	warehouse *l = malloc(sizeof(warehouse));
	pthread_mutex_init(&l->m, NULL);
	l->antal = antal;
	l->max = max;
	l->vikt = calloc(antal, sizeof(int));
	l->upptagen = calloc(antal + 1, sizeof(bool));
	l->in = malloc(antal * sizeof(pthread_cond_t));
	l->ut = malloc(antal * sizeof(sem_t));
	l->vantar = calloc(antal, sizeof(int));
	for (int i = 0; i < antal; i++) {
		pthread_cond_init(&l->in[i], NULL);
		sem_init(&l->ut[i], 0, 0);
	}
	return l;
}

void warehouse_free(warehouse *l)
{
	for (int i = 0; i < l->antal; i++) {
		pthread_cond_destroy(&l->in[i]);
		sem_destroy(&l->ut[i]);
	}
	pthread_mutex_destroy(&l->m);
	free(l->vikt);
	free(l->upptagen);
	free(l->in);
	free(l->ut);
	free(l->vantar);
	free(l);
}

void warehouse_enter(warehouse *l, int n, int w)
{
	pthread_mutex_lock(&l->m);
	while (l->vikt[n] + w > l->max)
		pthread_cond_wait(&l->in[n], &l->m);
	l->vikt[n] += w;
	l->upptagen[n] = false;
	/* korridoren är ledig igen, släpp ut nästa */
	if (l->vantar[n] > 0) {
		l->vantar[n]--;
		l->upptagen[n + 1] = true;
		sem_post(&l->ut[n]);
	}
	pthread_mutex_unlock(&l->m);
}

void warehouse_exit(warehouse *l, int n, int w)
{
	bool vanta;
	pthread_mutex_lock(&l->m);
	vanta = n < l->antal - 1 && l->upptagen[n + 1];
	if (vanta)
		l->vantar[n]++;
	else if (n < l->antal - 1)
		l->upptagen[n + 1] = true;
	if (vanta) {
		pthread_mutex_unlock(&l->m);
		sem_wait(&l->ut[n]);
		pthread_mutex_lock(&l->m);
	}
	l->vikt[n] -= w;
	pthread_cond_broadcast(&l->in[n]);
	pthread_mutex_unlock(&l->m);
}
