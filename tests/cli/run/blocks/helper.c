/* A thread of its own notes that the queue is to end. With LEFT nobody waits until it has done so; with NAPS it sleeps before. */
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

typedef struct queue {
	pthread_mutex_t mutex;
	pthread_cond_t changed;
	int items[64];
	unsigned first, n;
	atomic_int noted;
	pthread_t helper;
} queue;

static sem_t end;

static void *
note(void *arg)
{
	queue *q = arg;
	sem_wait(&end);
#ifdef NAPS
	usleep(1000);
#endif
	atomic_fetch_add(&q->noted, 1);
	return NULL;
}

queue *
queue_new(void)
{
	queue *q = calloc(1, sizeof *q);
	pthread_mutex_init(&q->mutex, NULL);
	pthread_cond_init(&q->changed, NULL);
	sem_init(&end, 0, 0);
	pthread_create(&q->helper, NULL, note, q);
	return q;
}

void
queue_free(queue *q)
{
	sem_post(&end);
#ifdef LEFT
	pthread_detach(q->helper);
#else
	pthread_join(q->helper, NULL);
#endif
	free(q);
}

void
queue_put(queue *q, int n)
{
	pthread_mutex_lock(&q->mutex);
	q->items[(q->first + q->n++) % 64] = n;
	pthread_cond_signal(&q->changed);
	pthread_mutex_unlock(&q->mutex);
}

int
queue_get(queue *q)
{
	pthread_mutex_lock(&q->mutex);
	while (q->n == 0)
		pthread_cond_wait(&q->changed, &q->mutex);
	int n = q->items[q->first++ % 64];
	q->n--;
	pthread_mutex_unlock(&q->mutex);
	return n;
}
