#include <pthread.h>
#include <stdlib.h>

/* old habits: this is how I learned C */

struct warehouse {
	int nw;
	int limit;
	int *kg;
	int *busy;
	pthread_mutex_t mtx;
	pthread_cond_t cv;
};

struct warehouse *
warehouse_new(nw, limit)
	int nw, limit;
{
	struct warehouse *p;

	p = (struct warehouse *)malloc(sizeof(struct warehouse));
	p->nw = nw;
	p->limit = limit;
	p->kg = (int *)calloc(nw + 1, sizeof(int));
	p->busy = (int *)calloc(nw + 1, sizeof(int));
	pthread_mutex_init(&p->mtx, 0);
	pthread_cond_init(&p->cv, 0);
	return (p);
}

void
warehouse_free(p)
	struct warehouse *p;
{
	free(p->kg);
	free(p->busy);
	pthread_mutex_destroy(&p->mtx);
	pthread_cond_destroy(&p->cv);
	free(p);
}

void
warehouse_enter(p, n, w)
	struct warehouse *p;
	int n, w;
{
	pthread_mutex_lock(&p->mtx);
again:
	if (p->kg[n] + w > p->limit) {
		pthread_cond_wait(&p->cv, &p->mtx);
		goto again;
	}
	p->kg[n] += w;
	p->busy[n] = 0;
	pthread_cond_broadcast(&p->cv);
	pthread_mutex_unlock(&p->mtx);
}

void
warehouse_exit(p, n, w)
	struct warehouse *p;
	int n, w;
{
	pthread_mutex_lock(&p->mtx);
	if (n == p->nw - 1)
		goto leave;
again:
	if (p->busy[n + 1]) {
		pthread_cond_wait(&p->cv, &p->mtx);
		goto again;
	}
	p->busy[n + 1] = 1;
leave:
	p->kg[n] -= w;
	pthread_cond_broadcast(&p->cv);
	pthread_mutex_unlock(&p->mtx);
}
