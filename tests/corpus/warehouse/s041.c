/* Guardo los robots que hay en cada nave en una lista, y calculo el peso sumando.
   Asi no me puedo equivocar al restar. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct robot {
	int peso;
	struct robot *siguiente;
} Robot;

typedef struct warehouse {
	int numNaves;
	int pesoMaximo;
	Robot **dentro;
	Robot **enPasillo;   /* NULL o el robot que esta en el pasillo de entrada a la nave */
	pthread_mutex_t cerrojo;
	pthread_cond_t *colaEntrar;
	pthread_cond_t *colaSalir;
} Warehouse;

Warehouse *warehouse_new(int numNaves, int pesoMaximo)
{
	Warehouse *c = malloc(sizeof(Warehouse));
	c->numNaves = numNaves;
	c->pesoMaximo = pesoMaximo;
	c->dentro = calloc(numNaves, sizeof(Robot *));
	c->enPasillo = calloc(numNaves, sizeof(Robot *));
	c->colaEntrar = malloc(numNaves * sizeof(pthread_cond_t));
	c->colaSalir = malloc(numNaves * sizeof(pthread_cond_t));
	pthread_mutex_init(&c->cerrojo, NULL);
	for (int i = 0; i < numNaves; i++) {
		pthread_cond_init(&c->colaEntrar[i], NULL);
		pthread_cond_init(&c->colaSalir[i], NULL);
	}
	return c;
}

void warehouse_free(Warehouse *c)
{
	for (int i = 0; i < c->numNaves; i++) {
		while (c->dentro[i] != NULL) {
			Robot *r = c->dentro[i];
			c->dentro[i] = r->siguiente;
			free(r);
		}
		free(c->enPasillo[i]);
		pthread_cond_destroy(&c->colaEntrar[i]);
		pthread_cond_destroy(&c->colaSalir[i]);
	}
	pthread_mutex_destroy(&c->cerrojo);
	free(c->dentro);
	free(c->enPasillo);
	free(c->colaEntrar);
	free(c->colaSalir);
	free(c);
}

static int pesoDe(Warehouse *c, int nave)
{
	int suma = 0;
	for (Robot *r = c->dentro[nave]; r != NULL; r = r->siguiente)
		suma += r->peso;
	return suma;
}

/* saca de la lista un robot que pese eso */
static Robot *sacar(Warehouse *c, int nave, int peso)
{
	Robot **p = &c->dentro[nave];
	while (*p != NULL && (*p)->peso != peso)
		p = &(*p)->siguiente;
	Robot *r = *p;
	if (r == NULL) {
		fprintf(stderr, "no hay ningun robot de %d kg en la nave %d!!\n", peso, nave);
		exit(1);
	}
	*p = r->siguiente;
	return r;
}

void warehouse_enter(Warehouse *c, int n, int w)
{
	Robot *r;
	pthread_mutex_lock(&c->cerrojo);
	while (pesoDe(c, n) + w > c->pesoMaximo)
		pthread_cond_wait(&c->colaEntrar[n], &c->cerrojo);
	if (n == 0) {
		r = malloc(sizeof(Robot));
	} else {
		r = c->enPasillo[n];
		c->enPasillo[n] = NULL;
		pthread_cond_signal(&c->colaSalir[n - 1]);
	}
	r->peso = w;
	r->siguiente = c->dentro[n];
	c->dentro[n] = r;
	pthread_mutex_unlock(&c->cerrojo);
}

void warehouse_exit(Warehouse *c, int n, int w)
{
	Robot *r;
	pthread_mutex_lock(&c->cerrojo);
	while (n + 1 < c->numNaves && c->enPasillo[n + 1] != NULL)
		pthread_cond_wait(&c->colaSalir[n], &c->cerrojo);
	r = sacar(c, n, w);
	if (n + 1 < c->numNaves)
		c->enPasillo[n + 1] = r;
	else
		free(r);
	pthread_cond_broadcast(&c->colaEntrar[n]);
	pthread_mutex_unlock(&c->cerrojo);
}
