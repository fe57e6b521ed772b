/* Corredores: un semaforo binario cada uno. Naves: mutex + condicion.
 * No hace falta un cerrojo global porque cada operacion espera solo en un sitio. */
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

typedef struct
{
	pthread_mutex_t mutex;
	pthread_cond_t hay_sitio;
	int peso;
} nave_t;

typedef struct warehouse
{
	int n, max;
	nave_t *nave;
	sem_t *corredor;
} warehouse;

warehouse *warehouse_new(int n, int max)
{
	warehouse *c = malloc(sizeof *c);
	c->n = n;
	c->max = max;
	c->nave = calloc(n, sizeof(nave_t));
	c->corredor = calloc(n, sizeof(sem_t));
	for (int i = 0; i < n; ++i)
	{
		pthread_mutex_init(&c->nave[i].mutex, NULL);
		pthread_cond_init(&c->nave[i].hay_sitio, NULL);
		sem_init(&c->corredor[i], 0, 1);
	}
	return c;
}

void warehouse_free(warehouse *c)
{
	for (int i = 0; i < c->n; ++i)
	{
		pthread_mutex_destroy(&c->nave[i].mutex);
		pthread_cond_destroy(&c->nave[i].hay_sitio);
		sem_destroy(&c->corredor[i]);
	}
	free(c->nave);
	free(c->corredor);
	free(c);
}

void warehouse_enter(warehouse *c, int n, int w)
{
	nave_t *nv = &c->nave[n];
	pthread_mutex_lock(&nv->mutex);
	while (nv->peso + w > c->max)
		pthread_cond_wait(&nv->hay_sitio, &nv->mutex);
	nv->peso += w;
	pthread_mutex_unlock(&nv->mutex);
	if (n != 0)
		sem_post(&c->corredor[n]);
}

void warehouse_exit(warehouse *c, int n, int w)
{
	nave_t *nv = &c->nave[n];
	if (n != c->n - 1)
		sem_wait(&c->corredor[n + 1]);
	pthread_mutex_lock(&nv->mutex);
	nv->peso -= w;
	pthread_cond_broadcast(&nv->hay_sitio);
	pthread_mutex_unlock(&nv->mutex);
}
