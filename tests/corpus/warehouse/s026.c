/* Sistemas concurrentes. Grupo 3.2 */
#include <pthread.h>
#include <stdlib.h>

struct warehouse {
	int naves, maximo;
	int peso[30];
	int en_pasillo[30];
	pthread_mutex_t mutex;
	pthread_cond_t entrar[30], salir[30];
};

struct warehouse *warehouse_new(int naves, int maximo)
{
	struct warehouse *a = calloc(1, sizeof(struct warehouse));
	a->naves = naves;
	a->maximo = maximo;
	pthread_mutex_init(&a->mutex, NULL);
	for (int i = 0; i < naves; i++) {
		pthread_cond_init(&a->entrar[i], NULL);
		pthread_cond_init(&a->salir[i], NULL);
	}
	return a;
}

void warehouse_free(struct warehouse *a)
{
	for (int i = 0; i < a->naves; i++) {
		pthread_cond_destroy(&a->entrar[i]);
		pthread_cond_destroy(&a->salir[i]);
	}
	pthread_mutex_destroy(&a->mutex);
	free(a);
}

void warehouse_enter(struct warehouse *a, int n, int w)
{
	pthread_mutex_lock(&a->mutex);
	/* si no cabe espero a que salga alguien */
	if (a->peso[n] + w > a->maximo)
		pthread_cond_wait(&a->entrar[n], &a->mutex);
	a->peso[n] += w;
	a->en_pasillo[n] = 0;
	pthread_cond_signal(&a->salir[n]);
	pthread_mutex_unlock(&a->mutex);
}

void warehouse_exit(struct warehouse *a, int n, int w)
{
	pthread_mutex_lock(&a->mutex);
	if (n < a->naves - 1) {
		/* si el pasillo esta ocupado espero a que lo dejen */
		if (a->en_pasillo[n + 1])
			pthread_cond_wait(&a->salir[n + 1], &a->mutex);
		a->en_pasillo[n + 1] = 1;
	}
	a->peso[n] -= w;
	pthread_cond_broadcast(&a->entrar[n]);
	pthread_mutex_unlock(&a->mutex);
}
