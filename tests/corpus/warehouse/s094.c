/* laboration 2, kösystem med läs/skriv-lås. Läslåset är bara för att titta. */
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <unistd.h>

struct warehouse {
	pthread_rwlock_t rw;
	int n, max, *vikt;
	bool *upptagen;
};

struct warehouse *warehouse_new(int n, int max)
{
	struct warehouse *s = malloc(sizeof(struct warehouse));
	pthread_rwlock_init(&s->rw, NULL);
	s->n = n; s->max = max;
	s->vikt = calloc(n, sizeof(int));
	s->upptagen = calloc(n, sizeof(bool));
	return s;
}

void warehouse_free(struct warehouse *s)
{
	pthread_rwlock_destroy(&s->rw);
	free(s->vikt);
	free(s->upptagen);
	free(s);
}

static bool far_plats(struct warehouse *s, int n, int w)
{
	bool svar;
	pthread_rwlock_rdlock(&s->rw);
	svar = s->vikt[n] + w <= s->max;
	pthread_rwlock_unlock(&s->rw);
	return svar;
}

static bool ledig(struct warehouse *s, int n)
{
	bool svar;
	pthread_rwlock_rdlock(&s->rw);
	svar = n == s->n - 1 || !s->upptagen[n + 1];
	pthread_rwlock_unlock(&s->rw);
	return svar;
}

void warehouse_enter(struct warehouse *s, int n, int w)
{
	bool klar = false;
	while (!klar) {
		while (!far_plats(s, n, w))
			usleep(500);
		/* nu får den nog plats, men kolla igen med skrivlåset */
		pthread_rwlock_wrlock(&s->rw);
		if (s->vikt[n] + w <= s->max) {
			s->vikt[n] += w;
			s->upptagen[n] = false;
			klar = true;
		}
		pthread_rwlock_unlock(&s->rw);
	}
}

void warehouse_exit(struct warehouse *s, int n, int w)
{
	bool klar = false;
	while (!klar) {
		while (!ledig(s, n))
			usleep(500);
		pthread_rwlock_wrlock(&s->rw);
		if (n == s->n - 1 || !s->upptagen[n + 1]) {
			s->vikt[n] -= w;
			if (n < s->n - 1)
				s->upptagen[n + 1] = true;
			klar = true;
		}
		pthread_rwlock_unlock(&s->rw);
	}
}
