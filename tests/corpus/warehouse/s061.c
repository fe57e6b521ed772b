#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* Each waiting robot has a condition of its own. A robot of w kg that leaves makes room for those of up to w kg. */

#define MAXWAIT 50

typedef struct { int used, n, w, go; pthread_cond_t c; } slot;

typedef struct warehouse {
	pthread_mutex_t lock;
	pthread_cond_t corridor_free;
	int n, max;
	int weight[16];
	int corridor[16];
	slot slots[MAXWAIT];
} warehouse;

warehouse *warehouse_new(int n, int max)
{
	warehouse *h = malloc(sizeof *h);
	memset(h, 0, sizeof *h);
	pthread_mutex_init(&h->lock, NULL);
	pthread_cond_init(&h->corridor_free, NULL);
	for (int i = 0; i < MAXWAIT; i++)
		pthread_cond_init(&h->slots[i].c, NULL);
	h->n = n;
	h->max = max;
	return h;
}

void warehouse_free(warehouse *h)
{
	for (int i = 0; i < MAXWAIT; i++)
		pthread_cond_destroy(&h->slots[i].c);
	pthread_cond_destroy(&h->corridor_free);
	pthread_mutex_destroy(&h->lock);
	free(h);
}

static void wait_outside(warehouse *h, int n, int w)
{
	slot *s = h->slots;
	while (s->used)
		s++;
	s->used = 1;
	s->n = n;
	s->w = w;
	s->go = 0;
	while (!s->go || h->weight[n] + w > h->max) {
		pthread_cond_wait(&s->c, &h->lock);
	}
	s->used = 0;
}

void warehouse_enter(warehouse *h, int n, int w)
{
	pthread_mutex_lock(&h->lock);
	/* a robot that is too heavy could never come in: ignore it */
	if (w <= h->max) {
		if (h->weight[n] + w > h->max)
			wait_outside(h, n, w);
		h->weight[n] += w;
	}
	h->corridor[n] = 0;
	pthread_cond_broadcast(&h->corridor_free);
	pthread_mutex_unlock(&h->lock);
}

void warehouse_exit(warehouse *h, int n, int w)
{
	pthread_mutex_lock(&h->lock);
	if (n < h->n - 1) {
		while (h->corridor[n + 1])
			pthread_cond_wait(&h->corridor_free, &h->lock);
		h->corridor[n + 1] = 1;
	}
	h->weight[n] -= w;
	for (slot *s = h->slots; s < h->slots + MAXWAIT; s++)
		if (s->used && s->n == n && s->w <= w) {
			s->go = 1;
			pthread_cond_signal(&s->c);
		}
	pthread_mutex_unlock(&h->lock);
}
