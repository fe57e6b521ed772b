#include <pthread.h>
#include <stdlib.h>

/* Zwei Phasen beim Hinausgehen: zuerst eine Karte fuer den Gang holen, dann die Halle verlassen.
   Dazwischen gehoert mir der Gang schon, und mein Gewicht zaehlt noch in der Halle. */

typedef struct { int max, jetzt; pthread_cond_t frei; } Zaehler;

struct warehouse {
	pthread_mutex_t tuer;
	int n;
	Zaehler *halle;
	Zaehler *gang;
};

static Zaehler *zaehler(int wieviele, int max)
{
	Zaehler *z = malloc(wieviele * sizeof(Zaehler));
	while (wieviele--) {
		z[wieviele].max = max;
		z[wieviele].jetzt = 0;
		pthread_cond_init(&z[wieviele].frei, NULL);
	}
	return z;
}

static void hinein(struct warehouse *h, Zaehler *z, int wieviel)
{
	pthread_mutex_lock(&h->tuer);
	while (z->jetzt + wieviel > z->max)
		pthread_cond_wait(&z->frei, &h->tuer);
	z->jetzt += wieviel;
	pthread_mutex_unlock(&h->tuer);
}

static void hinaus(struct warehouse *h, Zaehler *z, int wieviel)
{
	pthread_mutex_lock(&h->tuer);
	z->jetzt -= wieviel;
	pthread_cond_broadcast(&z->frei);
	pthread_mutex_unlock(&h->tuer);
}

struct warehouse *warehouse_new(int n, int max)
{
	struct warehouse *h = malloc(sizeof(struct warehouse));
	pthread_mutex_init(&h->tuer, NULL);
	h->n = n;
	h->halle = zaehler(n, max);
	h->gang = zaehler(n - 1, 1);
	return h;
}

void warehouse_free(struct warehouse *h)
{
	int i;
	for (i = 0; i < h->n; i++) pthread_cond_destroy(&h->halle[i].frei);
	for (i = 0; i < h->n - 1; i++) pthread_cond_destroy(&h->gang[i].frei);
	pthread_mutex_destroy(&h->tuer);
	free(h->halle);
	free(h->gang);
	free(h);
}

void warehouse_enter(struct warehouse *h, int n, int w)
{
	hinein(h, &h->halle[n], w);
	if (n > 0) hinaus(h, &h->gang[n - 1], 1);
}

void warehouse_exit(struct warehouse *h, int n, int w)
{
	if (n < h->n - 1) hinein(h, &h->gang[n], 1);
	hinaus(h, &h->halle[n], w);
}
