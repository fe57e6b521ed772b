/* An array that grows. BEYOND looks at one element too many, STALE goes on with the array as it was before it grew, COPY moves one more. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

typedef struct queue {
	pthread_mutex_t mutex;
	pthread_cond_t changed;
	int *items;
	size_t n, room;
} queue;

queue *
queue_new(void)
{
	queue *q = calloc(1, sizeof *q);
	pthread_mutex_init(&q->mutex, NULL);
	pthread_cond_init(&q->changed, NULL);
	q->items = malloc((q->room = 2) * sizeof *q->items);
	return q;
}

void
queue_free(queue *q)
{
	free(q->items);
	free(q);
}

static void
grow(queue *q)
{
	int *old = q->items;
	q->items = realloc(q->items, (q->room *= 2) * sizeof *q->items);
#ifdef STALE
	old[q->n - 1] = q->items[q->n - 1];
#else
	(void)old;
#endif
}

static int
count(const queue *q)
{
	int found = 0;
#ifdef BEYOND
	for (size_t i = 0; i <= q->n; i++)
#else
	for (size_t i = 0; i < q->n; i++)
#endif
		found += q->items[i] > 0;
	return found;
}

void
queue_put(queue *q, int n)
{
	pthread_mutex_lock(&q->mutex);
	if (q->n == q->room)
		grow(q);
	q->items[q->n++] = n;
	if (count(q) > 0)
		pthread_cond_signal(&q->changed);
	pthread_mutex_unlock(&q->mutex);
}

int
queue_get(queue *q)
{
	pthread_mutex_lock(&q->mutex);
	while (q->n == 0)
		pthread_cond_wait(&q->changed, &q->mutex);
	int n = q->items[0];
#ifdef COPY
	memmove(q->items, q->items + 1, q->n * sizeof n);
	q->n--;
#else
	memmove(q->items, q->items + 1, --q->n * sizeof n);
#endif
	pthread_mutex_unlock(&q->mutex);
	return n;
}
