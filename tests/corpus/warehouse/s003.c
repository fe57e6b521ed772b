#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

/* Alle gangen samen: er zijn n-1 gangen, dus er mogen n-1 robots onderweg zijn. (Met 1 minder is het veiliger.) */

struct warehouse {
	int n, max;
	int *gewicht;
	sem_t onderweg;
	pthread_mutex_t slot;
	pthread_cond_t lichter;
};

struct warehouse *warehouse_new(int n, int max)
{
	struct warehouse *w = malloc(sizeof *w);
	w->n = n;
	w->max = max;
	w->gewicht = calloc(n, sizeof(int));
	sem_init(&w->onderweg, 0, n - 2);
	pthread_mutex_init(&w->slot, NULL);
	pthread_cond_init(&w->lichter, NULL);
	return w;
}

void warehouse_free(struct warehouse *w)
{
	sem_destroy(&w->onderweg);
	pthread_mutex_destroy(&w->slot);
	pthread_cond_destroy(&w->lichter);
	free(w->gewicht);
	free(w);
}

void warehouse_enter(struct warehouse *w, int n, int kg)
{
	pthread_mutex_lock(&w->slot);
	while (w->gewicht[n] + kg > w->max)
		pthread_cond_wait(&w->lichter, &w->slot);
	w->gewicht[n] += kg;
	pthread_mutex_unlock(&w->slot);
	if (n > 0)
		sem_post(&w->onderweg);
}

void warehouse_exit(struct warehouse *w, int n, int kg)
{
	if (n < w->n - 1)
		sem_wait(&w->onderweg);
	pthread_mutex_lock(&w->slot);
	w->gewicht[n] -= kg;
	pthread_cond_signal(&w->lichter);
	pthread_mutex_unlock(&w->slot);
}
