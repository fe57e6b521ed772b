#include <pthread.h>
#include <stdlib.h>
#include <stdbool.h>

/* condizioni: posto[i] = c'e' posto nel magazzino i, libero[i] = il corridoio verso i e' libero */

struct warehouse {
	pthread_mutex_t mutex;
	pthread_cond_t *posto, *libero;
	int *peso;
	bool *occupato;
	int quanti, massimo;
};

struct warehouse *warehouse_new(int quanti, int massimo)
{
	struct warehouse *m = malloc(sizeof(struct warehouse));
	pthread_mutex_init(&m->mutex, NULL);
	m->posto = malloc((quanti + 1) * sizeof(pthread_cond_t));
	m->libero = malloc((quanti + 1) * sizeof(pthread_cond_t));
	for (int i = 0; i <= quanti; i++) {
		pthread_cond_init(&m->posto[i], NULL);
		pthread_cond_init(&m->libero[i], NULL);
	}
	m->peso = calloc(quanti, sizeof(int));
	m->occupato = calloc(quanti + 1, sizeof(bool));
	m->quanti = quanti;
	m->massimo = massimo;
	return m;
}

void warehouse_free(struct warehouse *m)
{
	for (int i = 0; i <= m->quanti; i++) {
		pthread_cond_destroy(&m->posto[i]);
		pthread_cond_destroy(&m->libero[i]);
	}
	pthread_mutex_destroy(&m->mutex);
	free(m->posto);
	free(m->libero);
	free(m->peso);
	free(m->occupato);
	free(m);
}

void warehouse_enter(struct warehouse *m, int n, int w)
{
	pthread_mutex_lock(&m->mutex);
	if (m->peso[n] + w > m->massimo)
		pthread_cond_wait(&m->posto[n], &m->mutex);
	m->peso[n] += w;
	m->occupato[n] = false;
	pthread_cond_signal(&m->libero[n]);
	pthread_mutex_unlock(&m->mutex);
}

void warehouse_exit(struct warehouse *m, int n, int w)
{
	pthread_mutex_lock(&m->mutex);
	if (n < m->quanti - 1 && m->occupato[n + 1])
		pthread_cond_wait(&m->libero[n + 1], &m->mutex);
	m->occupato[n + 1] = true;
	m->peso[n] -= w;
	/* adesso puo' venire avanti chi sta dietro */
	if (n > 0)
		pthread_cond_signal(&m->posto[n - 1]);
	else
		pthread_cond_signal(&m->posto[0]);
	pthread_mutex_unlock(&m->mutex);
}
