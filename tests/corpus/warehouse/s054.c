#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <fcntl.h>

/* corridor = pipe with a token in it. take the token to go in, put it back when you come out */

struct warehouse {
	int count;
	int capacity;
	int load[20];
	int fd[20][2];
	pthread_mutex_t lock;
	pthread_cond_t lighter[20];
};

static void put_token(struct warehouse *h, int n) { char t = 'T'; if (write(h->fd[n][1], &t, 1) != 1) abort(); }
static void get_token(struct warehouse *h, int n) { char t; if (read(h->fd[n][0], &t, 1) != 1) abort(); }

struct warehouse *warehouse_new(int n_warehouses, int max_weight)
{
	struct warehouse *h = malloc(sizeof(struct warehouse));
	memset(h, 0, sizeof(struct warehouse));
	h->count = n_warehouses;
	h->capacity = max_weight;
	pthread_mutex_init(&h->lock, NULL);
	for (int i = 0; i < n_warehouses; i++) {
		pthread_cond_init(&h->lighter[i], NULL);
		if (pipe(h->fd[i]) < 0)
			abort();
		put_token(h, i);
	}
	return h;
}

void warehouse_free(struct warehouse *h)
{
	for (int i = 0; i < h->count; i++) {
		close(h->fd[i][0]);
		close(h->fd[i][1]);
		pthread_cond_destroy(&h->lighter[i]);
	}
	pthread_mutex_destroy(&h->lock);
	free(h);
}

void warehouse_enter(struct warehouse *h, int n, int w)
{
	pthread_mutex_lock(&h->lock);
	while (h->load[n] + w > h->capacity)
		pthread_cond_wait(&h->lighter[n], &h->lock);
	h->load[n] += w;
	pthread_mutex_unlock(&h->lock);
	if (n > 0)
		put_token(h, n);
}

void warehouse_exit(struct warehouse *h, int n, int w)
{
	if (n + 1 < h->count)
		get_token(h, n + 1);
	pthread_mutex_lock(&h->lock);
	h->load[n] -= w;
	pthread_cond_broadcast(&h->lighter[n]);
	pthread_mutex_unlock(&h->lock);
}
