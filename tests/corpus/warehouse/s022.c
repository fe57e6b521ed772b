#include <pthread.h>
#include <stdlib.h>
#include <stdbool.h>

/* Wer wartet, haengt in einer Liste. Wer hineingeht, weckt zuerst und aendert dann den Zustand, weil die anderen ja
   sowieso erst laufen, wenn ich den Mutex abgebe. */

struct wartender {
	bool rein;
	int n, w;
	bool darf;
	pthread_cond_t c;
	struct wartender *next;
};

struct warehouse {
	pthread_mutex_t m;
	int n, max, *kg;
	bool *gang;
	struct wartender *liste;
};

struct warehouse *warehouse_new(int n, int max)
{
	struct warehouse *h = malloc(sizeof *h);
	pthread_mutex_init(&h->m, NULL);
	h->n = n;
	h->max = max;
	h->kg = calloc(n, sizeof *h->kg);
	h->gang = calloc(n + 1, sizeof *h->gang);
	h->liste = NULL;
	return h;
}

void warehouse_free(struct warehouse *h)
{
	pthread_mutex_destroy(&h->m);
	free(h->kg);
	free(h->gang);
	free(h);
}

static bool geht(struct warehouse *h, bool rein, int n, int w)
{
	if (rein)
		return h->kg[n] + w <= h->max;
	return n == h->n - 1 || !h->gang[n + 1];
}

static void wecken(struct warehouse *h, bool der_reihe_nach)
{
	struct wartender *x, **p = &h->liste;
	while ((x = *p) != NULL) {
		if (geht(h, x->rein, x->n, x->w)) {
			*p = x->next;
			x->darf = true;
			pthread_cond_signal(&x->c);
		} else if (der_reihe_nach) {
			return;
		} else {
			p = &x->next;
		}
	}
}

static void warten(struct warehouse *h, bool rein, int n, int w)
{
	struct wartender ich = { rein, n, w, false, PTHREAD_COND_INITIALIZER, NULL };
	struct wartender **p = &h->liste;
	if (geht(h, rein, n, w))
		return;
	while (*p)
		p = &(*p)->next;
	*p = &ich;
	while (!ich.darf)
		pthread_cond_wait(&ich.c, &h->m);
}

void warehouse_enter(struct warehouse *h, int n, int w)
{
	pthread_mutex_lock(&h->m);
	warten(h, true, n, w);
	h->gang[n] = false;
	wecken(h, false);
	h->kg[n] += w;
	pthread_mutex_unlock(&h->m);
}

void warehouse_exit(struct warehouse *h, int n, int w)
{
	pthread_mutex_lock(&h->m);
	warten(h, false, n, w);
	h->kg[n] -= w;
	wecken(h, true);
	h->gang[n + 1] = n < h->n - 1;
	pthread_mutex_unlock(&h->m);
}
