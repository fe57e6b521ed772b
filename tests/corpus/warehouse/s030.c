#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

/*
 * Almacenes. Las comprobaciones son funciones con su propio lock; la cola de espera es por nave.
 */

typedef struct warehouse {
	pthread_mutex_t lock;
	pthread_cond_t *entrar, *salir;
	int n, max;
	int *peso;
	bool *pasillo;
} warehouse;

warehouse *warehouse_new(int n, int max)
{
	warehouse *a = malloc(sizeof(warehouse));
	pthread_mutex_init(&a->lock, NULL);
	a->n = n;
	a->max = max;
	a->peso = calloc(n, sizeof(int));
	a->pasillo = calloc(n, sizeof(bool));
	a->entrar = malloc(n * sizeof(pthread_cond_t));
	a->salir = malloc(n * sizeof(pthread_cond_t));
	for (int i = 0; i < n; i++) {
		pthread_cond_init(&a->entrar[i], NULL);
		pthread_cond_init(&a->salir[i], NULL);
	}
	return a;
}

void warehouse_free(warehouse *a)
{
	for (int i = 0; i < a->n; i++) {
		pthread_cond_destroy(&a->entrar[i]);
		pthread_cond_destroy(&a->salir[i]);
	}
	pthread_mutex_destroy(&a->lock);
	free(a->peso);
	free(a->pasillo);
	free(a->entrar);
	free(a->salir);
	free(a);
}

static bool cabe(warehouse *a, int n, int w)
{
	bool si;
	pthread_mutex_lock(&a->lock);
	si = a->peso[n] + w <= a->max;
	pthread_mutex_unlock(&a->lock);
	return si;
}

void warehouse_enter(warehouse *a, int n, int w)
{
	bool espero = !cabe(a, n, w);
	pthread_mutex_lock(&a->lock);
	if (espero)
		while (a->peso[n] + w > a->max)
			pthread_cond_wait(&a->entrar[n], &a->lock);
	a->peso[n] += w;
	a->pasillo[n] = false;
	pthread_cond_signal(&a->salir[n]);
	pthread_mutex_unlock(&a->lock);
}

void warehouse_exit(warehouse *a, int n, int w)
{
	pthread_mutex_lock(&a->lock);
	if (n < a->n - 1) {
		while (a->pasillo[n + 1])
			pthread_cond_wait(&a->salir[n + 1], &a->lock);
		a->pasillo[n + 1] = true;
	}
	a->peso[n] -= w;
	pthread_cond_broadcast(&a->entrar[n]);
	pthread_mutex_unlock(&a->lock);
}
