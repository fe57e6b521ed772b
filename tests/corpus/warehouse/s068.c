/* Objektorienterad C. Klass: Resurs (kapacitet, använt). Lager och korridorer är båda Resurser. */
#include <stdlib.h>
#include <pthread.h>

typedef struct Resurs Resurs;
struct Resurs {
	int kapacitet, anvant;
	pthread_mutex_t mutex;
	pthread_cond_t slapp;
	void (*ta)(Resurs *, int);
	void (*lamna)(Resurs *, int);
};

static void resurs_ta(Resurs *self, int antal)
{
	pthread_mutex_lock(&self->mutex);
	while (antal > self->kapacitet - self->anvant)
		pthread_cond_wait(&self->slapp, &self->mutex);
	self->anvant += antal;
	pthread_mutex_unlock(&self->mutex);
}

static void resurs_lamna(Resurs *self, int antal)
{
	pthread_mutex_lock(&self->mutex);
	self->anvant -= antal;
	pthread_mutex_unlock(&self->mutex);
	pthread_cond_broadcast(&self->slapp);
}

static Resurs *Resurs_ny(int kapacitet)
{
	Resurs *self = malloc(sizeof(Resurs));
	self->kapacitet = kapacitet;
	self->anvant = 0;
	pthread_mutex_init(&self->mutex, NULL);
	pthread_cond_init(&self->slapp, NULL);
	self->ta = resurs_ta;
	self->lamna = resurs_lamna;
	return self;
}

static void Resurs_bort(Resurs *self)
{
	pthread_mutex_destroy(&self->mutex);
	pthread_cond_destroy(&self->slapp);
	free(self);
}

typedef struct warehouse {
	int n;
	Resurs **lager, **korridor;
} Lagerhus;

Lagerhus *warehouse_new(int n, int max)
{
	Lagerhus *l = malloc(sizeof(Lagerhus));
	l->n = n;
	l->lager = malloc(n * sizeof(Resurs *));
	l->korridor = malloc(n * sizeof(Resurs *));
	for (int i = 0; i < n; i++) {
		l->lager[i] = Resurs_ny(max);
		l->korridor[i] = Resurs_ny(1);
	}
	return l;
}

void warehouse_free(Lagerhus *l)
{
	for (int i = 0; i < l->n; i++) {
		Resurs_bort(l->lager[i]);
		Resurs_bort(l->korridor[i]);
	}
	free(l->lager);
	free(l->korridor);
	free(l);
}

void warehouse_enter(Lagerhus *l, int n, int w)
{
	l->lager[n]->ta(l->lager[n], w);
	if (n > 0)
		l->korridor[n - 1]->lamna(l->korridor[n - 1], 1);
}

void warehouse_exit(Lagerhus *l, int n, int w)
{
	if (n < l->n - 1)
		l->korridor[n]->ta(l->korridor[n], 1);
	l->lager[n]->lamna(l->lager[n], w);
}
