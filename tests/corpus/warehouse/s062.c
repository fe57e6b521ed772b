/* Each blocked robot waits on its own condition, in a linked list. When something changes
 * the list is walked and everyone whose condition holds is woken up; they check again anyway. */
#include <pthread.h>
#include <stdlib.h>

enum kind { ENTER, EXIT };

typedef struct blocked {
	enum kind kind;
	int n, w;
	pthread_cond_t cond;
	struct blocked *prev, *next;
} blocked_t;

typedef struct warehouse {
	int n, max;
	int *weight, *corridor;
	pthread_mutex_t mutex;
	blocked_t list; /* sentinel */
} warehouse;

warehouse *warehouse_new(int n, int max)
{
	warehouse *wh = malloc(sizeof(*wh));
	wh->n = n;
	wh->max = max;
	wh->weight = calloc(n, sizeof(int));
	wh->corridor = calloc(n + 1, sizeof(int));
	pthread_mutex_init(&wh->mutex, NULL);
	wh->list.prev = wh->list.next = &wh->list;
	return wh;
}

void warehouse_free(warehouse *wh)
{
	pthread_mutex_destroy(&wh->mutex);
	free(wh->weight);
	free(wh->corridor);
	free(wh);
}

static int cpre(warehouse *wh, enum kind kind, int n, int w)
{
	switch (kind) {
	case ENTER:
		return wh->weight[n] + w <= wh->max;
	case EXIT:
		return n == wh->n - 1 || !wh->corridor[n + 1];
	}
	return 0;
}

static void block_until_cpre(warehouse *wh, enum kind kind, int n, int w)
{
	blocked_t b;
	if (cpre(wh, kind, n, w))
		return;
	b.kind = kind;
	b.n = n;
	b.w = w;
	pthread_cond_init(&b.cond, NULL);
	b.next = &wh->list;
	b.prev = wh->list.prev;
	b.prev->next = b.next->prev = &b;
	do
		pthread_cond_wait(&b.cond, &wh->mutex);
	while (!cpre(wh, kind, n, w));
	b.prev->next = b.next;
	b.next->prev = b.prev;
	pthread_cond_destroy(&b.cond);
}

static void unblock(warehouse *wh)
{
	for (blocked_t *b = wh->list.next; b != &wh->list; b = b->next)
		if (cpre(wh, b->kind, b->n, b->w))
			pthread_cond_signal(&b->cond);
}

void warehouse_enter(warehouse *wh, int n, int w)
{
	pthread_mutex_lock(&wh->mutex);
	block_until_cpre(wh, ENTER, n, w);
	wh->weight[n] += w;
	wh->corridor[n] = 0;
	unblock(wh);
	pthread_mutex_unlock(&wh->mutex);
}

void warehouse_exit(warehouse *wh, int n, int w)
{
	pthread_mutex_lock(&wh->mutex);
	block_until_cpre(wh, EXIT, n, w);
	wh->weight[n] -= w;
	if (n < wh->n - 1)
		wh->corridor[n + 1] = 1;
	unblock(wh);
	pthread_mutex_unlock(&wh->mutex);
}
