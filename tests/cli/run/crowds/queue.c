/* A mutex, and a condition for all. */
#include <pthread.h>
#include <stdlib.h>

enum { ROOM = 12 };

struct queue {
	pthread_mutex_t mutex;
	pthread_cond_t changed;
	int n, first, items[ROOM];
};

struct queue *
queue_new(void)
{
	struct queue *q = calloc(1, sizeof *q);
	pthread_mutex_init(&q->mutex, NULL);
	pthread_cond_init(&q->changed, NULL);
	return q;
}

void
queue_free(struct queue *q)
{
	free(q);
}

void
queue_put(struct queue *q, int x)
{
	pthread_mutex_lock(&q->mutex);
	while (q->n == ROOM)
		pthread_cond_wait(&q->changed, &q->mutex);
	q->items[(q->first + q->n++) % ROOM] = x;
	pthread_cond_broadcast(&q->changed);
	pthread_mutex_unlock(&q->mutex);
}

int
queue_get(struct queue *q)
{
	pthread_mutex_lock(&q->mutex);
	while (q->n == 0)
		pthread_cond_wait(&q->changed, &q->mutex);
	int x = q->items[q->first];
	q->first = (q->first + 1) % ROOM;
	q->n--;
	pthread_cond_broadcast(&q->changed);
	pthread_mutex_unlock(&q->mutex);
	return x;
}
