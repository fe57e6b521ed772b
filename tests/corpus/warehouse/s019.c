#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

/* Place libre en unités de 100 kg ; on prend les unités une par une, sous un mutex pour que personne ne s'intercale */

struct salle {
	pthread_mutex_t porte;
	sem_t unites;
	sem_t couloir;
};

struct warehouse {
	int nb;
	struct salle *salles;
};

struct warehouse *warehouse_new(int nb, int max)
{
	struct warehouse *h = malloc(sizeof *h);
	h->nb = nb;
	h->salles = malloc(nb * sizeof *h->salles);
	for (struct salle *s = h->salles; s < h->salles + nb; s++) {
		pthread_mutex_init(&s->porte, NULL);
		sem_init(&s->unites, 0, max / 100);
		sem_init(&s->couloir, 0, 1);
	}
	return h;
}

void warehouse_free(struct warehouse *h)
{
	for (struct salle *s = h->salles; s < h->salles + h->nb; s++) {
		pthread_mutex_destroy(&s->porte);
		sem_destroy(&s->unites);
		sem_destroy(&s->couloir);
	}
	free(h->salles);
	free(h);
}

void warehouse_enter(struct warehouse *h, int n, int w)
{
	struct salle *s = h->salles + n;
	pthread_mutex_lock(&s->porte);
	for (int kg = 0; kg < w; kg += 100)
		sem_wait(&s->unites);
	pthread_mutex_unlock(&s->porte);
	if (n > 0)
		sem_post(&s->couloir);
}

void warehouse_exit(struct warehouse *h, int n, int w)
{
	struct salle *s = h->salles + n;
	if (n < h->nb - 1)
		sem_wait(&s[1].couloir);
	for (int kg = 0; kg <= w; kg += 100)
		sem_post(&s->unites);
}
