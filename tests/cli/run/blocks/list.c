/* A list of nodes. Who takes one out frees it: with LATE before it has read it, with DONE before the one who put it has left. */
#include <pthread.h>
#include <stdlib.h>

struct node {
	struct node *next;
	int n, taken;
};

typedef struct queue {
	pthread_mutex_t mutex;
	pthread_cond_t changed;
	struct node *first, **last;
} queue;

queue *
queue_new(void)
{
	queue *q = malloc(sizeof *q);
	pthread_mutex_init(&q->mutex, NULL);
	pthread_cond_init(&q->changed, NULL);
	q->first = NULL;
	q->last = &q->first;
	return q;
}

void
queue_free(queue *q)
{
	for (struct node *at = q->first, *next; at; at = next) {
#ifdef WALK
		free(at);
		next = at->next;
#else
		next = at->next;
		free(at);
#endif
	}
	free(q);
}

void
queue_put(queue *q, int n)
{
	struct node *new = malloc(sizeof *new);
	*new = (struct node){.n = n};
	pthread_mutex_lock(&q->mutex);
	*q->last = new;
	q->last = &new->next;
#ifndef DONE
	new->taken = 0;
#endif
	pthread_cond_signal(&q->changed);
	pthread_mutex_unlock(&q->mutex);
#ifdef DONE
	new->taken = 0;
#endif
}

int
queue_get(queue *q)
{
	pthread_mutex_lock(&q->mutex);
	while (!q->first)
		pthread_cond_wait(&q->changed, &q->mutex);
	struct node *at = q->first;
	q->first = at->next;
	if (!q->first)
		q->last = &q->first;
	pthread_mutex_unlock(&q->mutex);
#ifdef LATE
	free(at);
	return at->n;
#else
	int n = at->n;
	free(at);
	return n;
#endif
}
