#include <pthread.h>
#include <string.h>

/* Variables globales */
int n_naves, peso_max;
int pesos[10];
int pasillos[10];
int nave;     /* nave donde quiere entrar el robot que espera */
int peso;     /* peso del robot que espera */
int dummy;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t cond = PTHREAD_COND_INITIALIZER;

int *warehouse_new(int n, int max)
{
	n_naves = n;
	peso_max = max;
	memset(pesos, 0, sizeof(pesos));
	memset(pasillos, 0, sizeof(pasillos));
	return &dummy;
}

void warehouse_free(int *p)
{
}

/* comprueba si el robot que espera cabe */
int cabe(void)
{
	return pesos[nave] + peso <= peso_max;
}

/* comprueba si se puede salir de la nave n */
int puedeSalir(int n)
{
	return n == n_naves - 1 || pasillos[n + 1] == 0;
}

void warehouse_enter(int *p, int n, int w)
{
	pthread_mutex_lock(&mutex);
	if (pesos[n] + w > peso_max) {
		/* no cabe: lo apunto y espero */
		nave = n;
		peso = w;
		while (!cabe())
			pthread_cond_wait(&cond, &mutex);
	}
	pesos[n] += w;
	pasillos[n] = 0;
	pthread_cond_broadcast(&cond);
	pthread_mutex_unlock(&mutex);
}

void warehouse_exit(int *p, int n, int w)
{
	pthread_mutex_lock(&mutex);
	while (!puedeSalir(n))
		pthread_cond_wait(&cond, &mutex);
	pesos[n] -= w;
	if (n < n_naves - 1)
		pasillos[n + 1] = 1;
	pthread_cond_signal(&cond);
	pthread_mutex_unlock(&mutex);
}
