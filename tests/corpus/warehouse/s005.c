/* Prise de rendez-vous : ticket comme chez le boucher, pour que personne n'attende toujours */
#include <pthread.h>
#include <stdlib.h>

struct entrepot { int poids; unsigned ticket, guichet; };
struct warehouse {
	int n, max;
	struct entrepot *e;
	char *couloir;
	pthread_mutex_t mutex;
	pthread_cond_t bouge;
};

struct warehouse *warehouse_new(int n, int max)
{
	struct warehouse *h = malloc(sizeof(*h));
	h->n = n;
	h->max = max;
	h->e = calloc(n, sizeof(struct entrepot));
	h->couloir = calloc(n + 1, 1);
	pthread_mutex_init(&h->mutex, NULL);
	pthread_cond_init(&h->bouge, NULL);
	return h;
}

void warehouse_free(struct warehouse *h)
{
	pthread_mutex_destroy(&h->mutex);
	pthread_cond_destroy(&h->bouge);
	free(h->e);
	free(h->couloir);
	free(h);
}

void warehouse_enter(struct warehouse *h, int n, int w)
{
	struct entrepot *e = &h->e[n];
	unsigned mien;
	pthread_mutex_lock(&h->mutex);
	mien = e->ticket++;
	while (e->guichet != mien || e->poids + w > h->max)
		pthread_cond_wait(&h->bouge, &h->mutex);
	e->guichet++;      /* au suivant */
	e->poids += w;
	h->couloir[n] = 0;
	pthread_cond_broadcast(&h->bouge);
	pthread_mutex_unlock(&h->mutex);
}

void warehouse_exit(struct warehouse *h, int n, int w)
{
	pthread_mutex_lock(&h->mutex);
	while (n < h->n - 1 && h->couloir[n + 1])
		pthread_cond_wait(&h->bouge, &h->mutex);
	if (n < h->n - 1)
		h->couloir[n + 1] = 1;
	h->e[n].poids -= w;
	pthread_cond_broadcast(&h->bouge);
	pthread_mutex_unlock(&h->mutex);
}
