/*
 * Övning 4: robotar i lager
 * Ett villkor per lager och ett per korridor så att man inte väcker fler än nödvändigt.
 */
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

struct lager {
	int last;                      /* hur mycket som står här nu */
	pthread_cond_t plats;          /* det blev plats */
};

struct korridor {
	bool upptagen;
	pthread_cond_t ledig;
};

typedef struct warehouse {
	int antal, max;
	pthread_mutex_t las;
	struct lager *lager;
	struct korridor *korridor;     /* korridor[i] går från lager i till lager i+1 */
} warehouse;

warehouse *warehouse_new(int antal, int max)
{
	assert(antal > 0);
	warehouse *l = malloc(sizeof(*l));
	assert(l);
	l->antal = antal;
	l->max = max;
	l->lager = malloc(antal * sizeof(struct lager));
	l->korridor = malloc(antal * sizeof(struct korridor));
	pthread_mutex_init(&l->las, NULL);
	for (int i = 0; i < antal; i++) {
		l->lager[i].last = 0;
		pthread_cond_init(&l->lager[i].plats, NULL);
	}
	for (int i = 0; i < antal - 1; i++) {
		l->korridor[i].upptagen = false;
		pthread_cond_init(&l->korridor[i].ledig, NULL);
	}
	return l;
}

void warehouse_free(warehouse *l)
{
	for (int i = 0; i < l->antal; i++)
		pthread_cond_destroy(&l->lager[i].plats);
	for (int i = 0; i < l->antal - 1; i++)
		pthread_cond_destroy(&l->korridor[i].ledig);
	pthread_mutex_destroy(&l->las);
	free(l->lager);
	free(l->korridor);
	free(l);
}

void warehouse_enter(warehouse *l, int n, int w)
{
	pthread_mutex_lock(&l->las);
	while (l->lager[n].last + w > l->max)
		pthread_cond_wait(&l->lager[n].plats, &l->las);
	l->lager[n].last += w;
	assert(l->lager[n].last <= l->max);
	if (n > 0) {
		assert(l->korridor[n - 1].upptagen);
		l->korridor[n - 1].upptagen = false;
		/* bara en får gå in, så det räcker att väcka en */
		pthread_cond_signal(&l->korridor[n - 1].ledig);
	}
	pthread_mutex_unlock(&l->las);
}

void warehouse_exit(warehouse *l, int n, int w)
{
	pthread_mutex_lock(&l->las);
	if (n < l->antal - 1) {
		while (l->korridor[n].upptagen)
			pthread_cond_wait(&l->korridor[n].ledig, &l->las);
		l->korridor[n].upptagen = true;
	}
	l->lager[n].last -= w;
	assert(l->lager[n].last >= 0);
	/* olika robotar väger olika mycket: väck alla */
	pthread_cond_broadcast(&l->lager[n].plats);
	pthread_mutex_unlock(&l->las);
}
